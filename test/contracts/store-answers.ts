import type {
  CaseQuery,
  Counts,
  ExceptionQuery,
  InterventionQuery,
  ItemQuery,
  StepCounts,
  Store,
  WorklistQuery,
} from "../../src/store/port.ts"
import {
  agents,
  channels,
  classes,
  keys,
  likes,
  messages,
  names,
  offers,
  processes,
  tasks,
  trees,
  workers,
} from "./store-batches.ts"
import { caseId, exceptionId, family, interventionId, itemId, notificationId } from "./store-rows.ts"

/** What a store says to everything it can be asked about the names of the random batches. */
export async function answersOf(store: Store): Promise<readonly unknown[]> {
  return Promise.all([
    store.lastPosition(),
    store.entriesAfter(0, 100),
    store.entriesAfter(2, 2),
    store.nextAlarmAt(),
    store.dueAlarms(5, 100),
    store.dueAlarms(9, 3),
    store.processes(),
    store.definitions(),
    store.treeChanges(),
    store.broadcasts(),
    store.quarantined(),
    ...trees.flatMap((tree) => [
      store.treeChanges(tree),
      store.countDecisions(tree),
      store.decisions({ tree, limit: 100 }),
      store.decisions({ tree, failed: true, limit: 2 }),
      store.decisions({ tree, order: "newest", limit: 100 }),
      ...names.flatMap((name) => [
        store.decisions({ tree, after: { family: family(name), version: 1 }, limit: 2 }),
        store.decisions({ tree, after: { family: family(name), version: 1 }, order: "newest", limit: 2 }),
        store.decisions({ tree, after: { family: family(name), version: 2 }, failed: true, limit: 100 }),
      ]),
    ]),
    ...exceptionQueries.map((query) => store.exceptions(query)),
    ...processes.flatMap((process) =>
      classes.flatMap((name) => [
        store.answered({ process, class: name, limit: 100 }),
        ...tasks.map((at) => store.answered({ process, class: name, at, limit: 2 })),
      ]),
    ),
    store.counts(5).then(inAnyOrder),
    store.standings(3, 5).then(linesOf),
    store.raised(1, 7, 2).then(linesOf),
    ...processes.flatMap((process) =>
      [undefined, 1, 2, names.map((name) => caseId(name))].map((of) => store.stepCounts(process, of).then(inAnyOrder)),
    ),
    store.entriesBefore(4, 2),
    ...interventionQueries.map((query) => store.interventions(query)),
    ...names.flatMap((name) => [
      store.load(family(name)),
      ...agents.map((agent) => store.request(agent, name)),
      store.entriesAfter(1, 2, family(name)),
      store.entriesBefore(3, 2, family(name)),
      store.case(caseId(name)),
      store.item(itemId(name, 1)),
      store.intervention(interventionId(name, 1)),
    ]),
    ...workers.flatMap((worker) => [
      store.readyItems(worker, undefined, 100),
      ...names.map((name) => store.readyItems(worker, itemId(name, 2), 2)),
      store.leasedItems(worker),
    ]),
    ...messages.flatMap((message) =>
      keys.flatMap((key) => [store.expecting(message, key, 100), store.expecting(message, key, 2)]),
    ),
    ...caseQueries.map((query) => store.cases(query)),
    ...itemQueries.map((query) => store.items(query)),
    ...worklistQueries.map((query) => store.worklist(query)),
    ...offers.flatMap((key) => [
      store.demanding("offer", key, undefined, 100),
      store.demanding("offer", key, itemId("f1", 1), 3),
      store.demanding("wanted", key, undefined, 2),
      store.demanding("wanted", key, itemId("f", 2), 100),
    ]),
    ...agents.flatMap((agent) => [
      store.notifications({ agent, limit: 100 }),
      store.notifications({ agent, unread: true, after: notificationId("f", 2), limit: 2 }),
    ]),
    ...channels.flatMap((channel) => [
      store.nextDeliveryAt(channel),
      store.dueDeliveries(channel, 1, 3),
      store.deliveries({ channel, after: "f 2 mail", limit: 3 }),
      store.deliveries({ channel, givenUp: true, limit: 100 }),
      ...likes.map((like) => store.countGathered(channel, like)),
    ]),
    store.deliveries({ limit: 100 }),
    store.leasing(),
    store.onTerms(undefined, 100),
    store.onTerms(itemId("f", 2), 2),
    ...(["offer", "wanted", "agent"] as const).map((what) => store.demands(what)),
    ...agents.map((agent) => store.demanding("agent", agent, itemId("f1", 1), 3)),
    store.loads().then((loads) => [...loads].sort()),
    store.experience().then((rows) => rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort()),
  ])
}

