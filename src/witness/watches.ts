import { isLive } from "../engine/family.ts"
import { compileExpression, isExpression } from "../expressions/expression.ts"
import type { Finding, Place } from "../messages/findings.ts"
import type { DecisionMade } from "../messages/handling.ts"
import { type CaseId, type HoldId, rootCase } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import { ruleVocabulary } from "../model/vocabulary.ts"
import type { Silent } from "../verify/never-fires.ts"
import type { OpenSuspend } from "../verify/open-suspends.ts"
import type { ActingRule } from "../verify/repertoire-in-force.ts"
import type { RuleCycle } from "../verify/rule-cycles.ts"
import { begunIn, goRound, neverRests, refusedIn } from "./endless-runs.ts"
import type { Outside } from "./environment.ts"
import { expectedOf } from "./expected.ts"
import { type Moment, stepsTo } from "./explore.ts"
import { holdsPlaced, leftHeld } from "./left-holds.ts"
import type { Knowing } from "./moves.ts"
import { caseName } from "./naming.ts"
import type { Played } from "./play.ts"

/** Somebody who looks at whatever can happen, for one thing. */
export interface Watch {
  /** It has found what it looks for, or gives up. */
  isOver(): boolean
  see(moment: Moment): void
  findings(): readonly Finding[]
}

export interface Watching {
  readonly knowing: Knowing
  readonly outside: readonly Outside[]
  readonly effort: number
}

/** So many moves without anything new are enough. */
const PATIENCE = 1000

/** What is held, and not let go on some way. */
export function watchHolds({ knowing, outside, effort }: Watching, suspends: readonly OpenSuspend[]): Watch {
  const open = new Map(suspends.map((suspend) => [JSON.stringify(suspend.place), suspend]))
  const tried = new Set<string>()
  const reached = new Set<string>()
  const found: Finding[] = []
  let since = 0
  return {
    isOver: () => open.size === 0 || (since > PATIENCE && [...open.keys()].every((key) => reached.has(key))),
    see(moment) {
      since++
      for (const { hold, suspend } of holdsPlaced(moment.played, suspends)) {
        const key = JSON.stringify(suspend.place)
        const around = `${key} ${settingOf(moment.played)}`
        if (!open.has(key) || tried.has(around)) continue
        tried.add(around)
        reached.add(key)
        since = 0
        const left = leftHeld(knowing, moment, hold, outside, effort / 4)
        if (left === undefined) continue
        open.delete(key)
        found.push({ ...neverResumed(suspend), ...shownFor(knowing, left, caseOfHold(left.played, hold)) })
      }
    },
    findings: () => [...found, ...[...open.values()].filter(({ mayEnd }) => !mayEnd).map(neverResumed)],
  }
}

/** Rules that trigger each other until the engine begins no more runs, or for as long as people work. */
export function watchCycle({ knowing, effort }: Watching, cycle: RuleCycle): Watch {
  let found: Finding | undefined
  let tried = 0
  const tell = (moment: Moment) => {
    const rules = refusedIn(moment.played, cycle) ?? cycle.rules
    const { state, handling } = moment.played
    const [asked] = handling.interventions.values()
    const last = [...state.cases.values()].findLast((each) => each.state === "running")
    const exlets = [...new Set(rules.map(({ exlet = "steps" }) => exlet))]
    found = { ...endless(rules), ...shownFor(knowing, moment, asked?.case ?? last?.id ?? rootCase(state.id), exlets) }
  }
  return {
    isOver: () => found !== undefined || tried >= MOST_TRIES,
    see(moment) {
      if (refusedIn(moment.played, cycle)) return tell(moment)
      if (!begunIn(moment.played, cycle)) return
      tried++
      if (!cycle.isUnconditional && !neverRests(knowing, moment, effort / 4)) return
      const refused = goRound(knowing, moment, cycle)
      if (refused) tell(refused)
    },
    findings: () => (found ? [found] : []),
  }
}

const MOST_TRIES = 6

