import { perform } from "../engine/decide.ts"
import { Deciding, type Facts } from "../engine/deciding.ts"
import type { Draft } from "../engine/draft.ts"
import type { Step } from "../engine/evolve.ts"
import type { Family } from "../engine/family.ts"
import { moveOn } from "../engine/settle.ts"
import { checkCase, hasChanged } from "../exceptions/checkpoints.ts"
import { isHandling } from "../exceptions/decide.ts"
import { type Handling, type HandlingDraft, handlingOver } from "../exceptions/handling.ts"
import { hearNext } from "../exceptions/plain-events.ts"
import type { Need, Port, Told } from "../exceptions/port.ts"
import { machine } from "../exceptions/react.ts"
import { Reacting } from "../exceptions/reacting.ts"
import { goOnWaiting } from "../exceptions/runs.ts"
import type { Stall } from "../exceptions/stalling.ts"
import type { Command, NetCommand } from "../messages/commands.ts"
import type { Event } from "../messages/events.ts"
import type { HandlingEvent } from "../messages/handling.ts"
import type { AgentId, FamilyId, ItemId, RunId } from "../messages/ids.ts"
import type { Rejection } from "../messages/rejections.ts"
import type { TrailFacts, TrailOf } from "../messages/undoing.ts"
import { isBudgeted } from "./budgeted.ts"
import { FamilyFacts, type FamilyFactsOptions } from "./family-facts.ts"
import { qualifyingBy } from "./qualifying.ts"
import { stalledIn } from "./stalled.ts"
import { isTakenAlone, take } from "./takings.ts"
import { trailNow } from "./trail.ts"

/** What a turn is decided with. */
export interface TurnFacts extends FamilyFactsOptions {
  readonly by: AgentId
  readonly reason?: string
  /** False: the net machine alone; nothing is checked and nothing handled. */
  readonly isChecking: boolean
  readonly hasWorker: (name: string) => boolean
  readonly workerGrace: number
  readonly needs: NonNullable<Facts["needs"]>
  /** Whether somebody was in the organisation and is no longer. */
  readonly isGone: (agent: string) => boolean
  /** Whether such a program is there, or may still come. */
  readonly mayHaveWorker: (name: string) => boolean
}

export type TurnDecision = Decided | Undecided

export type Decided =
  | {
      readonly ok: true
      readonly events: readonly Event[]
      readonly steps: readonly Step[]
      readonly draft: Draft
      /** Absent: nothing is handled, and nothing was. */
      readonly handling?: HandlingDraft
    }
  | { readonly ok: false; readonly rejection: Rejection }

/** It takes more to be known before it can be decided. */
export interface Undecided {
  readonly ok: false
  readonly needs: readonly Need[]
}

/** A family as both machines know it. */
export interface BothStates {
  readonly state: Family
  readonly handling: Handling
}

/**
 * What a command does to a family: the net machine decides, the exception machine looks at each thing that happens before
 * anything follows from it, and what it wants is done in the same decision.
 */
export function decideTurn(family: BothStates, command: Command, facts: TurnFacts): TurnDecision {
  facts.facts.takeLacking()
  const decision = decided(family, command, facts)
  const needs = facts.facts.takeLacking()
  return needs.length > 0 ? { ok: false, needs } : decision
}

function decided({ state, handling }: BothStates, command: Command, facts: TurnFacts): Decided {
  const { now, by, reason, find, hasWorker, workerGrace, staff, needs } = facts
  const qualifying = qualifyingBy(facts.rules)
  const told = {
    ...(reason !== undefined && { reason }),
    ...(staff && { people: staff }),
    ...(qualifying && { qualifying }),
  }
  const isGoingOn = isHandling(command) || (facts.isChecking && isBusy(state, handling))
  // Arcs and involvement have a say in what is declined, also where there are no rules.
  const isWatched =
    isGoingOn || (facts.isChecking && (command.type === "DeclineItem" || isRuled(state, command, facts)))
  const { hears } = facts.rules
  const heard = isWatched && hears ? { hears } : {}
  const begun = () => new Deciding(state, { now, by, process: find, hasWorker, workerGrace, needs, ...heard, ...told })
  if (isWatched && !isGoingOn && isQuiet(state, command, facts)) {
    const alone = begun()
    const rejection = perform(alone, command)
    if (rejection) return { ok: false, rejection }
    while (moveOn(alone));
    if (!isWanted(alone)) return { ok: true, ...results(alone) }
  }
  const deciding = begun()
  if (isWatched) {
    const turn = new Turn(deciding, { state, handling }, facts)
    const rejection = turn.run(command)
    return rejection ? { ok: false, rejection } : { ok: true, ...results(deciding), handling: turn.reacting.draft }
  }
  const rejection = perform(deciding, command)
  if (rejection) return { ok: false, rejection }
  while (moveOn(deciding));
  if (!facts.isChecking || !deciding.events.some(({ type }) => type === "ExceptionRaised"))
    return { ok: true, ...results(deciding) }
  const turn = new Turn(deciding, { state, handling }, facts)
  turn.settle()
  return { ok: true, ...results(deciding), handling: turn.reacting.draft }
}

