import type { Expression } from "../expressions/expression.ts"
import { isFinding, parse } from "../expressions/parse.ts"
import { type Node as Part, partsOf } from "../expressions/syntax.ts"
import type { JsonObject } from "../messages/json.ts"
import type { Expressions, Step } from "../messages/steps.ts"
import type { Node, Process } from "../model/net.ts"
import { stepsOf } from "./conclusions.ts"
import { idleTrees } from "./idle-trees.ts"
import type { Stage } from "./stage.ts"

/** A condition, or a value that somebody looks at. */
export interface Looked {
  readonly source: string
  /** The event its rule is on. */
  readonly on?: string
}

/** A name that gets its value from an expression over other names. */
export interface Given {
  readonly name: string
  readonly source: string
}

/** Every expression that may decide which way things go: conditions, and where the values in them come from. */
export function expressionsIn(
  stage: Stage,
  trees: ReadonlySet<string>,
): { readonly looked: readonly Looked[]; readonly given: readonly Given[] } {
  const looked: Looked[] = []
  const given: Given[] = []
  const look = (expression: Expression | number | undefined) => {
    if (typeof expression === "object") looked.push({ source: expression.source })
  }
  for (const name of stage.processes.names()) {
    const process = stage.processes.current(name)
    if (process) ofProcess(process, look, given)
  }
  const idle = idleTrees(stage)
  for (const tree of stage.rulebook.trees()) {
    // Whether somebody is notified makes no difference to what can happen.
    if (idle.has(tree.key) && !trees.has(tree.key)) continue
    for (const node of tree.nodes.values()) {
      if (node.until !== undefined || node.id === 0) continue
      looked.push({ source: withValues(node.if, node.with ?? {}), on: tree.on })
      for (const [name, value] of Object.entries(node.with ?? {})) given.push({ name, source: JSON.stringify(value) })
      for (const step of stepsOf(node.conclusion, stage)) given.push(...ofStep(step))
    }
  }
  for (const { invariant, budget } of stage.rulebook.allConstraints()) {
    if (invariant) looked.push({ source: invariant.source })
    if (budget?.form === "expression") looked.push({ source: budget.expression.source })
  }
  return { looked, given }
}

/** The condition of a handler as it is where it is bound: with the values of its parameters. */
function withValues(source: string, values: JsonObject): string {
  const node = Object.keys(values).length > 0 ? parse(source) : undefined
  if (node === undefined || isFinding(node)) return source
  const names: { readonly start: number; readonly end: number; readonly name: string }[] = []
  const visit = (part: Part): void => {
    if (part.kind === "name" && Object.hasOwn(values, part.name)) names.push(part)
    for (const inner of partsOf(part)) visit(inner)
  }
  visit(node)
  let text = source
  for (const { start, end, name } of names.toSorted((one, other) => other.start - one.start))
    text = `${text.slice(0, start)}${JSON.stringify(values[name])}${text.slice(end)}`
  return text
}

function ofProcess(
  process: Process,
  look: (expression: Expression | number | undefined) => void,
  given: Given[],
): void {
  look(process.invariant)
  look(process.budget)
  if (process.result) {
    look(process.result)
    given.push({ name: "result", source: process.result.source })
  }
  for (const net of process.nets.values()) for (const node of net.nodes.values()) ofNode(node, look, given)
}

function ofNode(
  { outputs, task, many, wait }: Node,
  look: (expression: Expression | number | undefined) => void,
  given: Given[],
): void {
  for (const { when } of outputs) look(when)
  look(task?.invariant)
  look(task?.budget)
  look(many?.elements)
  for (const [name, { source }] of [...(task?.writes.entries ?? []), ...(many?.collect ?? [])])
    given.push({ name, source })
  if (wait?.form === "message") look(wait.key)
  if (wait?.form === "until") look(wait.until)
}

function ofStep(step: Step): readonly Given[] {
  switch (step.do) {
    case "set":
      return entriesOf(step.values)
    case "complete":
      return entriesOf(step.data)
    case "raise":
    case "start":
      return entriesOf(step.with)
    case "compensate":
      return step.worklets.flatMap(({ with: given, into }) => [...entriesOf(given), ...entriesOf(into)])
    default:
      return []
  }
}

const entriesOf = (expressions: Expressions | undefined): readonly Given[] =>
  Object.entries(expressions ?? {}).map(([name, source]) => ({ name, source }))