/** Where a rule that never fires would have had something to say, and another answered. */
export function watchSilent(silent: Silent): Watch {
  const { finding, tree, instead } = silent
  const compiled = compileExpression(silent.if, ruleVocabulary({}))
  let shown: Pick<Finding, "counterexample"> = {}
  let looked = 0
  return {
    isOver: () => instead === undefined || shown.counterexample !== undefined || looked > PATIENCE,
    see(moment) {
      looked++
      const decision = moment.played.events.find(
        (event): event is DecisionMade => event.type === "DecisionMade" && event.conclusion?.tree === tree,
      )
      if (decision === undefined || !isExpression(compiled)) return
      const data = moment.played.state.cases.get(decision.case)?.data ?? {}
      const event = { ...decision.parameters, class: decision.on }
      const outcome = compiled.evaluate({ value: (name) => (name === "event" ? event : data[name]) }, 1000)
      if (!outcome.ok || outcome.value !== true) return
      shown = { counterexample: [...stepsTo(moment), decided(moment.played, decision)] }
    },
    findings: () => [{ ...finding, ...shown }],
  }
}

function decided(played: Played, { on, at, case: id, conclusion }: DecisionMade): JsonObject {
  const name = caseName(played, id)
  return {
    expect: { ...(name !== undefined && { of: name }), decision: { on, at, conclusion: conclusion?.says ?? "none" } },
  }
}

/** What is going on besides: which tasks of which processes are live. */
function settingOf({ state }: Played): string {
  const live = [...state.items.values()].filter(isLive).map(({ task }) => task)
  const cases = [...state.cases.values()].map((each) => `${each.process} ${each.state}`)
  return [...live.sort(), ...cases].join()
}

function shownFor(
  { stage }: Knowing,
  moment: Moment,
  id: CaseId | undefined,
  exlets: readonly string[] = [],
): Pick<Finding, "counterexample"> {
  const steps = stepsTo(moment)
  return { counterexample: id === undefined ? steps : [...steps, expectedOf(stage, moment.played, id, exlets)] }
}

function caseOfHold({ state }: Played, hold: HoldId): CaseId | undefined {
  const target = state.holds.get(hold)?.target
  switch (target?.kind) {
    case "item":
      return state.items.get(target.item)?.case
    case "after":
      return state.frames.get(target.frame)?.case
    default:
      return target?.case
  }
}

function neverResumed({ step, place, rule }: OpenSuspend): Finding {
  const how = step.do === "suspend" ? "suspends" : "waits for and suspends"
  return {
    code: "SUSPEND_NEVER_RESUMED",
    severity: "warning",
    place,
    message: `On '${rule.on}' this ${how} ${targetText(step)}, and there is a way on which no rule resumes or ends it afterwards.`,
    remedy: "Write a rule that resumes or terminates it on every way, or 'continue' where the exlet itself knows when.",
  }
}

function endless(rules: readonly ActingRule[]): Finding {
  const [first, ...others] = rules
  const names = others.map(({ on, place }) => `'${on}'${lineOf(place)}`)
  const message =
    names.length === 0
      ? `This rule on '${first?.on}' triggers itself for ever.`
      : `This rule on '${first?.on}' and the one${names.length > 1 ? "s" : ""} on ${names.join(", ")} trigger each other for ever.`
  return {
    code: "ENDLESS_TRIGGERING",
    severity: "warning",
    place: first?.place ?? { path: "" },
    message,
    remedy: "Give one of them a condition that what they do makes false, or raise something else.",
  }
}

const lineOf = ({ line }: Place): string => (line === undefined ? "" : ` (line ${line})`)

function targetText(step: OpenSuspend["step"]): string {
  const target = step.do === "suspend" ? step.target : step.place
  if (typeof target !== "string")
    return `'${[target.process, target.task].filter((part) => part !== undefined).join("/")}'`
  return { item: "the item", case: "the case", allCases: "all cases", ancestors: "the ancestors" }[target]
}
