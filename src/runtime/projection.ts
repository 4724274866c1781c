import type { Step } from "../engine/evolve.ts"
import type { Family } from "../engine/family.ts"
import { type Item, isLive, type RaisedException } from "../engine/family.ts"
import { HeldItems } from "../engine/holds.ts"
import type { Handling } from "../exceptions/handling.ts"
import type { Event } from "../messages/events.ts"
import type { Hold } from "../messages/holds.ts"
import {
  type AgentId,
  type CaseId,
  type ExceptionId,
  familyOf,
  type InterventionId,
  type ItemId,
  type TimerId,
} from "../messages/ids.ts"
import type { Staff } from "../messages/people.ts"
import type { Process } from "../model/net.ts"
import type {
  AlarmChange,
  AnswerGiven,
  BroadcastRow,
  CaseRow,
  ExceptionRow,
  ExpectationChange,
  InterventionRow,
  ItemRow,
  StoredDefinition,
} from "../store/port.ts"
import { expectationsOf } from "./expectations.ts"
import { caseRow, exceptionRow, interventionRow } from "./family-rows.ts"
import { answerIn } from "./given-answers.ts"
import { itemRow } from "./item-rows.ts"
import { isSaying, noteSaid, type Outgoing, type Saying, type Subscription } from "./letters.ts"
import { projectTakenBack } from "./taken-back-rows.ts"
import { noteWork, type WorkDone } from "./work-done.ts"

/** What a batch changes in the read models: the last word about each row. */
export interface Changes {
  readonly cases: Map<CaseId, CaseRow>
  readonly items: Map<ItemId, ItemRow>
  readonly withdrawn: Set<ItemId>
  /** Of what was taken back. */
  readonly undone: Set<CaseId | ExceptionId | InterventionId>
  readonly alarms: Map<TimerId | ItemId, AlarmChange>
  readonly expectations: Map<CaseId, ExpectationChange>
  readonly exceptions: Map<ExceptionId, ExceptionRow>
  /** What was done about them last. */
  readonly answers: Map<ExceptionId, AnswerGiven>
  readonly interventions: Map<InterventionId, InterventionRow>
  readonly broadcasts: BroadcastRow[]
  readonly work: WorkDone[]
  readonly grants: StoredDefinition[]
  readonly outgoing: Outgoing
}

export const noChanges = (): Changes => ({
  cases: new Map(),
  items: new Map(),
  withdrawn: new Set(),
  undone: new Set(),
  alarms: new Map(),
  expectations: new Map(),
  exceptions: new Map(),
  answers: new Map(),
  interventions: new Map(),
  broadcasts: [],
  work: [],
  grants: [],
  outgoing: { notifications: [], deliveries: [] },
})

export type FindProcess = (name: string, version: number) => Process | undefined

/** Notes what an entry changes for those who look from outside. `family` is as the entry has left it. */
export function project(family: Family, projected: Projected, find: FindProcess, changes: Changes): void {
  const { at, steps, staff } = projected
  const touched: Touched = { items: new Set(), cases: new Set(), expecting: new Set(), held: new Set() }
  const facts = { find, staff, now: at, held: new HeldItems(family) }
  const first = family.version - steps.length + 1
  for (const [index, { event, before, after, frame, hold }] of steps.entries()) {
    noteHandling(family, event, first + index, projected, changes)
    if (isSaying(event)) say(family, event, first + index, projected, changes)
    if (staff) noteWork(family, { event, before, after }, at, changes.work)
    if (event.type === "ItemWithdrawn") withdraw(event.item, before, changes)
    noteAlarms(family, event, before, at, changes)
    if (hold) touchHeld(family, hold, touched)
    touch(event, after, touched)
    // An ended item may have been dropped from the family by a later event of the same entry.
    if (after && frame && !isLive(after)) changes.items.set(after.id, itemRow(family, after, frame, facts))
  }
  noteExceptions(family, projected, changes)
  if (touched.held.size > 0)
    for (const item of family.items.values())
      if (touched.held.has(item.case) && isLive(item)) touched.items.add(item.id)
  for (const id of touched.items) {
    const item = family.items.get(id)
    const frame = item && family.frames.get(item.frame)
    if (item && frame && isLive(item)) changes.items.set(id, itemRow(family, item, frame, facts))
  }
  for (const id of touched.cases) {
    const row = caseRow(family, id)
    if (row) changes.cases.set(id, row)
  }
  if (family.shared.size > 0 && touched.expecting.size > 0)
    for (const { id, state, shares } of family.cases.values())
      if (shares && state === "running") touched.expecting.add(id)
  for (const id of touched.expecting) {
    const expectations = expectationsOf(family, id, find, at)
    if (expectations) changes.expectations.set(id, expectations)
  }
  for (const { event } of steps)
    if (event.type === "AnswerTakenBack") projectTakenBack(family, projected.handling.after, event, facts, changes)
}

