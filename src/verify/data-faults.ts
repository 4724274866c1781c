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
  /** Absent: it is the result of the process. */
  readonly node?: Node
  /** The expression that cannot be told then; absent: the task names it under `reads`. */
  readonly expression?: Expression
  /** Whether the engine says so when it gets there; else the value is just not there. */
  readonly fails: boolean
}

/**
 * Variables without a default, that a case need not be given at its start and that some step says it writes, read before that.
 * What no step says it writes is taken to come from whoever starts the case.
 */
export function earlyReads(process: Process): readonly EarlyRead[] {
  const writers = writersByName(process)
  // What is shared may come from any case of the family.
  for (const [name, { required, default: usual, shared }] of process.variables)
    if (required || shared || usual !== undefined) writers.delete(name)
  if (writers.size === 0) return []
  const isSource = sourcesOf(process, writers)
  const before = writtenBefore(process, { detours: true, writes: isSource })
  // What a task shows may be missing where something has failed.
  const straight = writtenBefore(process, { detours: false, writes: isSource })
  const found: EarlyRead[] = []
  for (const net of process.nets.values()) {
    for (const node of net.nodes.values()) {
      for (const { variable, expression, fails } of readsOf(node)) {
        const written = (expression ? before : straight).nodes.get(node)
        if (written === undefined || !writers.has(variable) || written.has(variable)) continue
        if (node.task?.locals.has(variable)) continue
        if (found.some((each) => each.node === node && each.variable === variable)) continue
        if (!fails && !isOnOneWay(process, { net, node }, variable)) continue
        found.push({ variable, net, node, fails, ...(expression && { expression }) })
      }
    }
    const { result } = process
    if (net.owner || result === undefined || before.end === undefined) continue
    for (const variable of needed(result))
      if (writers.has(variable) && !before.end.has(variable))
        found.push({ variable, net, expression: result, fails: true })
  }
  return found
}

/** The steps that say they write a variable, by its name. */
function writersByName(process: Process): Map<string, readonly Standing[]> {
  const found = new Map<string, readonly Standing[]>()
  for (const net of process.nets.values())
    for (const node of net.nodes.values())
      for (const name of saysItWrites(process, node)) found.set(name, [...(found.get(name) ?? []), { net, node }])
  return found
}

/**
 * What a step is taken to write. One that does not say may write anything; but not what others say they write, if it is read
 * only behind those: it comes from them.
 */
function sourcesOf(process: Process, writers: ReadonlyMap<string, readonly Standing[]>) {
  const elsewhere = new Set<string>()
  for (const net of process.nets.values())
    for (const node of net.nodes.values())
      for (const { variable } of readsOf(node)) {
        const all = writers.get(variable) ?? []
        if (!all.some((writer) => isBehind(process, writer, { net, node }))) elsewhere.add(variable)
      }
  return (node: Node): Iterable<string> => {
    const names = [...mayWrite(node)]
    return writesAnything(node, process.variables)
      ? names.filter((name) => !writers.has(name) || elsewhere.has(name))
      : names
  }
}

/**
 * Whether a variable is written only behind a step, or only before it, on some ways. What is written beside it, or in the
 * round before, may be missing now and then, and is not worth telling where it is merely shown.
 */
function isOnOneWay(process: Process, standing: Standing, variable: string): boolean {
  for (const net of process.nets.values()) {
    for (const node of net.nodes.values()) {
      if (![...mayWrite(node)].includes(variable)) continue
      if (node === standing.node) return false
      if (isBehind(process, { net, node }, standing) === isBehind(process, standing, { net, node })) return false
    }
  }
  return true
}

function isBehind(process: Process, first: Standing, second: Standing): boolean {
  const around = besideEachOther(process, first, second)
  if (around === undefined) return false
  const [later, earlier] = around.standing
  return leadsTo(around.net, earlier, later)
}

function leadsTo(net: Net, from: string, to: string): boolean {
  const known = reached.get(net) ?? new Map<string, ReadonlySet<string>>()
  reached.set(net, known)
  let nodes = known.get(from)
  if (nodes === undefined) {
    const outputs = net.nodes.get(from)?.outputs.map(({ place }) => place) ?? []
    nodes = regionBehind(net, outputs).nodes
    if (known.size > MOST_KEPT) known.clear()
    known.set(from, nodes)
  }
  return nodes.has(to)
}

/** What is behind a node is asked again and again. */
const reached = new WeakMap<Net, Map<string, ReadonlySet<string>>>()
const MOST_KEPT = 200

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

interface Read {
  readonly variable: string
  readonly expression?: Expression
  readonly fails: boolean
}

function* readsOf(node: Node): Iterable<Read> {
  const { task, many, wait, outputs } = node
  const failing = [
    ...outputs.flatMap(({ when }) => when ?? []),
    ...(many ? [many.elements] : []),
    ...(wait?.form === "until" ? [wait.until] : []),
    ...(wait?.form === "message" && wait.key ? [wait.key] : []),
    ...(task?.deadline?.form === "expression" ? [task.deadline.expression] : []),
  ]
  for (const expression of failing)
    for (const variable of needed(expression)) yield { variable, expression, fails: true }
  const { needs, reads } = task ?? {}
  const shown = [
    ...(reads?.form === "expressions" ? reads.entries.map(([, expression]) => expression) : []),
    ...(typeof task?.cost === "object" ? [task.cost] : []),
    ...[needs?.unit?.expression, needs?.agent?.expression, needs?.when].flatMap((expression) => expression ?? []),
  ]
  for (const expression of shown)
    for (const variable of needed(expression)) yield { variable, expression, fails: false }
  if (reads?.form === "names") for (const variable of reads.names) yield { variable, fails: false }
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
