import type { Stage } from "../messages/handling.ts"
import type { HoldTarget } from "../messages/holds.ts"
import { type InterventionId, localId, numberOf, type RunId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import type { RuleConclusion, Step } from "../messages/steps.ts"
import type { Advice, Occasion } from "./asking.ts"
import { askPerson } from "./assigning.ts"
import { decidedLast } from "./deciders.ts"
import { isAnswer } from "./fold.ts"
import type { Run } from "./handling.ts"
import { waitedEnough } from "./holding-places.ts"
import { openIntervention } from "./interventions.ts"
import type { Port } from "./port.ts"
import type { Reacting } from "./reacting.ts"
import type { NamedExlet } from "./rules.ts"
import { armRun, disarmRun, dueOfRun } from "./run-deadlines.ts"
import { says } from "./step-text.ts"
import { takeStep } from "./take-step.ts"
import { goOn, type Onward, undoFailed } from "./undoing.ts"
import { selected } from "./worklets.ts"

/** What a run is to do. */
export interface Program {
  readonly exlet: string
  readonly steps: readonly Step[]
  readonly solves?: boolean
  /** The stage of the ladder it works for. */
  readonly stage?: Stage
  /** The bound handler that begins it, and its parameters there. */
  readonly handler?: string
  readonly with?: JsonObject
  /** How long it may take, and what its worklets may cost. */
  readonly deadline?: string
  readonly budget?: number
}

export const programOf = ({ name, steps, solves, deadline, budget }: NamedExlet): Program => ({
  exlet: name,
  steps,
  ...(solves !== undefined && { solves }),
  ...(deadline !== undefined && { deadline }),
  ...(budget !== undefined && { budget }),
})

/** Does what a rule concluded, where it answers no exception. */
export function follow(reacting: Reacting, occasion: Occasion, advice: Advice): void {
  reacting.port.because(advice.decision, () => draw(reacting, occasion, advice))
}

/** Draws a conclusion, for a stage of the ladder if it answers an exception. Gives whether that is an answer. */
export function draw(
  reacting: Reacting,
  occasion: Occasion,
  { conclusion, handler, with: given, solves }: Pick<Advice, "conclusion" | "handler" | "with" | "solves">,
  stage?: Stage,
): "solving" | "passing" {
  const how = {
    ...(stage && { stage }),
    ...(handler !== undefined && { handler }),
    ...(given && { with: given }),
    ...solvesBy(conclusion, solves),
  }
  switch (conclusion.kind) {
    // How something is undone is planned with the rollback, and never a run's business.
    case "undo":
    case "nothing":
      // What nobody does anything about may come back at once, and again.
      if (occasion.exception && occasion.depth >= limitAt(reacting.port, occasion))
        refuse(reacting, occasion, says(conclusion), `it has come back ${occasion.depth} times, one after the other`)
      else if (occasion.exception) reacting.order({ type: "ResolveException", exception: occasion.exception })
      return "solving"
    case "exlet": {
      const exlet = reacting.port.rules.exlet(conclusion.name)
      if (exlet) return begin(reacting, occasion, { ...programOf(exlet), ...how })
      refuse(reacting, occasion, conclusion.name, "there is no such exlet any more")
      return "solving"
    }
    case "steps":
      return begin(reacting, occasion, { exlet: says(conclusion), steps: conclusion.steps, ...how })
    case "worklets": {
      const steps = [{ do: "compensate", worklets: conclusion.worklets }] as const
      return begin(reacting, occasion, { exlet: says(conclusion), steps, ...how })
    }
  }
}

/** Begins a run and takes its first steps. One that would lie too deep is a person's business. */
export function begin(
  reacting: Reacting,
  occasion: Occasion,
  program: Program,
  intervention?: InterventionId,
): "solving" | "passing" {
  const { port } = reacting
  const { on, case: caseId, item, at, parameters, by, from, exception } = occasion
  const answered = intervention ?? occasion.intervention
  const depth = occasion.depth + 1
  const limit = limitAt(port, occasion)
  if (depth > 1) reacting.nested++
  const why =
    depth > limit
      ? `it would be run number ${depth}, one caused by the other, and the limit is ${limit}`
      : runsBefore(port) >= mostInARow
        ? `${mostInARow} runs were begun by one command, each leading to the next`
        : reacting.nested > mostNested
          ? `${mostNested} runs were caused by others in one decision`
          : undefined
  if (why !== undefined) {
    refuse(reacting, occasion, program.exlet, why)
    return "solving"
  }
  const solves = isSolving(program)
  const run = localId(port.family, "run", port.version + 1)
  reacting.record({
    type: "RunStarted",
    run,
    exlet: program.exlet,
    steps: program.steps,
    case: caseId,
    ...(item && { item }),
    at,
    on,
    parameters,
    by,
    ...(from && { from }),
    ...(exception && { exception }),
    ...(answered && { intervention: answered }),
    depth,
    solves,
    ...(program.stage && { stage: program.stage }),
    ...(program.handler !== undefined && { handler: program.handler }),
    ...(program.with && { with: program.with }),
    ...dueOfRun(reacting, caseId, program.deadline),
    ...(program.budget !== undefined && { budget: program.budget }),
    ...(occasion.for && { for: occasion.for }),
  })
  // A case does not end before the run of its last check has.
  if (on === "casePost") {
    const owner = { kind: "run", run } as const
    const reason = `${program.exlet} at ${at}`
    reacting.order({ type: "PlaceHold", owner, target: { kind: "end", case: caseId }, reason })
  }
  advance(reacting, run)
  armRun(reacting, run)
  return solves ? "solving" : "passing"
}

/** Takes steps until the run has to wait or is through. */
export function advance(reacting: Reacting, id: RunId): void {
  const cause = numberOf(id)
  for (;;) {
    const run = reacting.draft.runs.get(id)
    if (run === undefined) return
    if (run.rollback) {
      const onward = reacting.port.because(cause, () => reacting.within(run.depth, () => goOn(reacting, id)))
      if (onward.ok && onward.begins) beginFor(reacting, id, onward.begins)
      if (onward.ok && onward.waits) return
      continue
    }
    const step = run.steps[run.position]
    if (step === undefined) {
      complete(reacting, run)
      return
    }
    const taken = reacting.port.because(cause, () => reacting.within(run.depth, () => takeStep(reacting, run, step)))
    if (!taken.ok) {
      fail(reacting, run, `${step.do}: ${taken.message}`)
      return
    }
    if (!reacting.draft.runs.has(id)) return
    const { worklets, awaits, expects, note } = taken
    reacting.port.because(cause, () =>
      reacting.record({
        type: "StepTaken",
        run: id,
        step: run.position,
        ...(worklets && { worklets }),
        ...(awaits && { awaits }),
        ...(expects && { expects }),
        ...(note !== undefined && { note }),
      }),
    )
    // What the step has brought about is looked at before the next one changes anything.
    reacting.catchUp()
    if (taken.resumes) advance(reacting, taken.resumes)
    if (taken.begins) beginFor(reacting, id, taken.begins)
    if (taken.waits) return
  }
}

/** What a run waited for is over, and all that came of it has been looked at: it goes on. False where there is none. */
export function goOnWaiting(reacting: Reacting): boolean {
  const run = waitedEnough(reacting)
  if (run === undefined) return false
  advance(reacting, run)
  return true
}

/** A run that undoes something for a rollback. Its end, also if it could not even begin, lets that go on. */
function beginFor(
  reacting: Reacting,
  id: RunId,
  { occasion, program }: NonNullable<Extract<Onward, { ok: true }>["begins"]>,
): void {
  reacting.port.because(numberOf(id), () => begin(reacting, occasion, program))
}

/** Ends a run that cannot go on: what it held is held by the exception instead, until somebody answers. */
export function fail(reacting: Reacting, run: Run, message: string): void {
  const { port, draft } = reacting
  port.because(numberOf(run.id), () =>
    reacting.within(run.depth, () => {
      const held = [...port.holds()].filter(({ owner }) => owner.kind === "run" && owner.run === run.id)
      for (const worklet of run.open) reacting.noteEnd(worklet, run.id)
      reacting.record({ type: "RunEnded", run: run.id, as: "failed", message, ...(run.for && { for: run.for }) })
      disarmRun(reacting, run)
      for (const worklet of run.open) reacting.order({ type: "RemoveCase", case: worklet })
      release(reacting, run)
      const isSelection = run.on === "select" && run.item !== undefined && port.item(run.item)?.status === "started"
      if (isSelection && run.item) reacting.order({ type: "GiveUpItem", item: run.item })
      if (run.for) {
        reacting.order({ type: "LiftHolds", holds: held.map(({ id }) => id) })
        return
      }
      const of = run.exception && isAnswer(run) ? draft.exceptions.get(run.exception) : undefined
      const holds = heldByCheck(port, run)
      const raised = reacting.raise({
        type: "RaiseException",
        class: "HandlerFailed",
        case: run.case,
        ...(run.item && port.item(run.item)?.isLive && { item: run.item }),
        at: run.at,
        parameters: {
          exlet: run.exlet,
          ...(run.handler !== undefined && { handler: run.handler }),
          on: run.on,
          message,
        },
        depth: run.depth,
        ...(of && { of: of.id }),
        ...(holds && { holds }),
      })
      if (raised) {
        const owner = { kind: "exception", exception: raised } as const
        for (const { target, reason } of held) reacting.order({ type: "PlaceHold", owner, target, reason })
      } else tellAnyway(reacting, run, message)
      reacting.order({ type: "LiftHolds", holds: held.map(({ id }) => id) })
    }),
  )
}

/** Ends a run whose case is gone, or that is replaced: its worklets go if asked, and its holds. */
export function abandon(reacting: Reacting, run: Run, { withWorklets }: { readonly withWorklets: boolean }): void {
  const { port } = reacting
  const worklets = withWorklets ? run.open.filter((id) => !reacting.spared.has(id)) : []
  for (const worklet of worklets) reacting.noteEnd(worklet, run.id)
  reacting.record({ type: "RunEnded", run: run.id, as: "removed", ...(run.for && { for: run.for }) })
  disarmRun(reacting, run)
  for (const worklet of worklets) reacting.order({ type: "RemoveCase", case: worklet })
  const held = [...port.holds()].filter(({ owner }) => owner.kind === "run" && owner.run === run.id)
  if (held.length > 0) reacting.order({ type: "LiftHolds", holds: held.map(({ id }) => id) })
  release(reacting, run)
  for (const { id, run: asking } of [...reacting.draft.interventions.values()])
    if (asking === run.id) reacting.record({ type: "InterventionWithdrawn", intervention: id })
}

/** What the run holds in other families is let go: it will not do it itself any more. */
function release(reacting: Reacting, run: Run): void {
  const process = reacting.port.case(run.case)?.process
  const taken = run.steps.slice(0, run.position)
  if (process && taken.some((step) => step.do === "suspend" && step.target === "allCases"))
    reacting.record({ type: "BroadcastSent", run: run.id, verb: "continue", process, reason: `${run.exlet} is over` })
}

/** The case of a run that failed is over, so no exception can be raised there: somebody must know all the same. */
function tellAnyway(reacting: Reacting, run: Run, message: string): void {
  const text = `${run.exlet} at ${run.at} failed after its case had ended: ${message}`
  askPerson(reacting, { case: run.case, at: run.at, text })
}

/** An exception past any rule: a person is asked. */
export function refuse(reacting: Reacting, occasion: Occasion, exlet: string, why: string): void {
  const { exception, case: caseId, item, at, by, depth } = occasion
  const waiting = occasion.for && reacting.draft.runs.get(occasion.for)
  if (waiting) {
    undoFailed(reacting, waiting, `${exlet} was not run: ${why}`)
    return
  }
  const text = `${exlet} was not run: ${why}.`
  if (exception) {
    const raised = reacting.draft.exceptions.get(exception)
    const to = decidedLast({ by, ...(raised?.decider && { decider: raised.decider }) })
    openIntervention(reacting, { exception, text, ...(to && { to }) })
    return
  }
  const holds = heldByCheck(reacting.port, occasion)
  if (occasion.on === "select" && item) reacting.order({ type: "GiveUpItem", item })
  reacting.within(depth, () =>
    reacting.raise({
      type: "RaiseException",
      class: "HandlerFailed",
      case: caseId,
      ...(item && { item }),
      at,
      parameters: { exlet, on: occasion.on, message: why },
      // Past the limit, so that nothing but a person answers it.
      depth: depth + 1,
      ...(holds && { holds }),
    }),
  )
}

/** What a check found wanting does not move before somebody has said what to do. */
function heldByCheck(
  port: Port,
  { on, case: id, item }: Pick<Occasion, "on" | "case" | "item">,
): HoldTarget | undefined {
  switch (on) {
    case "casePre":
      return { kind: "case", case: id }
    case "casePost":
    case "itemPost":
      return { kind: "end", case: id }
    case "itemPre":
    case "select":
      return item && port.item(item)?.isLive ? { kind: "item", item } : undefined
    default:
      return undefined
  }
}

/** The longest chain of runs allowed there. */
const limitAt = (port: Port, { case: id, item }: Pick<Occasion, "case" | "item">): number =>
  port.case(id) ? port.place({ case: id, item }).cascadeLimit : 0

/** So many runs in one decision, each leading to the next, do not come to rest by themselves. */
const mostInARow = 100
/** Nor do so many that others have caused, however they hang together. */
const mostNested = 500

/** How many runs of this decision led to what is happening now, one after the other. */
function runsBefore(port: Port): number {
  let count = 0
  for (let version = port.cause; version !== undefined; ) {
    const event = port.causeOf(version)
    if (event?.type === "RunStarted") count++
    version = event?.causedBy
  }
  return count
}

function complete(reacting: Reacting, run: Run): void {
  const { port, draft } = reacting
  port.because(numberOf(run.id), () => {
    if (run.on === "select" && !handOver(reacting, run)) return
    reacting.record({ type: "RunEnded", run: run.id, as: "completed", ...(run.for && { for: run.for }) })
    disarmRun(reacting, run)
    const ends = [...port.holds()].filter(
      ({ owner, target }) => owner.kind === "run" && owner.run === run.id && target.kind === "end",
    )
    if (ends.length > 0) reacting.order({ type: "LiftHolds", holds: ends.map(({ id }) => id) })
    const raised = run.exception && draft.exceptions.get(run.exception)
    if (raised === undefined) return
    if (run.solves) reacting.order({ type: "ResolveException", exception: raised.id })
    else if (run.stage !== "mandatory" && raised.intervention === undefined)
      reacting.climbOn(raised.id, run.stage ?? "rules")
  })
}

/** What the worklets have done in place of the item becomes the item's own. */
function handOver(reacting: Reacting, run: Run): boolean {
  const outcome = run.item && selected(reacting.port, run)
  if (run.item === undefined || outcome === undefined) return true
  if (!outcome.ok) {
    fail(reacting, run, outcome.message)
    return false
  }
  const { data, result } = outcome
  const refused = reacting.order({ type: "FinishItem", item: run.item, data, ...(result !== undefined && { result }) })
  if (refused === undefined || refused.code === "ITEM_NOT_LIVE") return true
  fail(reacting, run, refused.message)
  return false
}

/** What a rule says of it, or else the handler it stands in; absent: told by the exlet or its steps. */
export function solvesBy(conclusion: RuleConclusion, byHandler: boolean | undefined): Pick<Program, "solves"> {
  const solves = ("solves" in conclusion ? conclusion.solves : undefined) ?? byHandler
  return solves === undefined ? {} : { solves }
}

/** Whether the end of a run solves what it answers. */
export function isSolving({ solves, steps }: Pick<Program, "solves" | "steps">): boolean {
  return solves ?? steps.some(isActing)
}

/** Telling somebody and writing data do not move what an exception holds. */
function isActing(step: Step): boolean {
  return step.do !== "notify" && step.do !== "set"
}
