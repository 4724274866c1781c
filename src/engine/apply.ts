import type { Ending, Event, EventOf, NetEvent, PassedBlock, PlaceId } from "../messages/events.ts"
import { type AgentId, type CaseId, type FrameId, type ItemId, numberOf, rootFrame } from "../messages/ids.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import { type Draft, restoreFamily } from "./draft.ts"
import {
  type Case,
  countKey,
  type Frame,
  type Item,
  type ItemStatus,
  type Round,
  roundKey,
  roundOfLoop,
  traceKey,
} from "./family.ts"
import { dropEnded, dropFrames, dropHolds, forget, supersede } from "./forgetting.ts"
import { count, countAnew, pursesFor, takeBack } from "./purses.ts"
import { countEnabled, passEnabled, uncountEnabled } from "./repeats.ts"
import { dataOfCase, newIn, runsBehind, writeTo } from "./shared-data.ts"
import { moveTokens } from "./tokens.ts"
import { noteDoers } from "./who-did.ts"

/** Who and when, of the entry an event stands in. */
export interface Stamp {
  readonly at: number
  readonly by: AgentId
}

/** Folds one event into a family; what only the exception machine tells is none of its business. It repeats what the event says and cannot refuse: what happened, happened. */
export function apply(draft: Draft, event: Event, stamp: Stamp): void {
  draft.version++
  if (!Object.hasOwn(appliers, event.type)) return
  ;(appliers[event.type as NetEvent["type"]] as (draft: Draft, event: Event, stamp: Stamp) => void)(draft, event, stamp)
}