export interface Projected {
  readonly at: number
  readonly by: AgentId
  readonly steps: readonly Step[]
  /** What the exception machine knew before, and knows now. */
  readonly handling: { readonly before: Handling; readonly after: Handling }
  /** The exceptions that were open before and are no longer. */
  readonly ended: readonly RaisedException[]
  /** Who there is, if anybody knows. */
  readonly staff?: Staff | undefined
  /** Other ways than their own lists by which people and systems are told. */
  readonly channels?: readonly Subscription[] | undefined
}

interface Touched {
  readonly items: Set<ItemId>
  readonly cases: Set<CaseId>
  /** Cases that may expect other messages than before. */
  readonly expecting: Set<CaseId>
  /** Cases of which any live item may be held, or no longer. */
  readonly held: Set<CaseId>
}

/** Everything a hold keeps from moving looks different with it and without it. */
function touchHeld(family: Family, { target }: Hold, { items, cases, held }: Touched): void {
  if (target.kind === "case" || target.kind === "end") cases.add(target.case)
  if (target.kind === "end") return
  const of = target.kind === "item" ? family.items.get(target.item) : undefined
  if (of && of.kind !== "activity") {
    items.add(of.id)
    return
  }
  const id = target.kind === "case" ? target.case : (of?.case ?? frameCase(family, target))
  if (id) held.add(id)
}

function frameCase(family: Family, target: Hold["target"]): CaseId | undefined {
  return target.kind === "after" ? family.frames.get(target.frame)?.case : undefined
}

function touch(event: Event, after: Item | undefined, { items, cases, expecting }: Touched): void {
  switch (event.type) {
    case "CaseStarted":
    case "CaseCompleted":
    case "CaseExhausted":
    case "CaseRemoved":
    case "CaseFailed":
      cases.add(event.case)
      expecting.add(event.case)
      return
    case "DataWritten":
    case "MessageReceived":
      expecting.add(event.case)
      return
    case "HoldPlaced":
    case "HoldLifted":
    case "FrameClosed":
    case "RouteFired":
    case "Jumped":
    case "TimerFired":
    case "TimerDisarmed":
    case "TimerPaused":
    case "TimerResumed":
    case "ExceptionRaised":
    case "ExceptionResolved":
    case "InvariantRestored":
    case "DecisionMade":
    case "StageReached":
    case "ItemTriedAgain":
    case "VerificationBegun":
    case "ExceptionVerified":
    case "RunStarted":
    case "StepTaken":
    case "ExpectedCame":
    case "RunEnded":
    case "InterventionOpened":
    case "InterventionAnswered":
    case "InterventionWithdrawn":
    case "Notified":
    case "EventRaised":
    case "PatternNoted":
    case "PatternMatched":
    case "BroadcastSent":
    case "StartSent":
    case "CapabilitiesGranted":
    case "InterventionEscalated":
    case "InterventionAssigned":
    case "InterventionPostponed":
    case "AnswerTakenBack":
    case "BoundKept":
    case "FlowRewound":
    case "RollbackPlanned":
    case "UndoStarted":
    case "UndoFailed":
    case "UndoRetried":
    case "RolledBack":
      return
    case "ItemUndone":
      if (event.data || event.unset) expecting.add(event.case)
      return
    case "TimerArmed":
      if ("item" in event.of) items.add(event.of.item)
      return
    default: {
      items.add(event.item)
      if (after && (after.awaits || ("writes" in event && event.writes))) expecting.add(after.case)
    }
  }
}

