import { StoreError } from "../error.ts"
import type { Batch } from "../port.ts"

/** Refuses what no database column would take: times, versions and counts are whole numbers. */
export function refuseFractions(batch: Batch): void {
  for (const { version, at } of batch.entries) whole({ version, at })
  for (const { version } of batch.snapshots) whole({ version })
  for (const { version, startedAt, endedAt } of batch.cases) whole({ version, startedAt, endedAt })
  for (const { enabledAt, endedAt, dueAt, attempt, instance } of batch.items) {
    whole({ enabledAt, endedAt, dueAt, attempt, instance })
  }
  for (const { dueAt, attempt } of batch.alarms) whole({ dueAt, attempt })
  for (const { version, deployedAt } of batch.processes) whole({ version, deployedAt })
  for (const { version, at } of batch.definitions) whole({ version, at })
  for (const { version, at } of batch.treeChanges) whole({ version, at })
  for (const { version } of batch.decisions) whole({ version })
  whole({ decisionsUpTo: batch.decisionsUpTo })
  for (const { done, spent, givenAt, endedAt } of batch.experience) whole({ done, spent, givenAt, endedAt })
  for (const { raisedAt, endedAt, answer } of batch.exceptions) whole({ raisedAt, endedAt, answeredAt: answer?.at })
  for (const { openedAt, dueAt } of batch.interventions) whole({ openedAt, dueAt })
  for (const { version, at } of batch.broadcasts) whole({ version, at })
  for (const { at } of batch.quarantines) whole({ at })
  for (const { at } of batch.requests) whole({ at })
  for (const { at, readAt } of batch.notifications) whole({ at, readAt })
  for (const { at, attempts, dueAt } of batch.deliveries) whole({ at, attempts, dueAt })
}

function whole(numbers: Readonly<Record<string, number | undefined>>): void {
  for (const [name, number] of Object.entries(numbers)) {
    if (number === undefined || Number.isSafeInteger(number)) continue
    throw new StoreError("STORE_FAILED", `The memory store keeps whole numbers, but ${name} is ${number}.`)
  }
}