/** Whether a waiting item must be asked about again before somebody takes it: a tree has changed since. */
export function needsRecheck({ state, handling }: BothStates, id: ItemId, facts: FamilyFactsOptions): boolean {
  const isChecked = facts.rules.wants("itemPre")
  const isSelected = facts.rules.wants("select")
  if (!isChecked && !isSelected) return false
  const port = new FamilyFacts(state, facts)
  const item = port.item(id)
  if (item === undefined) return false
  const seen = { port, draft: handling }
  return (isChecked && hasChanged(seen, item, "itemPre")) || (isSelected && hasChanged(seen, item, "select"))
}

/** Whether there is anything the exception machine has to know about. */
function isBusy(
  { cases }: Family,
  { runs, checks, exceptions, interventions, pushed, timers, verifying }: Handling,
): boolean {
  const isHandled = runs.size > 0 || exceptions.size > 0 || interventions.size > 0 || verifying.size > 0
  return isHandled || cases.size > 1 || checks.size > 0 || pushed.size > 0 || timers.size > 0
}

/** Worklets make a family busy, so here it has one case, or is about to. */
function isRuled({ cases }: Family, command: Command, { rules, find }: FamilyFactsOptions): boolean {
  const concerns = (name: string, version: number) => {
    const process = rules.concerns(name) ? undefined : find(name, version)
    return process === undefined || isBudgeted(process)
  }
  if (command.type === "StartCase") return concerns(command.process, command.version)
  for (const { process, version } of cases.values()) if (concerns(process, version)) return true
  return false
}

/**
 * Whether the rules there are only wait for what may happen: then the net machine decides by itself first, and if nothing of
 * that is wanted, so it is. Otherwise it is decided anew, step by step.
 */
function isQuiet({ cases }: Family, command: Command, { rules, find }: FamilyFactsOptions): boolean {
  if (!isTakenAlone(command) || rules.constrained.size > 0) return false
  if (asked.some((on) => rules.wants(on))) return false
  for (const { process: name, version } of cases.values()) {
    const process = find(name, version)
    if (process === undefined || isBudgeted(process)) return false
  }
  return true
}

/** What trees are asked about in whatever happens. */
const asked = ["itemPre", "itemPost", "casePre", "casePost", "select"]

function isWanted({ plain, events }: Deciding): boolean {
  return plain.length > 0 || events.some(({ type }) => type === "ExceptionRaised")
}

function results({ events, steps, draft }: Deciding) {
  return { events, steps, draft }
}

/** One decision of both machines, step by step. */
class Turn extends FamilyFacts implements Port {
  readonly family: FamilyId
  readonly now: number
  readonly by: AgentId
  readonly reacting: Reacting
  readonly #deciding: Deciding
  readonly #before: Family
  readonly #facts: TurnFacts
  #seen = 0

  constructor(deciding: Deciding, { state, handling }: BothStates, facts: TurnFacts) {
    const { now, by } = facts
    super(deciding.draft, facts, () => ({ at: now, by, events: deciding.events }))
    this.family = deciding.draft.id
    this.now = now
    this.by = by
    this.#deciding = deciding
    this.#before = state
    this.#facts = facts
    this.reacting = new Reacting(handlingOver(handling), this, machine)
  }

  get cause(): number | undefined {
    return this.#deciding.cause
  }

  get version(): number {
    return this.#deciding.draft.version
  }

  run(command: Command): Rejection | undefined {
    const rejection = take(this.reacting, command)
    if (rejection) return rejection
    this.settle()
    return undefined
  }

  /** Goes on until nothing moves and everything has been looked at. */
  settle(): void {
    this.#tell()
    while (!this.#facts.facts.isLacking) {
      if (machine.react(this.reacting) || hearNext(this.reacting) || this.#checkEndings()) continue
      const hasMoved = moveOn(this.#deciding)
      if (!this.#tell() && !hasMoved && !goOnWaiting(this.reacting)) return
    }
  }

  record(event: HandlingEvent): void {
    this.#deciding.emit(event)
    this.#seen = this.#deciding.events.length
  }

  order(command: NetCommand): Rejection | undefined {
    const rejection = perform(this.#deciding, command)
    this.#tell()
    return rejection
  }

  because<Result>(cause: number | undefined, work: () => Result): Result {
    return this.#deciding.because(cause, work)
  }

  trail(of: TrailOf): TrailFacts | undefined {
    const { now: at, by, facts } = this.#facts
    return trailNow(of, { family: this.#before, recent: { at, by, events: this.#deciding.events }, facts })
  }

  #checkEndings(): boolean {
    const ending = this.#deciding.endings.find(({ isChecked }) => !isChecked)
    if (ending === undefined) return false
    ending.isChecked = true
    checkCase(this.reacting, ending.case, "casePost")
    return true
  }

  stalled(handling: Handling, over: ReadonlySet<RunId>): readonly Stall[] {
    const { find, staff, isGone, mayHaveWorker: hasWorker } = this.#facts
    return stalledIn(this.#deciding.draft, handling, { find, staff, isGone, hasWorker, over })
  }

  causeOf(version: number): Told | undefined {
    const { events, draft } = this.#deciding
    return events[version - (draft.version - events.length + 1)]
  }

  /** What has happened since is told in its order; false if nothing has. */
  #tell(): boolean {
    const { events, draft, plain } = this.#deciding
    if (this.#seen === events.length) return false
    const first = draft.version - events.length + 1
    for (; this.#seen < events.length; this.#seen++) {
      const event = events[this.#seen]
      if (event) this.reacting.notice(event, first + this.#seen, plain[this.#seen])
    }
    return true
  }
}