const appliers: { readonly [Type in NetEvent["type"]]: (draft: Draft, event: EventOf<Type>, stamp: Stamp) => void } = {
  CaseStarted(draft, { case: id, process, version, data, shares, start, parent, sentBy, number }, { at, by }) {
    const begun = { id, process, version, state: "running", own: {}, startedAt: at, startedBy: by } as const
    const sharing = shares ? { ...begun, shares } : begun
    const named = number === undefined ? sharing : { ...sharing, number }
    const started = sentBy ? { ...named, sentBy } : named
    const about = parent?.item ?? parent?.about
    const purses = about && { purses: pursesFor(draft, about) }
    const joining: Case = parent ? { ...started, parent, ...purses } : started
    writeTo(draft, joining, newIn(draft, joining, data), { runs: runsBehind(draft, joining) })
    draft.frames.set(rootFrame(id), newFrame(rootFrame(id), id, "", 1, start))
    used(draft, id)
  },
  DataWritten(draft, { case: id, data, run, refreshes }) {
    const item = refreshes && draft.items.get(refreshes)
    if (item) {
      const { input, given } = item
      change(draft, item.id, {
        input: input && { ...input, ...known(input, data) },
        given: given && { ...given, ...known(given, data) },
      })
    }
    const found = mustCase(draft, id)
    writeTo(draft, found, data, { runs: run ? runsBehind(draft, found, run) : [] })
  },
  CaseCompleted(draft, { case: id, result }, { at }) {
    endCase(draft, id, { state: "completed", endedAt: at, ...(result !== undefined && { result }) })
  },
  CaseExhausted(draft, { case: id }, { at }) {
    endCase(draft, id, { state: "exhausted", endedAt: at })
  },
  CaseRemoved(draft, { case: id }, { at }) {
    endCase(draft, id, { state: "removed", endedAt: at })
  },
  CaseFailed(draft, { case: id }, { at }) {
    endCase(draft, id, { state: "failed", endedAt: at })
  },

  FrameOpened(draft, { frame, item, net, instance, start, also, locals }) {
    const owner = mustItem(draft, item)
    const opened = moveTokens(newFrame(frame, owner.case, net, instance, start), [], also ?? [])
    draft.frames.set(frame, { ...opened, item, ...(locals && { locals }) })
    draft.items.set(item, { ...owner, opened: owner.opened + 1, open: owner.open + 1 })
  },
  FrameClosed(draft, { frame, as }) {
    const closed = mustFrame(draft, frame)
    draft.frames.set(frame, { ...closed, marking: [], closed: as })
    const owner = closed.item && draft.items.get(closed.item)
    if (owner)
      change(draft, owner.id, { open: owner.open - 1, completed: owner.completed + (as === "completed" ? 1 : 0) })
  },
  RouteFired(draft, { frame: id, consumed, produced, round, passed, reentered }) {
    const frame = moveTokens(mustFrame(draft, id), consumed, produced)
    draft.frames.set(
      id,
      round ? { ...frame, rounds: { ...frame.rounds, [round.loop]: nextRound(frame, round) } } : frame,
    )
    if (passed || reentered) pass(draft, id, passed, reentered)
  },
  Jumped(draft, { frame: id, cancelled, produced }) {
    draft.frames.set(id, moveTokens(mustFrame(draft, id), [], produced, cancelled))
  },

  FlowRewound(draft, { frame: id, taken, given, rounds, passed = [], reentered }) {
    for (const item of passed) markUndone(draft, item, "nobody")
    const places = given.map(({ place }) => place)
    const frame = moveTokens(mustFrame(draft, id), taken, places)
    draft.frames.set(id, rounds ? { ...frame, rounds: without({ ...frame.rounds, ...rounds }) } : frame)
    if (reentered) pass(draft, id, [], reentered)
  },

  ItemEnabled(draft, event, { at }) {
    const { item: id, case: caseId, frame: frameId, task, kind, consumed, round, serials, reads, into } = event
    const frame = mustFrame(draft, frameId)
    const key = traceKey(frameId, task)
    const trace = draft.traces.get(key)
    const begun = (trace?.begun ?? 0) + 1
    const before = trace?.items ?? []
    // A contested one may yet be withdrawn as if it had never been: then the one before it is the newest again.
    draft.traces.set(key, { ...trace, begun, items: [...(consumed ? dropEnded(draft, before) : before), id] })
    draft.items.set(id, {
      id,
      case: caseId,
      frame: frameId,
      task,
      kind,
      status: "enabled",
      enabledAt: at,
      startedAt: undefined,
      endedAt: undefined,
      incarnation: begun,
      round,
      serials,
      contested: consumed === undefined,
      entered: kind === "route" ? consumed : undefined,
      reads,
      into,
      agent: undefined,
      declined: undefined,
      offer: undefined,
      needs: undefined,
      returnedBy: undefined,
      attempt: 0,
      lease: undefined,
      isRemote: undefined,
      input: undefined,
      began: undefined,
      rereads: undefined,
      given: undefined,
      kept: undefined,
      awaits: undefined,
      result: undefined,
      timers: undefined,
      dueAt: undefined,
      opened: 0,
      open: 0,
      completed: 0,
      planned: undefined,
      cost: undefined,
      spent: undefined,
      undone: undefined,
    })
    const count = countKey(caseId, task)
    draft.counts.set(count, (draft.counts.get(count) ?? 0) + 1)
    if (reads !== undefined) countEnabled(draft, caseId, task, reads, event.isAgain ? 2 : 1)
    const tasks = trace ? frame.tasks : [...frame.tasks, task]
    draft.frames.set(frameId, { ...moveTokens(frame, consumed ?? [], []), tasks, live: frame.live + 1 })
    used(draft, id)
  },
  ItemWithdrawn(draft, { item: id }) {
    const item = mustItem(draft, id)
    const frame = mustFrame(draft, item.frame)
    const key = traceKey(item.frame, item.task)
    const trace = draft.traces.get(key)
    const count = countKey(item.case, item.task)
    draft.counts.set(count, (draft.counts.get(count) ?? 0) - 1)
    uncountEnabled(draft, item)
    draft.items.delete(id)
    if (trace)
      draft.traces.set(key, { ...trace, begun: trace.begun - 1, items: trace.items.filter((other) => other !== id) })
    draft.frames.set(frame.id, { ...frame, live: frame.live - 1 })
    forget(draft, item)
  },
  ItemOffered(draft, { item, demand, to, afresh, isWaived }) {
    const offer = { demand, ...(to && { to }), ...(isWaived && { isWaived }) }
    const asked = afresh ? { declined: undefined, returnedBy: undefined } : {}
    takeBack(draft, item)
    change(draft, item, { status: "offered", agent: undefined, offer, ...asked })
  },
  AgentAwaited(draft, { item, demand, isWaived }) {
    const offer = { demand, isAwaited: true as const, ...(isWaived && { isWaived }) }
    change(draft, item, { status: "enabled", agent: undefined, offer })
  },
  ItemAllocated(draft, { item: id, to, demand, isWaived }) {
    takeBack(draft, id)
    const asked = demand ?? mustItem(draft, id).offer?.demand
    const agreed = asked && { demand: asked, ...(isWaived && { isWaived }) }
    change(draft, id, { status: "allocated", agent: to, offer: agreed })
  },
  ItemDeclined(draft, { item: id, agent }) {
    const { declined = [] } = mustItem(draft, id)
    const known = declined.includes(agent) ? declined : [...declined, agent]
    change(draft, id, { status: "enabled", agent: undefined, offer: undefined, declined: known })
  },
  ItemHandedBack(draft, { item: id, restarted }) {
    takeBack(draft, id)
    const { agent } = mustItem(draft, id)
    change(draft, id, { status: "enabled", agent: undefined, offer: undefined, returnedBy: agent, rereads: restarted })
  },
  ItemEscalated() {},
  NeedsAmended(draft, { item: id, needs }) {
    const isWaiting = mustItem(draft, id).status !== "started"
    change(draft, id, { needs, ...(isWaiting && { status: "enabled", agent: undefined, offer: undefined }) })
  },
  ItemStarted(draft, { item: id, agent, consumed, input, attempt, lease, isRemote, cost }, { at }) {
    const item = mustItem(draft, id)
    if (consumed) {
      draft.frames.set(item.frame, moveTokens(mustFrame(draft, item.frame), consumed, []))
      supersede(draft, item)
    }
    draft.items.set(id, {
      ...item,
      status: "started",
      startedAt: at,
      agent,
      contested: item.contested && consumed === undefined,
      input: input ?? dataOfCase(draft, item.case),
      began: input ?? dataOfCase(draft, item.case),
      rereads: undefined,
      attempt,
      lease,
      isRemote,
    })
    if (cost !== undefined) count(draft, id, cost)
  },
  ItemUpdated(draft, { item, data, cost }) {
    change(draft, item, { given: { ...mustItem(draft, item).given, ...data } })
    if (cost !== undefined) count(draft, item, cost)
  },
  OutputKept(draft, { item, data }) {
    change(draft, item, { kept: data })
  },
  ItemCompleted: (draft, event, stamp) => end(draft, event, "completed", stamp),
  ItemForceCompleted: (draft, event, stamp) => end(draft, event, "force-completed", stamp),
  ItemFailed: (draft, event, stamp) => end(draft, event, "failed", stamp),
  ItemSkipped: (draft, event, stamp) => end(draft, event, "skipped", stamp),
  ItemRemoved(draft, event, stamp) {
    if (event.isPassed) passEnabled(draft, mustItem(draft, event.item))
    end(draft, { ...event, produced: [] }, "removed", stamp)
  },
  ItemRestarted(draft, { item: id, attempt, cost, over }) {
    const item = mustItem(draft, id)
    const { kind, status } = item
    dropFrames(draft, item)
    const restarted = kind === "work" ? status : "enabled"
    const began = over && item.began ? { ...item.began, ...known(item.began, over) } : item.began
    if (began) change(draft, id, { input: began, began, rereads: kind === "program" ? true : undefined })
    change(draft, id, {
      attempt,
      status: restarted,
      into: undefined,
      given: undefined,
      kept: undefined,
      lease: undefined,
      open: 0,
      completed: 0,
    })
    countAnew(draft, id)
    if (cost !== undefined) count(draft, id, cost)
  },
  ActivityEmptied(draft, { item }) {
    change(draft, item, { completed: 0 })
  },
  AttemptFailed(draft, { item: id, attempt }) {
    const { agent } = mustItem(draft, id)
    countAnew(draft, id)
    change(draft, id, {
      status: "enabled",
      attempt,
      agent: undefined,
      returnedBy: agent,
      input: undefined,
      rereads: undefined,
      lease: undefined,
    })
  },

  ItemUndone(draft, { item, case: id, task, way, data = {}, unset = [], locals, output = {} }, { at }) {
    const found = mustCase(draft, id)
    const voided = way === "void" ? { ...found.voided, [task]: { item, output, at } } : found.voided
    const put = writeTo(draft, found, data, { unset, runs: runsBehind(draft, found) })
    if (voided) draft.cases.set(id, { ...put, voided })
    const frame = locals && draft.frames.get(locals.frame)
    if (frame) draft.frames.set(frame.id, { ...frame, locals: restored(frame.locals, locals.values, locals.unset) })
    markUndone(draft, item, way)
  },

  HoldPlaced(draft, { hold }) {
    draft.holds.set(hold.id, hold)
    used(draft, hold.id)
  },
  HoldLifted(draft, { hold }) {
    draft.holds.delete(hold)
  },

  TimerArmed(draft, { timer: id, purpose, of, dueAt }) {
    draft.timers.set(id, { id, purpose, of, dueAt })
    if ("item" in of) {
      const { timers = [] } = mustItem(draft, of.item)
      change(draft, of.item, { timers: [...timers, id], ...(purpose === "deadline" && { dueAt }) })
    } else {
      const found = mustCase(draft, of.case)
      draft.cases.set(found.id, { ...found, timers: [...(found.timers ?? []), id] })
    }
    used(draft, id)
  },
  TimerFired(draft, { timer }) {
    draft.timers.delete(timer)
  },
  TimerDisarmed(draft, { timer }) {
    draft.timers.delete(timer)
  },
  TimerPaused(draft, { timer: id, left }) {
    const timer = draft.timers.get(id)
    if (timer) draft.timers.set(id, { ...timer, paused: left })
  },
  TimerResumed(draft, { timer: id, dueAt }) {
    const timer = draft.timers.get(id)
    if (timer) draft.timers.set(id, { id, purpose: timer.purpose, of: timer.of, dueAt })
  },

  ExceptionRaised(draft, { exception: id, class: name, case: caseId, item, at, parameters }, stamp) {
    const raised = { id, class: name, case: caseId, at, parameters, raisedAt: stamp.at }
    draft.exceptions.set(id, item ? { ...raised, item } : raised)
    if (name === "InvariantBroken") draft.broken.set(item ?? caseId, true)
    used(draft, id)
  },
  ExceptionResolved(draft, { exception }) {
    draft.exceptions.delete(exception)
  },

  CapabilitiesGranted() {},
  AnswerTakenBack: (draft, { net }) => restoreFamily(draft, net),

  InvariantRestored(draft, { of }) {
    draft.broken.delete(of)
  },

  MessageReceived(draft, { message: id, case: caseId, name, key, data }) {
    draft.messages.set(id, { id, case: caseId, name, key, data })
    used(draft, id)
  },
  MessageAwaited(draft, { item, name, key }) {
    change(draft, item, { awaits: { name, key } })
  },
  MessageTaken(draft, { message }) {
    draft.messages.delete(message)
  },
}

