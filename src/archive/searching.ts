import { emptyFamily } from "../engine/draft.ts"
import { evolve } from "../engine/evolve.ts"
import { dataOfCase } from "../engine/shared-data.ts"
import { compileExpression, type Expression, isExpression } from "../expressions/expression.ts"
import { type FamilyId, rootCase } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import type { FamilyRecord } from "../runtime/family-record.ts"
import { recordsIn } from "./archive-file.ts"
import { type ArchiveFile, archiveFiles } from "./archive-folder.ts"

/** Which families are meant; all of it must be so. */
export interface Criteria {
  readonly families?: ReadonlySet<string>
  readonly process?: string
  /** How its first case ended. */
  readonly state?: string
  /** The class of an exception it had. */
  readonly exception?: string
  readonly startedBefore?: number
  readonly startedAfter?: number
  readonly endedBefore?: number
  readonly endedAfter?: number
  /** Anywhere in its record, whether in capitals or not. */
  readonly text?: string
  /** Of the data its first case ended with. */
  readonly where?: Expression
}

/** What is told of an archived family. */
export interface ArchivedFamily {
  readonly family: FamilyId
  readonly process: string
  readonly state: string
  readonly startedAt: number
  readonly endedAt: number
  readonly version: number
  readonly exceptions: number
  readonly file: string
}

export interface Damage {
  readonly file: string
  readonly problem: string
}

/** Every record that is meant, file by file, and what is damaged on the way. One family may come several times: the one of the highest version counts. */
export async function* search(
  folder: string,
  criteria: Criteria,
  onDamage: (damage: Damage) => void,
): AsyncGenerator<{ readonly record: FamilyRecord; readonly file: ArchiveFile }> {
  for (const file of await archiveFiles(folder))
    for await (const found of recordsIn(file.path))
      if (!found.ok) onDamage({ file: file.name, problem: found.problem })
      else if (isMeant(found.record, found.line, criteria)) yield { record: found.record, file }
}

export function summaryOf(record: FamilyRecord, { name }: Pick<ArchiveFile, "name">): ArchivedFamily {
  const { family, version, exceptions } = record
  return { family, ...whenOf(record), version, exceptions: exceptions.length, file: name }
}

/** A condition over data of any names; what is wrong with it otherwise. */
export function readWhere(source: string): Expression | string {
  const read = compileExpression(source, { names: {}, open: true }, "boolean")
  return isExpression(read) ? read : (read[0]?.message ?? "it cannot be read")
}

function whenOf({ family, cases }: FamilyRecord) {
  const root = cases.find(({ id }) => id === rootCase(family))
  return {
    process: root?.process ?? "",
    state: root?.state ?? "",
    startedAt: root?.startedAt ?? 0,
    endedAt: cases.reduce((last, { endedAt = 0 }) => Math.max(last, endedAt), 0),
  }
}

function isMeant(record: FamilyRecord, line: string, criteria: Criteria): boolean {
  const { families, process, state, exception, text, where } = criteria
  const { startedBefore = never, startedAfter = -never, endedBefore = never, endedAfter = -never } = criteria
  const own = whenOf(record)
  return (
    (families === undefined || families.has(record.family)) &&
    (process === undefined || own.process === process) &&
    (state === undefined || own.state === state) &&
    (exception === undefined || record.exceptions.some((row) => row.class === exception)) &&
    own.startedAt < startedBefore &&
    own.startedAt >= startedAfter &&
    own.endedAt < endedBefore &&
    own.endedAt >= endedAfter &&
    (text === undefined || line.toLowerCase().includes(text.toLowerCase())) &&
    (where === undefined || holds(where, record))
  )
}

const never = Number.POSITIVE_INFINITY

/** Where it cannot be evaluated it does not hold. */
function holds(where: Expression, record: FamilyRecord): boolean {
  const data = dataOf(record)
  const outcome = where.evaluate({ value: (name) => (Object.hasOwn(data, name) ? data[name] : undefined) })
  return outcome.ok && outcome.value === true
}

/** Of a history that cannot be replayed, as only a forged one cannot, there is none. */
function dataOf({ family, entries }: FamilyRecord): JsonObject {
  const state = emptyFamily(family)
  try {
    for (const entry of entries) evolve(state, entry)
  } catch {
    return {}
  }
  return dataOfCase(state, rootCase(family))
}