const caseQueries: readonly CaseQuery[] = [
  { limit: 100 },
  { limit: 2 },
  ...processes.flatMap((process) => [
    { process, limit: 100 },
    { process, state: "running", limit: 100 },
    { process, version: 1, held: false, order: "oldest" as const, limit: 100 },
    { process, trouble: true, order: "newest" as const, limit: 100 },
  ]),
  { order: "newest", limit: 100 },
  { trouble: false, limit: 100 },
  { trouble: true, limit: 2 },
  { order: "oldest", startedAfter: 3, startedBefore: 7, limit: 3 },
  { order: "newest", endedAfter: 3, limit: 100 },
  { endedAfter: 2, endedBefore: 7, limit: 3 },
  ...classes.flatMap((exception) => [
    { exception, limit: 100 },
    { exception, order: "newest" as const, state: "running", limit: 2 },
    { exception, order: "oldest" as const, process: "laptop", version: 2, limit: 100 },
    { exception, order: "oldest" as const, startedAfter: 2, startedBefore: 6, held: false, limit: 100 },
    { exception, trouble: false, limit: 100 },
    ...names.flatMap((name) => [
      { exception, family: family(name), order: "newest" as const, limit: 100 },
      { exception, after: caseId(name), limit: 2 },
      { exception, after: caseId(name, 1), afterStartedAt: 4, order: "newest" as const, limit: 2 },
      { exception, after: caseId(name), afterStartedAt: 4, order: "oldest" as const, limit: 100 },
    ]),
  ]),
  ...names.flatMap((name) => [
    { family: family(name), limit: 100 },
    { family: family(name), state: "completed", after: caseId(name), limit: 2 },
    { after: caseId(name, 1), state: "running", limit: 2 },
    { after: caseId(name, 1), afterStartedAt: 4, order: "newest" as const, limit: 2 },
    { after: caseId(name), afterStartedAt: 4, order: "oldest" as const, trouble: true, limit: 100 },
    { family: family(name), order: "newest" as const, limit: 2 },
  ]),
]

const itemQueries: readonly ItemQuery[] = [
  { limit: 100 },
  { live: true, limit: 3 },
  { live: false, limit: 100 },
  ...processes.flatMap((process) => tasks.map((task) => ({ process, task, limit: 100 }))),
  ...names.flatMap((name) => [
    { family: family(name), limit: 100 },
    { case: caseId(name), limit: 100 },
    { case: caseId(name, 1), live: true, limit: 100 },
    { after: itemId(name, 2), limit: 2 },
  ]),
]

const after = { id: itemId("f1", 1), priority: 1.5, dueAt: 4, enabledAt: 3 }

const worklistQueries: readonly WorklistQuery[] = agents.flatMap((agent) =>
  (["priority", "due", "age"] as const).flatMap((order): readonly WorklistQuery[] => [
    { agent, as: [agent], offers, order, limit: 100 },
    { agent, as: agents, offers, order, limit: 2, after },
    { agent, as: [agent], offers: offers.slice(1), order, process: "laptop", task: "pay", limit: 3 },
    { agent, as: [], offers: [], order, dueBefore: 5, priority: 0, limit: 3 },
  ]),
)

const interventionQueries: readonly InterventionQuery[] = [
  { limit: 100 },
  { open: true, limit: 2 },
  { open: false, limit: 100 },
  { order: "due", limit: 100 },
  { order: "newest", open: false, limit: 100 },
  { order: "newest", after: interventionId("f1", 1), limit: 3 },
  { order: "due", open: false, to: names, after: interventionId("f1", 1), dueBy: 50, limit: 3 },
  ...processes.flatMap((process) => [
    { process, limit: 100 },
    { process, order: "due" as const, class: "a", limit: 100 },
    { process, open: false, after: interventionId("f1", 1), limit: 2 },
  ]),
  ...names.flatMap((name) => [
    { family: family(name), limit: 100 },
    { family: family(name), process: "laptop", open: false, limit: 2 },
    { case: caseId(name), limit: 100 },
    { case: caseId(name, 1), process: "concert", open: false, limit: 100 },
    { after: interventionId(name, 2), limit: 2 },
  ]),
]

const exceptionQueries: readonly ExceptionQuery[] = [
  { limit: 100 },
  { open: false, limit: 100 },
  { open: true, limit: 2 },
  ...processes.flatMap((process) =>
    classes.flatMap((name) => [
      { process, limit: 100 },
      { process, class: name, open: false, after: exceptionId("f1", 1), limit: 2 },
      { class: name, limit: 2 },
    ]),
  ),
  ...names.flatMap((name) => [
    { family: family(name), limit: 100 },
    { family: family(name), process: "laptop", open: false, limit: 2 },
    { case: caseId(name), limit: 100 },
    { case: caseId(name, 1), open: false, limit: 100 },
    { after: exceptionId(name, 2), limit: 2 },
    { after: exceptionId(name, 2), family: family(name), open: false, limit: 100 },
  ]),
]

function inAnyOrder(counts: Counts | StepCounts): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [name, Array.isArray(count) ? linesOf(count) : count]),
  )
}

const linesOf = (rows: readonly object[]) => rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort()