/** Some are answered; the others are gone with what they stood at, and there is no event that says so. */
function noteExceptions(family: Family, { at, steps, ended, handling }: Projected, changes: Changes): void {
  const ends = new Map<ExceptionId, ExceptionRow["state"]>()
  const known = new Map(ended.map((each) => [each.id, each]))
  const touched = new Set<ExceptionId>()
  for (const { event } of steps) {
    switch (event.type) {
      case "ExceptionResolved":
        ends.set(event.exception, event.as ?? "resolved")
        break
      case "VerificationBegun":
        ends.set(event.exception, "verifying")
        break
      case "ExceptionVerified": {
        const watched = handling.before.verifying.get(event.exception)
        ends.set(event.exception, event.as)
        if (watched) known.set(event.exception, { ...watched, id: event.exception, parameters: {} })
        break
      }
      case "RunStarted":
        if (event.exception) touched.add(event.exception)
        break
      case "RunEnded": {
        const about = handling.before.runs.get(event.run)?.exception
        if (about) touched.add(about)
        break
      }
      case "ExceptionRaised": {
        const { type: _, exception: id, ...rest } = event
        known.set(id, { ...rest, id, raisedAt: at })
        touched.add(id)
        break
      }
      default:
    }
  }
  for (const [id, each] of known)
    if (!family.exceptions.has(id))
      changes.exceptions.set(id, { ...exceptionRow(family, each, ends.get(id) ?? "resolved"), endedAt: at })
  for (const id of touched) {
    const open = family.exceptions.get(id)
    if (open === undefined) continue
    const isHandled = (handling.after.exceptions.get(id)?.runs.length ?? 0) > 0
    changes.exceptions.set(id, exceptionRow(family, open, isHandled ? "handling" : "open"))
  }
}

/** Rows as they are written: each with its answer. */
export function answeredRows({ exceptions, answers }: Changes): readonly ExceptionRow[] {
  if (answers.size === 0) return [...exceptions.values()]
  return [...exceptions.values()].map((row) => {
    const answer = answers.get(row.id)
    return answer ? { ...row, answer } : row
  })
}

/** Interventions and what is on its way to other families. */
function noteHandling(family: Family, event: Event, version: number, projected: Projected, changes: Changes): void {
  const given = answerIn(event, projected, (id) => projected.handling.before.interventions.get(id)?.exception)
  if (given) changes.answers.set(given.exception, given.answer)
  switch (event.type) {
    case "InterventionOpened": {
      const raised = event.exception && classOf(projected.steps, family, event.exception)
      changes.interventions.set(event.intervention, {
        id: event.intervention,
        family: family.id,
        case: event.case,
        process: family.cases.get(event.case)?.process ?? "",
        at: event.at,
        text: event.text,
        openedAt: projected.at,
        open: true,
        ...(event.to !== undefined && { to: event.to }),
        ...(event.dueAt !== undefined && { dueAt: event.dueAt }),
        ...(raised !== undefined && { class: raised }),
      })
      return
    }
    case "InterventionAnswered":
    case "InterventionWithdrawn": {
      const row = interventionNow(family, event.intervention, projected, changes)
      if (row) changes.interventions.set(event.intervention, { ...row, open: false })
      return
    }
    case "InterventionEscalated":
    case "InterventionAssigned":
    case "InterventionPostponed": {
      const row = interventionNow(family, event.intervention, projected, changes)
      const to = "to" in event ? { to: event.to } : {}
      if (row) changes.interventions.set(event.intervention, { ...row, ...to, dueAt: event.dueAt })
      return
    }
    case "CapabilitiesGranted": {
      const { agent, capabilities, until } = event
      const { at, by } = projected
      const source = { agent, capabilities, ...(until !== undefined && { until }) }
      changes.grants.push({ kind: "grant", name: `${family.id}.${version}`, version: 1, source, at, by })
      return
    }
    case "BroadcastSent": {
      const { run, verb, process, reason } = event
      const { at, by } = projected
      changes.broadcasts.push({ family: family.id, version, run, verb, process, reason, by, at })
      return
    }
    case "StartSent": {
      const { run, process, reason, family: id, version: of, data, depth, number, by: sender } = event
      const { at, by } = projected
      const under = number === undefined ? {} : { number, ...(sender && { by: sender }) }
      const start = { family: id, version: of, data, depth, ...under }
      changes.broadcasts.push({ family: family.id, version, run, verb: "start", process, reason, by, at, start })
      return
    }
    default:
      return
  }
}

