import type { Expression } from "../expressions/expression.ts"
import { isFinding, parse } from "../expressions/parse.ts"
import { type Node as Part, partsOf } from "../expressions/syntax.ts"
import type { Net, Node, Process } from "../model/net.ts"
import { regionBehind } from "../model/sequences.ts"
import { mayWrite, writtenBefore } from "./written-before.ts"

/** A variable is read where on some way nobody can have written it yet. */
export interface EarlyRead {
  readonly variable: string
  readonly net: Net
  readonly node: Node
  /** The expression that cannot be told then; absent: the task names it under `reads`. */
  readonly expression?: Expression
}

/**
 * Variables without a default, that a case need not be given at its start and that some step says it writes, read before that.
 * What no step says it writes is taken to come from whoever starts the case.
 */
export function earlyReads(process: Process): readonly EarlyRead[] {
  const wanted = new Set<string>()
  for (const { nodes } of process.nets.values())
    for (const node of nodes.values()) for (const name of saysItWrites(process, node)) wanted.add(name)
  for (const [name, { required, default: usual }] of process.variables)
    if (required || usual !== undefined) wanted.delete(name)
  if (wanted.size === 0) return []
  const before = writtenBefore(process)
  const found: EarlyRead[] = []
  for (const net of process.nets.values()) {
    for (const node of net.nodes.values()) {
      const written = before.get(node)
      if (written === undefined) continue
      for (const { variable, expression } of readsOf(node)) {
        if (!wanted.has(variable) || written.has(variable) || node.task?.locals.has(variable)) continue
        if (found.some((each) => each.node === node && each.variable === variable)) continue
        if (expression === undefined && !comesFirst(process, { net, node }, variable)) continue
        found.push({ variable, net, node, ...(expression && { expression }) })
      }
    }
  }
  return found
}

/**
 * Whether a task always comes before all that may write a variable. What a task merely shows may be missing now and then, so
 * that on some way nobody has written it is not worth telling; that nobody ever has is.
 */
function comesFirst(process: Process, standing: Standing, variable: string): boolean {
  for (const net of process.nets.values()) {
    for (const node of net.nodes.values()) {
      if (![...mayWrite(node)].includes(variable)) continue
      if (node === standing.node) return false
      const around = besideEachOther(process, standing, { net, node })
      if (around === undefined) return false
      const [writer, reader] = around.standing
      if (!leadsTo(around.net, reader, writer) || leadsTo(around.net, writer, reader)) return false
    }
  }
  return true
}

function leadsTo(net: Net, from: string, to: string): boolean {
  const outputs = net.nodes.get(from)?.outputs.map(({ place }) => place) ?? []
  return regionBehind(net, outputs).nodes.has(to)
}

/** Variables a step names under `writes` or `collect`. */
export function saysItWrites({ variables }: Process, node: Node): readonly string[] {
  if (node.kind === "wait" || writesAnything(node, variables)) return []
  return [...mayWrite(node)].filter((name) => variables.has(name))
}

/** Where nothing is said, a task may write all there is: the compiler then gives it the variables themselves. */
function writesAnything({ kind, task }: Node, variables: Process["variables"]): boolean {
  if (kind === "activity" || task === undefined || task.writes.entries) return false
  const { fields } = task.writes
  return fields === variables || (task.collects.size > 0 && [...variables.keys()].every((name) => fields.has(name)))
}

function* readsOf(node: Node): Iterable<{ readonly variable: string; readonly expression?: Expression }> {
  const { task, many, wait, outputs } = node
  const expressions = [
    ...outputs.flatMap(({ when }) => when ?? []),
    ...(many ? [many.elements] : []),
    ...(wait?.form === "until" ? [wait.until] : []),
    ...(wait?.form === "message" && wait.key ? [wait.key] : []),
    ...(task?.deadline?.form === "expression" ? [task.deadline.expression] : []),
    ...(task?.reads?.form === "expressions" ? task.reads.entries.map(([, expression]) => expression) : []),
  ]
  for (const expression of expressions) for (const variable of needed(expression)) yield { variable, expression }
  if (task?.reads?.form === "names") for (const variable of task.reads.names) yield { variable }
}

/** The names an expression cannot do without: those it does not ask for with `has`. */
function needed({ source, names }: Expression): readonly string[] {
  const node = parse(source)
  const asked = new Set<string>()
  const visit = (part: Part): void => {
    const [subject] = part.kind === "call" && part.name === "has" ? part.arguments : []
    if (subject?.kind === "name") asked.add(subject.name)
    for (const inner of partsOf(part)) visit(inner)
  }
  if (!isFinding(node)) visit(node)
  return [...names].filter((name) => !asked.has(name))
}

/** Two tasks that say they write the same variable, and may be under way at the same time. */
export interface WriteConflict {
  readonly variable: string
  /** The net in which they, or what they lie in, stand side by side. */
  readonly net: Net
  readonly one: Node
  readonly other: Node
  /** What they are, or lie in, there. */
  readonly standing: readonly [string, string]
}

/** Pairs of tasks that write the same and stand in one net or in activities of it; whether at the same time is still to be seen. */
export function writersOfTheSame(process: Process): readonly WriteConflict[] {
  const writers = new Map<string, { readonly net: Net; readonly node: Node }[]>()
  for (const net of process.nets.values())
    for (const node of net.nodes.values())
      if (node.kind === "work" || node.kind === "program")
        for (const variable of saysItWrites(process, node))
          writers.set(variable, [...(writers.get(variable) ?? []), { net, node }])
  const found: WriteConflict[] = []
  for (const [variable, all] of writers) {
    for (const [index, one] of all.entries()) {
      for (const other of all.slice(0, index)) {
        const around = besideEachOther(process, one, other)
        if (around && found.length < MOST_PAIRS)
          found.push({ variable, net: around.net, one: other.node, other: one.node, standing: around.standing })
      }
    }
  }
  return found
}

const MOST_PAIRS = 200

type Standing = { readonly net: Net; readonly node: Node }

/** The innermost net both lie in, and by what. Undefined: they lie in the same step of it. */
function besideEachOther(process: Process, one: Standing, other: Standing) {
  const outwards = ({ net, node }: Standing): readonly { readonly net: Net; readonly name: string }[] => {
    const path = [{ net, name: node.name }]
    for (let { owner } = net; owner; ) {
      const outer = process.nets.get(owner.net)
      if (outer === undefined) break
      path.push({ net: outer, name: owner.node })
      owner = outer.owner
    }
    return path
  }
  const others = outwards(other)
  for (const { net, name } of outwards(one)) {
    const there = others.find((each) => each.net === net)
    if (there === undefined) continue
    const standing: readonly [string, string] = [there.name, name]
    return there.name === name ? undefined : { net, standing }
  }
  return undefined
}
