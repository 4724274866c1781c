import type { Family } from "../engine/family.ts"
import { isLive, type RaisedException, type Timer } from "../engine/family.ts"
import type { Handling, Intervention, Verifying } from "../exceptions/handling.ts"
import type { AnswerTakenBack, RestoredRows } from "../messages/handling.ts"
import type { CaseId, ItemId, TimerId } from "../messages/ids.ts"
import { expectationsOf } from "./expectations.ts"
import { caseRow, exceptionRow, interventionRow } from "./family-rows.ts"
import { itemRow, type RowFacts } from "./item-rows.ts"
import type { Changes } from "./projection.ts"

/**
 * What an answer that was taken back changes for those who look from outside: what had come into being is not there, and what
 * was there looks as it did. `family` is as it is again.
 */
export function projectTakenBack(
  family: Family,
  handling: Handling,
  event: AnswerTakenBack,
  facts: RowFacts,
  changes: Changes,
): void {
  forget(event, changes)
  const items = new Set(keysOf<ItemId>(event.net, "items"))
  // Holds may be others than before, and with them everything looks different.
  for (const item of family.items.values()) if (isLive(item)) items.add(item.id)
  for (const id of items) {
    const item = family.items.get(id)
    const frame = item && family.frames.get(item.frame)
    if (item && frame) changes.items.set(id, itemRow(family, item, frame, facts))
  }
  for (const id of family.cases.keys()) {
    const row = caseRow(family, id)
    if (row) changes.cases.set(id, row)
    const expectations = expectationsOf(family, id, facts.find, facts.now)
    if (expectations) changes.expectations.set(id, expectations)
  }
  for (const { key: id, row: timer } of rowsOf<TimerId, Timer>(event.net, "timers")) {
    const isArmed = timer !== null && timer.paused === undefined
    changes.alarms.set(id, { family: family.id, id, kind: "timer", ...(isArmed && { dueAt: timer.dueAt }) })
  }
  const exceptions = [event.net, event.handling].flatMap((rows) => keysOf<RaisedException["id"]>(rows, "exceptions"))
  for (const id of new Set(exceptions)) {
    const raised = family.exceptions.get(id)
    const isHandled = (handling.exceptions.get(id)?.runs.length ?? 0) > 0
    if (raised) changes.exceptions.set(id, exceptionRow(family, raised, isHandled ? "handling" : "open"))
  }
  for (const { row: watched } of rowsOf<RaisedException["id"], Verifying>(event.handling, "verifying"))
    if (watched) {
      const { exception: id, ...rest } = watched
      changes.exceptions.set(id, { ...exceptionRow(family, { ...rest, id, parameters: {} }, "verifying") })
    }
  for (const { key: id, row: open } of rowsOf<Intervention["id"], Intervention>(event.handling, "interventions"))
    if (open) changes.interventions.set(id, interventionRow(family, open))
}

function forget({ undone, net }: AnswerTakenBack, changes: Changes): void {
  for (const id of undone.items) {
    changes.items.delete(id)
    changes.withdrawn.add(id)
  }
  for (const id of undone.cases) {
    changes.cases.delete(id)
    changes.expectations.delete(id)
    changes.undone.add(id)
  }
  for (const id of undone.exceptions) {
    changes.exceptions.delete(id)
    changes.undone.add(id)
  }
  for (const id of undone.interventions) {
    changes.interventions.delete(id)
    changes.undone.add(id)
  }
  // Cases that were started since are gone from the family, and what they expected with them.
  for (const id of keysOf<CaseId>(net, "cases")) changes.expectations.delete(id)
}

function rowsOf<Key extends string, Row>(
  rows: RestoredRows,
  table: string,
): readonly { readonly key: Key; readonly row: Row | null }[] {
  return (rows[table] ?? []) as unknown as readonly { readonly key: Key; readonly row: Row | null }[]
}

const keysOf = <Key extends string>(rows: RestoredRows, table: string): readonly Key[] =>
  rowsOf<Key, unknown>(rows, table).map(({ key }) => key)
