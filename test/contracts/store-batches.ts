import fc from "fast-check"
import { asAgentId, type CaseId, localId } from "../../src/messages/ids.ts"
import type { Batch, Snapshot } from "../../src/store/port.ts"
import * as rows from "./store-rows.ts"

/** Random batches over few names, so that they meet: rows replaced, families in conflict, ids that begin the same. */

export const names = ["f", "f-1", "f1", "ž\u0000'", "\uffee", "😀"] as const
export const agents = [rows.ann, rows.bob, asAgentId("čap'\"ek")] as const
export const processes = ["concert", "laptop"] as const
export const tasks = ["pay", "ship"] as const
export const workers = ["mailer", "printer"] as const
export const messages = ["paid", "sent"] as const
export const keys = [null, 1, "1", { a: 1, b: [2] }] as const

export interface Step {
  readonly batch: Batch
  /** Whether the store is closed and opened again after it. */
  readonly reopen: boolean
}

const name = fc.constantFrom(...names)
const time = fc.integer({ min: 1, max: 9 })
const number = fc.integer({ min: 1, max: 3 })
const agent = fc.constantFrom(...agents)

const caseIds = fc
  .tuple(name, fc.option(number))
  .map(([of, child]) => ({ of, id: rows.caseId(of, child ?? undefined) }))

const cases = fc
  .tuple(
    caseIds,
    fc.record(
      {
        process: fc.constantFrom(...processes),
        version: number,
        state: fc.constantFrom("running", "completed"),
        held: fc.boolean(),
        startedAt: time,
        startedBy: agent,
        endedAt: time,
      },
      { requiredKeys: ["process", "version", "state", "held", "startedAt", "startedBy"] },
    ),
  )
  .map(([{ of, id }, more]) => rows.aCase(of, { ...more, id }))

const items = fc
  .tuple(
    caseIds,
    number,
    fc.record(
      {
        process: fc.constantFrom(...processes),
        task: fc.constantFrom(...tasks),
        kind: fc.constantFrom("work", "work", "program", "wait"),
        status: fc.constantFrom("enabled", "started", "completed"),
        held: fc.boolean(),
        live: fc.boolean(),
        enabledAt: time,
        endedAt: time,
        agent,
        declined: fc.array(agent, { maxLength: 2 }),
        dueAt: time,
        priority: fc.constantFrom(0, 1.5, -2),
        worker: fc.constantFrom(...workers),
        attempt: number,
        instance: number,
      },
      { requiredKeys: ["process", "task", "kind", "status", "held", "live", "enabledAt", "priority", "attempt"] },
    ),
  )
  .map(([{ of, id }, local, more]) => rows.anItem(of, local, { ...more, case: id }))

const alarms = fc
  .tuple(name, number, fc.boolean(), fc.option(time), number)
  .map(([of, local, lease, dueAt, attempt]) => ({
    family: rows.family(of),
    id: localId(rows.family(of), lease ? "item" : "timer", local),
    kind: lease ? ("lease" as const) : ("timer" as const),
    ...(dueAt !== null && { dueAt }),
    ...(lease && { attempt }),
  }))

const expectations = fc
  .tuple(
    caseIds,
    fc.array(fc.tuple(fc.constantFrom(...messages), fc.constantFrom(...keys), fc.option(number)), { maxLength: 3 }),
  )
  .map(([{ of, id }, expected]) => ({
    family: rows.family(of),
    case: id as CaseId,
    rows: expected.map(([message, key, local]) =>
      rows.anExpectation(of, { case: id, message, key, ...(local !== null && { item: rows.itemId(of, local) }) }),
    ),
  }))

/** An entry by its size and by how far it misses the version it should have. */
const entries = fc.record({
  of: name,
  size: number,
  missesBy: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, -1, 1),
  snapshot: fc.boolean(),
})

const steps = fc.record({
  entries: fc.array(entries, { maxLength: 4 }),
  cases: fc.array(cases, { maxLength: 4 }),
  items: fc.array(items, { maxLength: 6 }),
  withdrawn: fc.array(fc.tuple(name, number), { maxLength: 2 }),
  alarms: fc.array(alarms, { maxLength: 4 }),
  expectations: fc.array(expectations, { maxLength: 2 }),
  processes: fc.array(fc.tuple(fc.constantFrom(...processes), number, time), { maxLength: 2 }),
  quarantines: fc.array(fc.tuple(name, time), { maxLength: 2 }),
  released: fc.array(name, { maxLength: 2 }),
  reopen: fc.boolean(),
})

/** Versions depend on what went before, so they are given when the whole plan is known. */
export const batches: fc.Arbitrary<readonly Step[]> = fc.array(steps, { maxLength: 8 }).map((plan) => {
  const standing = new Map<string, number>()
  return plan.map(({ reopen, ...step }) => {
    const next = new Map(standing)
    const snapshots: Snapshot[] = []
    const written = step.entries.map(({ of, size, missesBy, snapshot }) => {
      const before = next.get(of) ?? 0
      next.set(of, before + size)
      if (snapshot)
        snapshots.push({ family: rows.family(of), version: before + size, state: `${of} at ${before + size}` })
      return rows.anEntry(of, before + 1 + missesBy, size)
    })
    if (step.entries.every(({ missesBy }) => missesBy === 0))
      for (const [of, version] of next) standing.set(of, version)
    const batch = rows.aBatch({
      ...step,
      entries: written,
      snapshots,
      withdrawn: step.withdrawn.map(([of, local]) => rows.itemId(of, local)),
      processes: step.processes.map(([of, version, deployedAt]) => rows.aProcess(of, version, { deployedAt })),
      quarantines: step.quarantines.map(([of, at]) => rows.aQuarantine(of, { at })),
      released: step.released.map(rows.family),
    })
    return { batch, reopen }
  })
})
