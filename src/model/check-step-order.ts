import type { Step, Target } from "../messages/steps.ts"
import type { StepSite } from "./check-worklet.ts"
import { partAt, type Written } from "./step-paths.ts"
import type { WrittenStep } from "./written-steps.ts"

/**
 * What steps mean one after the other: nothing is continued that was not suspended, nothing done to what is gone, and nothing left
 * held that nobody lets go.
 */
export function checkStepOrder(
  entries: readonly (WrittenStep | undefined)[],
  { report, known, scope }: StepSite,
): void {
  const suspended = new Map<Target, Written>()
  const ended = new Map<Target, string>()
  const named = new Set<"process" | "task">()
  // To continue what was restarted since has no effect, and is no mistake.
  let isRestarted = false
  let isSure = true
  for (const entry of entries) {
    if (entry === undefined) {
      // What could not be read may have suspended or continued anything.
      isSure = false
      suspended.clear()
      continue
    }
    const { step } = entry
    const word = partAt(entry.written, step.do)
    const on = actsOn(step)
    const end = on && ended.get(on)
    if (on !== undefined && end !== undefined) report(afterEnd(step, on, end, word))
    else if (step.do === "suspend" && typeof step.target === "string") {
      suspended.set(step.target, word)
      if (step.target === "item") isRestarted = false
    } else if (step.do === "suspend" || step.do === "waitAndSuspend")
      named.add(isWholeProcess(step) ? "process" : "task")
    else if (step.do === "continue") {
      if (isSure && !wasSuspended(step.target, suspended, named)) report(neverSuspended(step.target, word))
      for (const each of LIFTED_BY[step.target]) suspended.delete(each)
    } else if (step.do === "restart") isRestarted = true
    for (const gone of endedBy(step)) {
      suspended.delete(gone)
      if (!ended.has(gone)) ended.set(gone, described(step))
    }
  }
  if (isRestarted) suspended.delete("item")
  for (const [target, word] of suspended) {
    const process = target === "ancestors" ? undefined : scope.process?.name
    // Whether it really does on every way is another question.
    const isLeftToOthers = target !== "allCases" && known.letsGo(process)
    if (!isLeftToOthers) report(neverContinued(target, word))
  }
}

/** Whether it acts on the item a run stands at: there is none where the event is one of the case. */
export function isItemStep(step: Step): boolean {
  return actsOn(step) === "item"
}

/** As people write it: `suspend: item`. */
export function described(step: Step): string {
  const on = actsOn(step)
  return on === undefined || own.has(step.do) ? step.do : `${step.do}: ${on}`
}

/** Whatever they act on need not be said. */
const own: ReadonlySet<Step["do"]> = new Set(["set", "ask", "jump"])

/** The thing that must still be there for the step to make sense. Places are looked up when the step is taken. */
function actsOn(step: Step): Target | undefined {
  switch (step.do) {
    case "suspend":
      return typeof step.target === "string" ? step.target : undefined
    case "continue":
    case "remove":
      return step.target
    case "restart":
    case "complete":
    case "fail":
    case "skip":
    case "retry":
    case "wait":
    case "reassign":
      return "item"
    case "amend":
      return "needs" in step ? "item" : undefined
    case "set":
    case "jump":
      return "case"
    case "ask":
      return step.into === undefined ? undefined : "case"
    default:
      return undefined
  }
}

function endedBy(step: Step): readonly Target[] {
  switch (step.do) {
    case "complete":
    case "fail":
    case "skip":
    case "jump":
      return ["item"]
    case "remove":
      return ENDED_WITH[step.target]
    default:
      return []
  }
}

/** A case goes with its items, and all cases of a process with this one. */
const ENDED_WITH: { readonly [target in Target]: readonly Target[] } = {
  item: ["item"],
  case: ["case", "item"],
  allCases: ["allCases", "case", "item"],
  ancestors: ["ancestors"],
}

/** What goes on with a target: with a case whatever the run has suspended in it. */
const LIFTED_BY: { readonly [target in Target]: readonly Target[] } = {
  item: ["item"],
  case: ["case", "item"],
  allCases: ["allCases", "case", "item"],
  ancestors: ["ancestors"],
}

/** The case is among all cases: what holds one of the two is lifted, as far as it goes, through the other. By name anything may be held. */
function wasSuspended(
  target: Target,
  suspended: ReadonlyMap<Target, Written>,
  named: ReadonlySet<"process" | "task">,
): boolean {
  if (LIFTED_BY[target].some((each) => suspended.has(each))) return true
  if (target === "item") return named.has("task")
  if (named.has("process") || (target !== "ancestors" && named.has("task"))) return true
  return target === "case" && suspended.has("allCases")
}

const isWholeProcess = (step: Extract<Step, { readonly do: "suspend" | "waitAndSuspend" }>): boolean => {
  const place = step.do === "suspend" ? step.target : step.place
  return typeof place !== "string" && place.task === undefined
}

const NAMES = { item: "the item", case: "the case", allCases: "all cases", ancestors: "the ancestors" } as const

function neverSuspended(target: Target, { path }: Written) {
  const message = `Nothing before this step suspends ${NAMES[target]}, so there is nothing to continue.`
  const remedy = `Put 'suspend: ${target}' before it, or remove it; 'continue' lifts only what the same exlet holds.`
  return { code: "CONTINUE_WITHOUT_SUSPEND", severity: "error", path, message, remedy } as const
}

function neverContinued(target: Target, { path }: Written) {
  const message = `This suspends ${NAMES[target]}, and nothing after it continues or ends that.`
  return {
    code: "SUSPEND_NEVER_CONTINUED",
    severity: "warning",
    path,
    message,
    remedy: `Put 'continue: ${target}' where it may go on.`,
  } as const
}

function afterEnd(step: Step, on: Target, end: string, { path }: Written) {
  const message = `'${described(step)}' comes after '${end}', when ${NAMES[on]} ${on === "item" || on === "case" ? "is" : "are"} gone.`
  return {
    code: "STEP_AFTER_END",
    severity: "error",
    path,
    message,
    remedy: `Put it before '${end}', or remove it.`,
  } as const
}