function pass(draft: Draft, id: FrameId, left: readonly PassedBlock[] = [], reentered: readonly string[] = []): void {
  const frame = mustFrame(draft, id)
  const passed = Object.fromEntries(Object.entries(frame.passed ?? {}).filter(([name]) => !reentered.includes(name)))
  for (const { block, round, serials = [] } of left) {
    passed[block] = { serials, since: draft.lastId }
    if (round !== undefined) draft.rounds.set(roundKey(frame.case, block, round), "completed")
  }
  draft.frames.set(id, { ...frame, passed })
}

function newFrame(id: FrameId, caseId: CaseId, net: string, instance: number, start: PlaceId): Frame {
  return { id, case: caseId, net, instance, marking: [start], rounds: {}, locals: {}, tasks: [], live: 0 }
}

function end(draft: Draft, ending: Ending, status: ItemStatus, { at }: Stamp): void {
  const { item: id, consumed = [], cancelled = [], produced, writes, locals, result, cost } = ending
  if (cost !== undefined) count(draft, id, cost)
  const item = mustItem(draft, id)
  const frame = mustFrame(draft, item.frame)
  if (consumed.length > 0) supersede(draft, item)
  draft.items.set(id, {
    ...item,
    status,
    contested: false,
    endedAt: at,
    result,
    lease: undefined,
    input: undefined,
    given: undefined,
    kept: undefined,
    timers: undefined,
    dueAt: undefined,
    offer: undefined,
  })
  if (status === "completed") noteDoers(draft, item)
  draft.frames.set(frame.id, { ...moveTokens(frame, consumed, produced, cancelled), live: frame.live - 1 })
  if (result !== undefined) noteResult(draft, item, result)
  if (writes) {
    const found = mustCase(draft, item.case)
    writeTo(draft, found, writes, { runs: runsBehind(draft, found) })
  }
  if (locals) {
    const target = mustFrame(draft, locals.frame)
    draft.frames.set(target.id, { ...target, locals: { ...target.locals, ...locals.values } })
  }
  forget(draft, item)
}

