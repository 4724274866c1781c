import type { Breach, Entry, Event, EventOf, EventType } from "../messages/events.ts"
import { asAgentId, type CaseId, type ItemId } from "../messages/ids.ts"
import type { Table } from "../tables/table.ts"
import { deciderOfRun } from "./deciders.ts"
import { breachKey, type HandlingDraft, type Push, type Run, restoreHandling } from "./handling.ts"
import { noteAnswer, noteOwnWriting, rollbackFolders } from "./rollback-state.ts"

/** Whether the exception is its business: a mandatory handler that only tells of it runs beside the others. */
export function isAnswer({ stage, solves }: Pick<Run, "stage" | "solves">): boolean {
  return solves || stage !== "mandatory"
}

/** Who and when, of the entry an event stands in. */
export type Stamp = Pick<Entry, "at" | "by">

/** Folds one event of a family into what the exception machine knows of it. */
export function fold(draft: HandlingDraft, event: Event, stamp: Stamp): void {
  const folder = folders[event.type] as ((draft: HandlingDraft, event: Event, stamp: Stamp) => void) | undefined
  folder?.(draft, event, stamp)
}

const folders: { readonly [Type in EventType]?: (draft: HandlingDraft, event: EventOf<Type>, stamp: Stamp) => void } = {
  CaseStarted(draft, { case: id, data, parent }) {
    if (parent?.run) draft.worklets.set(id, { case: id, run: parent.run, given: data })
  },
  CaseCompleted: (draft, { case: id }) => endCase(draft, id),
  CaseExhausted: (draft, { case: id }) => endCase(draft, id),
  CaseRemoved: (draft, { case: id }) => endCase(draft, id),
  CaseFailed: (draft, { case: id }) => endCase(draft, id),
  DataWritten(draft, { run: id, data, before = {} }) {
    const run = id && draft.runs.get(id)
    if (!run) return
    const wrote = Object.entries(data).map(([name, after]) => {
      return [name, { before: run.wrote[name]?.before ?? before[name] ?? null, after }]
    })
    draft.runs.set(run.id, { ...run, wrote: { ...run.wrote, ...Object.fromEntries(wrote) } })
    if (run.rollback) noteOwnWriting(draft, run.id, data)
  },

  ItemCompleted: (draft, { item }) => endItem(draft, item),
  ItemForceCompleted: (draft, { item }) => endItem(draft, item),
  ItemFailed: (draft, { item }) => endItem(draft, item),
  ItemSkipped: (draft, { item }) => endItem(draft, item),
  ItemRemoved: (draft, { item }) => endItem(draft, item),
  ItemWithdrawn: (draft, { item }) => endItem(draft, item),

  ExceptionRaised(
    draft,
    { exception: id, class: name, case: caseId, item, at, parameters, depth, of, breaks },
    { by, at: raisedAt },
  ) {
    if (breaks) draft.breaches.set(breachKey(breaks), breaks)
    draft.exceptions.set(id, {
      runs: [],
      raisedAt,
      id,
      class: name,
      case: caseId,
      at,
      parameters,
      by,
      depth: depth ?? 0,
      ...(item && { item }),
    })
    const original = of && draft.exceptions.get(of)
    if (original) draft.exceptions.set(original.id, { ...original, became: id })
  },
  ExceptionResolved(draft, { exception }) {
    draft.exceptions.delete(exception)
  },

  Notified(draft, { to, followUp }) {
    const raised = followUp && draft.exceptions.get(followUp.exception)
    if (raised) draft.exceptions.set(raised.id, { ...raised, decider: { agent: asAgentId(to), about: followUp.of } })
  },
  BoundKept: (draft, kept) => void draft.breaches.delete(breachKey(kept)),

  TimerArmed(draft, { timer, of, about, dueAt }) {
    if (about !== undefined) draft.timers.set(timer, { of, about, dueAt })
  },
  TimerPaused(draft, { timer }) {
    const own = draft.timers.get(timer)
    if (own) draft.timers.set(timer, { of: own.of, about: own.about })
  },
  TimerFired(draft, { timer }) {
    if (draft.timers.size > 0) draft.timers.delete(timer)
  },
  TimerDisarmed(draft, { timer }) {
    if (draft.timers.size > 0) draft.timers.delete(timer)
  },

  ItemTriedAgain(draft, { item }) {
    draft.tried.set(item, (draft.tried.get(item) ?? 0) + 1)
  },
  VerificationBegun(draft, { type: _, causedBy: __, ...begun }) {
    draft.verifying.set(begun.exception, begun)
  },
  ExceptionVerified(draft, { exception }) {
    draft.verifying.delete(exception)
  },

  DecisionMade(draft, { on, case: of, item, walks, conclusion, exception, stage }) {
    // Nothing is done on purpose, and the item is free to have the same trouble again.
    if (item && exception && conclusion?.says === "nothing") {
      const { depth, decider } = draft.exceptions.get(exception) ?? { depth: 0 }
      const deepest = Math.max(depth, draft.pushed.get(item)?.depth ?? 0)
      draft.pushed.set(item, { ...pushBy({ case: of, depth: deepest + 1, ...(decider && { decider }) }), isLet: true })
    }
    if (item === undefined || stage === "mandatory" || (on !== "itemPre" && on !== "select")) return
    const known = draft.checks.get(item)
    const said = conclusion ? { walks, conclusion } : { walks }
    draft.checks.set(item, {
      case: of,
      itemPre: on === "itemPre" ? said : known?.itemPre,
      select: on === "select" ? said : known?.select,
    })
  },
  RunStarted(draft, { type: _, causedBy: __, run, ...begun }, { at }) {
    const decider = deciderOfRun(draft, begun)
    const started = decider ? { ...begun, decider } : begun
    draft.runs.set(run, {
      id: run,
      ...started,
      startedAt: at,
      position: 0,
      worklets: [],
      open: [],
      given: [],
      wrote: {},
    })
    const { item, case: of, on, stage, solves } = started
    if (item && on === "itemPre" && stage === "mandatory" && solves)
      draft.checks.set(item, { case: of, select: undefined, itemPre: { walks: [], isAnswered: true } })
    const raised = started.exception && draft.exceptions.get(started.exception)
    // Its end sets the item free, so what goes wrong with it next comes from this run.
    if (raised?.item && started.solves) draft.pushed.set(raised.item, pushBy(started))
    if (raised && isAnswer(started)) {
      const { intervention: ___, ...rest } = raised
      draft.exceptions.set(raised.id, { ...rest, runs: [...raised.runs, run] })
    }
  },
  StepTaken(draft, { run: id, step, worklets = [], awaits, expects }) {
    const found = draft.runs.get(id)
    if (found === undefined) return
    const { awaits: _, expects: __, ...run } = found
    const given = worklets.map((worklet) => draft.worklets.get(worklet)?.given ?? {})
    draft.runs.set(id, { ...run, position: step + 1, worklets, open: worklets, given, ...waiting(awaits, expects) })
    const verb = run.steps[step]?.do
    if (run.item && (verb === "retry" || verb === "restart")) draft.pushed.set(run.item, pushBy(run))
  },
  ExpectedCame(draft, { run: id, case: of, awaits }) {
    const found = draft.runs.get(id)
    if (found === undefined) return
    const { expects = [], ...run } = found
    const left = expects.filter((each) => each.case !== of)
    draft.runs.set(id, { ...run, ...waiting([...(run.awaits ?? []), ...awaits], left) })
  },
  RunEnded(draft, { run: id, as }) {
    const run = draft.runs.get(id)
    const check = as === "failed" && run?.item && draft.checks.get(run.item)
    // What failed has not been done: the same rule may be followed once more.
    if (check && run.item && run.on === "itemPre" && check.itemPre)
      draft.checks.set(run.item, { ...check, itemPre: { walks: check.itemPre.walks } })
    draft.runs.delete(id)
    mend(draft, id)
    for (const worklet of [...draft.worklets.values()]) if (worklet.run === id) draft.worklets.delete(worklet.case)
    const raised = run?.exception && draft.exceptions.get(run.exception)
    if (raised?.runs.includes(id))
      draft.exceptions.set(raised.id, { ...raised, runs: raised.runs.filter((other) => other !== id) })
  },

  InterventionOpened(draft, { type: _, causedBy: __, intervention, ...opened }, { at }) {
    const raised = opened.exception && draft.exceptions.get(opened.exception)
    const about = raised ? { class: raised.class } : {}
    draft.interventions.set(intervention, { id: intervention, ...opened, ...about, openedAt: at })
    if (raised) draft.exceptions.set(raised.id, { ...raised, intervention })
  },
  PatternNoted(draft, { pattern, case: id, occurrence, dropped = [] }) {
    const kept = (draft.patterns.get(pattern)?.kept ?? []).filter(({ number }) => !dropped.includes(number))
    draft.patterns.set(pattern, { kept: [...kept, { ...occurrence, case: id }] })
  },
  PatternMatched(draft, { pattern, members }) {
    const kept = (draft.patterns.get(pattern)?.kept ?? []).filter(({ number }) => !members.includes(number))
    if (kept.length > 0) draft.patterns.set(pattern, { kept })
    else draft.patterns.delete(pattern)
  },

  InterventionAnswered(draft, { intervention }) {
    noteAnswer(draft, intervention)
    close(draft, intervention)
  },
  InterventionWithdrawn: (draft, { intervention }) => close(draft, intervention),
  InterventionEscalated(draft, { intervention: id, to, dueAt }) {
    const open = draft.interventions.get(id)
    if (open?.to === undefined) return
    draft.interventions.set(id, { ...open, to, dueAt, been: [...(open.been ?? []), open.to] })
  },
  InterventionAssigned(draft, { intervention: id, to, dueAt }) {
    const open = draft.interventions.get(id)
    if (open) draft.interventions.set(id, { ...open, to, dueAt, been: [] })
  },
  AnswerTakenBack: (draft, { handling }) => restoreHandling(draft, handling),
  InterventionPostponed(draft, { intervention: id, dueAt }) {
    const open = draft.interventions.get(id)
    if (open) draft.interventions.set(id, { ...open, dueAt })
  },

  ...rollbackFolders,
}