function say(family: Family, event: Saying, version: number, projected: Projected, { outgoing }: Changes): void {
  const { at, by, steps, staff, channels, handling } = projected
  const raised = "exception" in event && event.exception && classOf(steps, family, event.exception)
  const { before, after } = handling
  const intervention =
    "intervention" in event
      ? (after.interventions.get(event.intervention) ?? before.interventions.get(event.intervention))
      : undefined
  const about = { intervention, ...(raised && { class: raised }) }
  noteSaid(family, event, { at, version, by, staff, channels, ...about }, outgoing)
}

/** As it was before the event. */
function interventionNow(
  family: Family,
  id: InterventionId,
  { handling }: Projected,
  changes: Changes,
): InterventionRow | undefined {
  const known = handling.before.interventions.get(id)
  return changes.interventions.get(id) ?? (known && interventionRow(family, known))
}

function classOf(steps: readonly Step[], family: Family, id: ExceptionId): string | undefined {
  const open = family.exceptions.get(id)
  if (open) return open.class
  for (const { event } of steps) if (event.type === "ExceptionRaised" && event.exception === id) return event.class
  return undefined
}

function withdraw(id: ItemId, before: Item | undefined, changes: Changes): void {
  changes.items.delete(id)
  changes.withdrawn.add(id)
  for (const timer of before?.timers ?? []) alarmOff(timer, "timer", changes)
}

/** What an event ends says, as it was before, which alarms it had. */
function noteAlarms(family: Family, event: Event, before: Item | undefined, now: number, changes: Changes): void {
  const on = (id: TimerId, dueAt: number) => changes.alarms.set(id, { family: family.id, id, kind: "timer", dueAt })
  switch (event.type) {
    case "TimerArmed":
    case "TimerResumed":
      on(event.timer, event.dueAt)
      return
    case "TimerFired":
    case "TimerDisarmed":
    case "TimerPaused":
      alarmOff(event.timer, "timer", changes)
      return
    case "ItemStarted":
      if (event.lease !== undefined) {
        const dueAt = now + event.lease
        changes.alarms.set(event.item, {
          family: family.id,
          id: event.item,
          kind: "lease",
          dueAt,
          attempt: event.attempt,
        })
      }
      return
    case "ItemHandedBack":
    case "ItemRestarted":
    case "AttemptFailed":
    case "OutputKept":
      if (before?.lease !== undefined) alarmOff(event.item, "lease", changes)
      return
    case "ItemCompleted":
    case "ItemForceCompleted":
    case "ItemFailed":
    case "ItemSkipped":
    case "ItemRemoved":
      for (const timer of before?.timers ?? []) alarmOff(timer, "timer", changes)
      if (before?.lease !== undefined) alarmOff(event.item, "lease", changes)
      return
    case "CaseCompleted":
    case "CaseExhausted":
    case "CaseRemoved":
    case "CaseFailed":
      for (const timer of family.cases.get(event.case)?.timers ?? []) alarmOff(timer, "timer", changes)
      return
    default:
      return
  }
}

function alarmOff(id: TimerId | ItemId, kind: AlarmChange["kind"], changes: Changes): void {
  changes.alarms.set(id, { family: familyOf(id), id, kind })
}
