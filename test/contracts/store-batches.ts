import fc from "fast-check"
import { asAgentId, type CaseId, localId } from "../../src/messages/ids.ts"
import type { Batch, Snapshot } from "../../src/store/port.ts"
import * as rows from "./store-rows.ts"

/**
 * Random batches over few names, so that they meet: rows replaced, families in conflict, ids that begin the same. Cases keep their
 * process, version and start, and what belongs to one is written with it or later.
 */

export const names = ["f", "f-1", "f1", "ž\u0000'", "\uffee", "😀"] as const
export const agents = [rows.ann, rows.bob, asAgentId("čap'\"ek")] as const
export const processes = ["concert", "laptop"] as const
export const tasks = ["pay", "ship"] as const
export const workers = ["mailer", "printer"] as const
export const messages = ["paid", "sent"] as const
export const offers = ["", "clerk", "judge"]
export const trees = ["itemPre concert/pay", "itemPre concert/pay2", "ž\u0000'"] as const
export const classes = ["Timeout", "Strike"] as const
export const channels = ["mail", "webhook"] as const
export const likes = ["late", "ill"] as const
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

/** What a case is and remains, worked out from its id. */
function keptBy(id: CaseId) {
  const sum = [...id].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return { process: processes[sum % 2] ?? "concert", version: 1 + (sum % 3), startedAt: 1 + (sum % 7) }
}

const processOf = (id: CaseId) => ({ process: keptBy(id).process })

const cases = fc
  .tuple(
    caseIds,
    fc.record(
      {
        state: fc.constantFrom("running", "completed"),
        held: fc.boolean(),
        startedBy: agent,
        endedAt: time,
        ofRoot: fc.constant(true),
      },
      { requiredKeys: ["state", "held", "startedBy"] },
    ),
  )
  .map(([{ of, id }, { ofRoot, ...more }]) =>
    rows.aCase(of, { ...more, ...keptBy(id), id, ...(ofRoot && { parent: rows.caseId(of) }) }),
  )

const items = fc
  .tuple(
    caseIds,
    number,
    fc.record(
      {
        task: fc.constantFrom(...tasks),
        kind: fc.constantFrom("work", "work", "program", "wait"),
        status: fc.constantFrom("enabled", "offered", "allocated", "started", "completed"),
        held: fc.boolean(),
        live: fc.boolean(),
        enabledAt: time,
        endedAt: time,
        agent,
        declined: fc.array(agent, { maxLength: 2 }),
        offer: fc.constantFrom(...offers),
        wanted: fc.constantFrom(...offers),
        terms: fc.record(
          { only: fc.array(agent, { maxLength: 2 }), excluded: fc.array(agent, { maxLength: 2 }) },
          { requiredKeys: [] },
        ),
        dueAt: time,
        priority: fc.constantFrom(0, 1.5, -2),
        worker: fc.constantFrom(...workers),
        attempt: number,
        instance: number,
      },
      { requiredKeys: ["task", "kind", "status", "held", "live", "enabledAt", "priority", "attempt"] },
    ),
  )
  .map(([{ of, id }, local, more]) => rows.anItem(of, local, { ...more, ...processOf(id), case: id }))

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

const definitions = fc
  .tuple(
    fc.constantFrom(...processes),
    number,
    fc.record(
      {
        kind: fc.constantFrom("exlet", "class", "process"),
        at: time,
        by: agent,
        reason: name,
        source: fc.constantFrom(null, "odd", { steps: [1] }),
      },
      { requiredKeys: ["kind", "at", "by"] },
    ),
  )
  .map(([of, version, more]) => rows.aDefinition(of, version, more))

const experience = fc.record(
  {
    agent,
    task: fc.constantFrom(...tasks),
    done: number,
    spent: time,
    givenAt: time,
    endedAt: time,
  },
  { requiredKeys: ["agent", "task", "done", "spent"] },
)

const decisions = fc
  .tuple(name, number, fc.record({ tree: fc.constantFrom(...trees), failed: fc.boolean() }))
  .map(([of, version, more]) => rows.aDecision(of, version, more))

const interventions = fc
  .tuple(
    caseIds,
    number,
    fc.record(
      {
        openedAt: time,
        dueAt: time,
        open: fc.boolean(),
        class: name,
        to: name,
        text: name,
      },
      { requiredKeys: ["openedAt", "open"] },
    ),
  )
  .map(([{ of, id }, local, more]) => rows.anIntervention(of, local, { ...more, ...processOf(id), case: id }))

const exceptions = fc
  .tuple(
    caseIds,
    number,
    fc.record(
      {
        class: fc.constantFrom(...classes),
        state: fc.constantFrom("open", "open", "resolved", "dismissed", "propagated"),
        at: fc.constantFrom(...tasks),
        raisedAt: time,
        endedAt: time,
        item: number,
        answer: fc.record({ stage: name, says: name, by: agent, at: time }, { requiredKeys: ["stage", "says", "at"] }),
      },
      { requiredKeys: ["class", "state", "at", "raisedAt"] },
    ),
  )
  .map(([{ of, id }, local, { item, ...more }]) =>
    rows.anException(of, local, {
      ...more,
      ...processOf(id),
      case: id,
      ...(item !== undefined && { item: rows.itemId(of, item) }),
    }),
  )

const broadcasts = fc
  .tuple(name, number, fc.record({ at: time, by: agent, verb: fc.constantFrom("suspend", "continue", "remove") }))
  .map(([of, version, more]) => rows.aBroadcast(of, version, more))