function waiting(awaits: Run["awaits"], expects: Run["expects"] = []): Pick<Run, "awaits" | "expects"> {
  if (awaits === undefined && expects.length === 0) return {}
  return { awaits: awaits ?? [], ...(expects.length > 0 && { expects }) }
}

const pushBy = ({ case: of, depth, decider }: Push): Push => ({ case: of, depth, ...(decider && { decider }) })

function endCase(draft: HandlingDraft, id: CaseId): void {
  for (const [item, check] of entriesOf(draft.checks)) if (check.case === id) draft.checks.delete(item)
  for (const [item, push] of entriesOf(draft.pushed)) if (push.case === id) draft.pushed.delete(item)
  for (const [timer, { of }] of entriesOf(draft.timers)) if ("case" in of && of.case === id) draft.timers.delete(timer)
  mend(draft, id)
  for (const raised of [...draft.exceptions.values()]) if (raised.case === id) draft.exceptions.delete(raised.id)
  const worklet = draft.worklets.get(id)
  if (worklet === undefined) return
  draft.worklets.delete(id)
  const run = draft.runs.get(worklet.run)
  if (run) draft.runs.set(run.id, { ...run, open: run.open.filter((other) => other !== id) })
}

/** Taken first, as some of them are about to go. */
function entriesOf<Key, Value>(table: Table<Key, Value>): readonly (readonly [Key, Value])[] {
  if (table.size === 0) return []
  return [...table.keys()].map((key) => [key, table.get(key) as Value])
}

function endItem(draft: HandlingDraft, id: ItemId): void {
  if (draft.checks.size > 0) draft.checks.delete(id)
  if (draft.pushed.size > 0) draft.pushed.delete(id)
  if (draft.tried.size > 0) draft.tried.delete(id)
  for (const [timer, { of }] of entriesOf(draft.timers)) if ("item" in of && of.item === id) draft.timers.delete(timer)
  mend(draft, id)
}

/** What is over breaks no bounds. */
function mend(draft: HandlingDraft, id: Breach["of"]): void {
  for (const [key, { of }] of entriesOf(draft.breaches)) if (of === id) draft.breaches.delete(key)
}

function close(draft: HandlingDraft, id: EventOf<"InterventionWithdrawn">["intervention"]): void {
  const intervention = draft.interventions.get(id)
  draft.interventions.delete(id)
  if (intervention?.item) draft.pushed.delete(intervention.item)
  const raised = intervention?.exception && draft.exceptions.get(intervention.exception)
  if (raised?.intervention !== id) return
  const { intervention: _, ...rest } = raised
  draft.exceptions.set(raised.id, rest)
}