function noteResult(draft: Draft, { frame, task }: Item, result: Json): void {
  const key = traceKey(frame, task)
  const trace = draft.traces.get(key)
  if (trace) draft.traces.set(key, { ...trace, result })
}

function endCase(draft: Draft, id: CaseId, changes: Partial<Case>): void {
  const found = mustCase(draft, id)
  draft.cases.set(id, { ...found, ...changes })
  for (const timer of found.timers ?? []) draft.timers.delete(timer)
  const frame = mustFrame(draft, rootFrame(id))
  draft.frames.set(frame.id, { ...frame, marking: [] })
  dropHolds(draft, (target) => {
    if (target.kind === "case" || target.kind === "end") return target.case === id
    return target.kind === "after" && draft.frames.get(target.frame)?.case === id
  })
  for (const message of [...draft.messages.values()]) if (message.case === id) draft.messages.delete(message.id)
  for (const raised of [...draft.exceptions.values()]) if (raised.case === id) draft.exceptions.delete(raised.id)
  draft.broken.delete(id)
}

function nextRound(frame: Frame, { loop, number, within }: NonNullable<EventOf<"RouteFired">["round"]>): Round {
  return { number, serial: (roundOfLoop(frame, loop)?.serial ?? 0) + 1, within: within ?? [] }
}