const requests = fc
  .tuple(name, fc.record({ agent, at: time, answer: fc.constantFrom(...keys) }))
  .map(([key, more]) => rows.aRequest(key, more))

const notifications = fc
  .tuple(name, number, fc.record({ agent, at: time, text: name, readAt: time }, { requiredKeys: ["agent", "at"] }))
  .map(([of, local, more]) => rows.aNotification(of, local, more))

const deliveries = fc
  .tuple(
    name,
    number,
    fc.record(
      {
        channel: fc.constantFrom(...channels),
        agent,
        like: fc.constantFrom(...likes),
        attempts: fc.constantFrom(0, 1, 10),
        isGathered: fc.constant(true as const),
        error: name,
      },
      { requiredKeys: ["channel", "like", "attempts"] },
    ),
  )
  .map(([of, local, more]) => rows.aDelivery(of, local, { id: `${of} ${local} ${more.channel}`, ...more }))

/** An entry by its size and by how far it misses the version it should have. */
const entries = fc.record({
  of: name,
  size: number,
  missesBy: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, -1, 1),
  snapshot: fc.boolean(),
})

/** A change of a tree, and whether it has the version of the last one instead of the next. */
const treeChanges = fc.record({
  tree: fc.constantFrom(...trees),
  again: fc.constantFrom(false, false, false, false, false, false, false, true),
  at: time,
})

const steps = fc.record({
  entries: fc.array(entries, { maxLength: 4 }),
  cases: fc.array(cases, { maxLength: 4 }),
  items: fc.array(items, { maxLength: 6 }),
  withdrawn: fc.array(fc.tuple(name, number), { maxLength: 2 }),
  alarms: fc.array(alarms, { maxLength: 4 }),
  expectations: fc.array(expectations, { maxLength: 2 }),
  processes: fc.array(fc.tuple(fc.constantFrom(...processes), number, time), { maxLength: 2 }),
  definitions: fc.array(definitions, { maxLength: 2 }),
  treeChanges: fc.array(treeChanges, { maxLength: 3 }),
  decisions: fc.array(decisions, { maxLength: 6 }),
  exceptions: fc.array(exceptions, { maxLength: 3 }),
  interventions: fc.array(interventions, { maxLength: 3 }),
  broadcasts: fc.array(broadcasts, { maxLength: 3 }),
  experience: fc.array(experience, { maxLength: 3 }),
  delivered: fc.array(fc.tuple(name, number), { maxLength: 1 }),
  quarantines: fc.array(fc.tuple(name, time), { maxLength: 2 }),
  released: fc.array(name, { maxLength: 2 }),
  requests: fc.array(requests, { maxLength: 3 }),
  notifications: fc.array(notifications, { maxLength: 3 }),
  deliveries: fc.array(deliveries, { maxLength: 4 }),
  arrived: fc.array(
    fc.tuple(name, number).map(([of, local]) => `${of} ${local} mail`),
    { maxLength: 1 },
  ),
  forgetting: fc.option(fc.record({ before: time, limit: number }), { nil: undefined }),
  reopen: fc.boolean(),
})

/** Versions depend on what went before, so they are given when the whole plan is known. */
export const batches: fc.Arbitrary<readonly Step[]> = fc.array(steps, { maxLength: 8 }).map((plan) => {
  const standing = new Map<string, number>()
  const treeStanding = new Map<string, number>()
  const casesThere = new Set<CaseId>()
  return plan.map(({ reopen, forgetting, ...step }) => {
    const next = new Map(standing)
    const snapshots: Snapshot[] = []
    const written = step.entries.map(({ of, size, missesBy, snapshot }) => {
      const before = next.get(of) ?? 0
      next.set(of, before + size)
      if (snapshot)
        snapshots.push({ family: rows.family(of), version: before + size, state: `${of} at ${before + size}` })
      return rows.anEntry(of, before + 1 + missesBy, size)
    })
    const nextOfTrees = new Map(treeStanding)
    let lands = step.entries.every(({ missesBy }) => missesBy === 0)
    const changed = step.treeChanges.map(({ tree, again, at }) => {
      const last = nextOfTrees.get(tree) ?? 0
      const version = again ? Math.max(1, last) : last + 1
      if (version === last) lands = false
      nextOfTrees.set(tree, version)
      return rows.aTreeChange(tree, version, { at, change: { at } })
    })
    const there = new Set([...casesThere, ...step.cases.map(({ id }) => id)])
    const isThere = (row: { readonly case: CaseId }) => there.has(row.case)
    if (lands) {
      for (const id of there) casesThere.add(id)
      for (const [of, version] of next) standing.set(of, version)
      for (const [tree, version] of nextOfTrees) treeStanding.set(tree, version)
    }
    const batch = rows.aBatch({
      ...step,
      ...(forgetting && { forgetting }),
      entries: written,
      items: step.items.filter(isThere),
      exceptions: step.exceptions.filter(isThere),
      interventions: step.interventions.filter(isThere),
      snapshots,
      withdrawn: step.withdrawn.map(([of, local]) => rows.itemId(of, local)),
      processes: step.processes.map(([of, version, deployedAt]) => rows.aProcess(of, version, { deployedAt })),
      treeChanges: changed,
      delivered: step.delivered.map(([of, version]) => ({ family: rows.family(of), version })),
      quarantines: step.quarantines.map(([of, at]) => rows.aQuarantine(of, { at })),
      released: step.released.map(rows.family),
    })
    return { batch, reopen }
  })
})
