import type { RestoredRows } from "../messages/handling.ts"
import type { FamilyId } from "../messages/ids.ts"
import { changedTables, changeTables, copiedTables } from "../tables/changed-rows.ts"
import { Overlay, type ReadonlyTable, type Table } from "../tables/table.ts"
import type { Family, RaisedException } from "./family.ts"

/** A family that its one owner may change, through `apply`. */
export type Draft = {
  -readonly [Key in keyof Family]: Family[Key] extends ReadonlyTable<infer Id, infer Value>
    ? Table<Id, Value>
    : Family[Key]
}

export function emptyFamily(id: FamilyId): Draft {
  return {
    id,
    version: 0,
    lastId: 0,
    cases: new Map(),
    shared: new Map(),
    frames: new Map(),
    items: new Map(),
    traces: new Map(),
    counts: new Map(),
    repeats: new Map(),
    rounds: new Map(),
    holds: new Map(),
    timers: new Map(),
    exceptions: new Map(),
    broken: new Map(),
    doers: new Map(),
    messages: new Map(),
  }
}

/** A draft laid over a family: it sees the family, and what is changed in it leaves the family as it was. */
export function draftOver(family: Family): Draft {
  return {
    id: family.id,
    version: family.version,
    lastId: family.lastId,
    cases: new Overlay(family.cases),
    shared: new Overlay(family.shared),
    frames: new Overlay(family.frames),
    items: new Overlay(family.items),
    traces: new Overlay(family.traces),
    counts: new Overlay(family.counts),
    repeats: new Overlay(family.repeats),
    rounds: new Overlay(family.rounds),
    holds: new Overlay(family.holds),
    timers: new Overlay(family.timers),
    exceptions: new Overlay(family.exceptions),
    broken: new Overlay(family.broken),
    doers: new Overlay(family.doers),
    messages: new Overlay(family.messages),
  }
}

/** Makes what was changed in a draft true of the family it was laid over. */
export function absorb(family: Draft, draft: Draft): void {
  family.version = draft.version
  family.lastId = draft.lastId
  for (const name of familyTables) (draft[name] as Overlay<never, never>).into(family[name] as Table<never, never>)
}

/** Exceptions that are open in a family, and no longer in a draft laid over it. */
export function endedExceptions({ exceptions }: Draft): readonly RaisedException[] {
  return exceptions instanceof Overlay ? [...exceptions.gone()] : []
}

type TableName = {
  [Key in keyof Family]: Family[Key] extends ReadonlyTable<infer _Id, infer _Value> ? Key : never
}[keyof Family]

/** A table that is missing here is an error of types. */
const isTable: { readonly [Name in TableName]: true } = {
  cases: true,
  shared: true,
  frames: true,
  items: true,
  traces: true,
  counts: true,
  repeats: true,
  rounds: true,
  holds: true,
  timers: true,
  exceptions: true,
  broken: true,
  doers: true,
  messages: true,
}

const familyTables = Object.keys(isTable) as readonly TableName[]

/** A family as it is now, whatever becomes of this one. */
export const copiedFamily = (family: Draft): Draft => copiedTables(familyTables, family)

/** What makes a family again what it was. */
export const rowsBack = (now: Draft, before: Draft): RestoredRows =>
  changedTables(familyTables, now, before) as RestoredRows

export const restoreFamily = (draft: Draft, rows: RestoredRows): void => changeTables(familyTables, draft, rows)