/** Of the values, those under names that are there already. */
function known(input: JsonObject, data: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(data).filter(([name]) => Object.hasOwn(input, name)))
}

/** What was undone has no result either, unless it stays and is only marked. */
function markUndone(draft: Draft, id: ItemId, undone: NonNullable<Item["undone"]>): void {
  const item = draft.items.get(id)
  if (item === undefined) return
  draft.items.set(id, { ...item, undone })
  const key = traceKey(item.frame, item.task)
  const trace = draft.traces.get(key)
  if (undone === "void" || trace?.result === undefined || trace.items.at(-1) !== id) return
  const { result: _, ...rest } = trace
  draft.traces.set(key, rest)
}

function restored(there: JsonObject, values: JsonObject, unset: readonly string[] = []): JsonObject {
  return Object.fromEntries(Object.entries({ ...there, ...values }).filter(([name]) => !unset.includes(name)))
}

/** Without those that are null. */
function without(rounds: Readonly<Record<string, Round | null>>): Record<string, Round> {
  return Object.fromEntries(Object.entries(rounds).filter((entry): entry is [string, Round] => entry[1] !== null))
}

function change(draft: Draft, id: ItemId, changes: Partial<Item>): void {
  draft.items.set(id, { ...mustItem(draft, id), ...changes })
}

function used(draft: Draft, id: Parameters<typeof numberOf>[0]): void {
  const number = numberOf(id)
  if (number > draft.lastId) draft.lastId = number
}

function mustCase(draft: Draft, id: CaseId): Case {
  return must(draft.cases.get(id), "case", id)
}
function mustFrame(draft: Draft, id: FrameId): Frame {
  return must(draft.frames.get(id), "frame", id)
}
function mustItem(draft: Draft, id: ItemId): Item {
  return must(draft.items.get(id), "item", id)
}
function must<Value>(value: Value | undefined, kind: string, id: string): Value {
  if (value === undefined) throw new Error(`the event speaks of ${kind} ${id}, which this family does not have`)
  return value
}
