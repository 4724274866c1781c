import { canAllBe } from "../expressions/possible.ts"
import type { Finding } from "../messages/findings.ts"
import type { Step } from "../messages/steps.ts"
import { isCheckpoint, plainEvent } from "../model/event-names.ts"
import { namesOfException } from "../model/names-of-exception.ts"
import { stepNames } from "../model/net.ts"
import { placeOfScope } from "../model/scope-text.ts"
import { type ActingRule, actingRules, type RepertoireInForce } from "./repertoire-in-force.ts"
import { ruleSurroundings } from "./rule-surroundings.ts"

/** Rules each of which may bring about the event that another of them, or itself, is on. */
export interface RuleCycle {
  readonly rules: readonly ActingRule[]
  /** Whether each of them fires whenever its event happens. */
  readonly isUnconditional: boolean
}

/** Every group of rules that may trigger each other again and again. Whether they really do depends on where and on data. */
export function ruleCycles(force: RepertoireInForce): readonly RuleCycle[] {
  const rules = actingRules(force)
  const follows = rules.map((rule) => rules.flatMap((other, index) => (mayTrigger(rule, other, force) ? [index] : [])))
  return knots(follows).map((members) => {
    const meant = members.flatMap((index) => rules[index] ?? [])
    return { rules: meant, isUnconditional: meant.every((rule) => isUnconditional(rule, force)) }
  })
}

/** The first of them, and what it has to do with the others. */
export function endless([first, ...others]: readonly ActingRule[]): Finding {
  const names = others.map(({ on, place: { line } }) => `'${on}'${line === undefined ? "" : ` (line ${line})`}`)
  const rest =
    names.length === 0
      ? "triggers itself for ever"
      : `and what follows on ${names.join(", ")} trigger each other for ever`
  return {
    code: "ENDLESS_TRIGGERING",
    severity: "warning",
    place: first?.place ?? { path: "" },
    message: `This rule on '${first?.on}' ${rest}.`,
    remedy: "Give one of them a condition that what they do makes false, or raise something else.",
  }
}

function isUnconditional(rule: ActingRule, force: RepertoireInForce): boolean {
  const around = ruleSurroundings(rule, force)
  return rule.claims.every(({ source, holds }) => !canAllBe([{ source, holds: !holds }], around))
}

function mayTrigger(rule: ActingRule, other: ActingRule, force: RepertoireInForce): boolean {
  return rule.steps.some(({ step }) => mayBring(step, rule, other, force))
}

/** What rules may call what is raised: its classes, and patterns it matches by itself. */
function namesIn({ classes, patterns }: RepertoireInForce, raised: string): readonly string[] {
  const names = classes.has(raised) ? classes.lineage(raised) : [raised]
  return namesOfException(names, new Map(patterns.map((pattern) => [pattern.name, pattern])))
}

function mayBring(step: Step, { at }: ActingRule, { on, at: there }: ActingRule, force: RepertoireInForce): boolean {
  const own = placeOfScope(at).process
  const plain = plainEvent(on)
  const [process, name] = splitName(plain?.about ?? "")
  const isIn = (where: string | undefined) => process === undefined || where === undefined || process === where
  switch (step.do) {
    case "raise":
      return namesIn(force, step.class).includes(on)
    case "set":
      return plain?.word === "written" && Object.hasOwn(step.values, name) && isIn(own)
    case "start":
      return comesOf(step.process, on, there, force)
    case "compensate":
      return step.worklets.some(({ worklet }) => comesOf(worklet, on, there, force)) || plain?.word === "written"
    case "terminate":
    case "remove":
      return plain?.word === "aborted"
    case "complete":
    case "skip":
    case "fail":
    case "jump":
    case "rollback": {
      // The flow goes on, and with it everything that is asked on its way.
      const { process: asked } = placeOfScope(there)
      return plain
        ? plain.word !== "aborted"
        : isCheckpoint(on) && (own === undefined || asked === undefined || own === asked)
    }
    default:
      return false
  }
}

/** Whether something happens when a process is begun and done. */
function comesOf(name: string, on: string, at: string, { processes }: RepertoireInForce): boolean {
  const { process } = placeOfScope(at)
  if (isCheckpoint(on)) return process === undefined || process === name
  const plain = plainEvent(on)
  const [where, step] = splitName(plain?.about ?? "")
  if (plain === undefined || (where !== undefined && where !== name)) return false
  const found = processes.get(name)
  if (plain.word === "written") return found?.variables.has(step) === true
  return step === name || (found !== undefined && stepNames(found).has(step))
}

/** `process/task`, or a name alone. */
function splitName(text: string): readonly [string | undefined, string] {
  const slash = text.indexOf("/")
  return slash < 0 ? [undefined, text] : [text.slice(0, slash), text.slice(slash + 1)]
}

/** What can be reached from itself, each group once (Tarjan). */
function knots(edges: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const order = new Map<number, number>()
  const lowest = new Map<number, number>()
  const stack: number[] = []
  const found: number[][] = []
  const visit = (node: number): number => {
    const mine = order.size
    order.set(node, mine)
    lowest.set(node, mine)
    stack.push(node)
    for (const next of edges[node] ?? []) {
      const low = order.has(next) ? (stack.includes(next) ? (order.get(next) ?? mine) : mine) : visit(next)
      lowest.set(node, Math.min(lowest.get(node) ?? mine, low))
    }
    const low = lowest.get(node) ?? mine
    if (low === mine) {
      const members = stack.splice(stack.indexOf(node))
      if (members.length > 1 || edges[node]?.includes(node)) found.push(members.sort((one, other) => one - other))
    }
    return low
  }
  for (const node of edges.keys()) if (!order.has(node)) visit(node)
  return found
}
