import { absorb, copiedFamily, type Draft, emptyFamily } from "../engine/draft.ts"
import type { Timer } from "../engine/family.ts"
import { absorbHandling, copiedHandling, emptyHandling, type HandlingDraft } from "../exceptions/handling.ts"
import type { Fetched, Need } from "../exceptions/port.ts"
import type { Command } from "../messages/commands.ts"
import type { Entry, Event } from "../messages/events.ts"
import { type AgentId, administrator, asFamilyId, engineAgent, numberOf } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import type { Rejection } from "../messages/rejections.ts"
import { pastQuestion } from "../model/past-functions.ts"
import { historyValue } from "../runtime/history-value.ts"
import { factKey, KnownFacts } from "../runtime/known-facts.ts"
import { noPast } from "../runtime/past-cases.ts"
import { historySource } from "../runtime/rule-context.ts"
import { trailFact } from "../runtime/trail.ts"
import { TrailFinder } from "../runtime/trail-finder.ts"
import { type Decided, decideTurn, type TurnFacts } from "../runtime/turn.ts"
import { rememberedNeeds } from "../runtime/written-needs.ts"
import type { Stage } from "./stage.ts"

/**
 * A family played through: decided as the engine decides, kept nowhere. A value, so that from each moment one can go on in
 * several ways. No programs and no sources are there.
 */
export interface Played {
  readonly state: Draft
  readonly handling: HandlingDraft
  readonly now: number
  readonly entries: readonly Entry[]
  /** What the last move has brought about, with what came due then. */
  readonly events: readonly Event[]
}

export type Outcome =
  | { readonly ok: true; readonly played: Played }
  | { readonly ok: false; readonly rejection: Pick<Rejection, "code" | "message"> }

/** Nothing has happened yet. */
export function curtain(now: number): Played {
  const state = emptyFamily(asFamilyId("played"))
  return { state, handling: emptyHandling(), now, entries: [], events: [] }
}

/** What a command does, and what is due at the same moment. */
export function play(stage: Stage, played: Played, command: Command, by: AgentId = administrator): Outcome {
  const taken = take(stage, { ...played, events: [] }, command, by)
  return taken.ok ? { ok: true, played: ring(stage, taken.played, played.now) } : taken
}

/** Time passes, and what comes due on the way comes in its order. */
export function passTime(stage: Stage, played: Played, until: number): Played {
  return { ...ring(stage, { ...played, events: [] }, until), now: until }
}

/** When the next timer comes due. */
export function nextDue({ state }: Played): number | undefined {
  return dueFirst(state)?.dueAt
}

/** The newest version of a process. */
export function startCase(
  { processes }: Stage,
  process: string,
  data: JsonObject,
): Extract<Command, { readonly type: "StartCase" }> {
  return { type: "StartCase", process, version: processes.newest(process)?.version ?? 1, data }
}

function ring(stage: Stage, played: Played, until: number): Played {
  let now = played
  for (let rung = 0; rung < mostRings; rung++) {
    const timer = dueFirst(now.state)
    if (timer === undefined || timer.dueAt > until) break
    const at = { ...now, now: Math.max(now.now, timer.dueAt) }
    const fired = take(stage, at, { type: "FireTimer", timer: timer.id }, engineAgent)
    if (!fired.ok) break
    now = fired.played
  }
  return now
}

/** More than this at one go never end. */
const mostRings = 200

function dueFirst({ timers }: Draft): Timer | undefined {
  let first: Timer | undefined
  for (const timer of timers.values()) {
    if (timer.paused !== undefined) continue
    const isFirst = first === undefined || timer.dueAt < first.dueAt
    if (isFirst || (timer.dueAt === first?.dueAt && numberOf(timer.id) < numberOf(first.id))) first = timer
  }
  return first
}

function take(stage: Stage, played: Played, command: Command, by: AgentId): Outcome {
  const decision = decided(stage, played, command, by)
  if (!decision.ok) return decision
  const { now, entries } = played
  const state = copiedFamily(played.state)
  const handling = copiedHandling(played.handling)
  const entry: Entry = {
    family: state.id,
    version: state.version + 1,
    at: now,
    by,
    command: command.type,
    events: decision.events,
  }
  absorb(state, decision.draft)
  if (decision.handling) absorbHandling(handling, decision.handling)
  const events = [...played.events, ...decision.events]
  return { ok: true, played: { state, handling, now, entries: [...entries, entry], events } }
}

function decided(stage: Stage, played: Played, command: Command, by: AgentId): Decided {
  const known = new KnownFacts()
  for (let tried = 0; tried < mostTries; tried++) {
    const decision = decideTurn(played, command, { ...factsOf(stage, played.now), facts: known, by })
    if (!("needs" in decision)) return decision
    for (const need of decision.needs) known.add(fetch(played, need))
  }
  throw new Error(`${command.type} needs more facts than there are`)
}

const mostTries = 20

function factsOf({ processes, rulebook, staffing }: Stage, now: number): Omit<TurnFacts, "by" | "facts"> {
  return {
    now,
    rules: rulebook,
    find: processes.find,
    newest: processes.current,
    isChecking: true,
    hasWorker: () => false,
    mayHaveWorker: () => false,
    workerGrace: 0,
    needs,
    isGone: (agent) => staffing.isGone(agent),
    staff: staffing.staff,
  }
}

const needs = rememberedNeeds()

function fetch({ entries }: Played, needed: Need): Iterable<readonly [string, Fetched]> {
  if (needed.kind === "trail") {
    const finder = new TrailFinder(needed.of)
    while (finder.begins()) for (const entry of entries) finder.see(entry)
    return trailFact(needed.of, finder)
  }
  return needed.sources.map((name) => {
    const question = pastQuestion(name)
    const value: Fetched =
      name === historySource
        ? { ok: true, value: historyValue(entries) }
        : question
          ? { ok: true, value: noPast(question) }
          : { ok: false, message: `there is no source "${name}"` }
    return [factKey(name, needed.at), value] as const
  })
}
