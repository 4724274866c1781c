import type { Finding } from "../../../messages/findings.ts"
import type { Json, JsonObject } from "../../../messages/json.ts"
import type { Drawing, DrawnNode } from "../../../model/drawing.ts"
import type { Mark, Marks } from "../../net/marks.ts"

/** A process that findings are about: as it was written, and as it is drawn. */
export interface Sketch {
  readonly source: JsonObject
  readonly net: Drawing
}

/** The task a finding is about: the innermost step its path leads through, or else the first its message names. */
export function taskOf({ place, message }: Finding, { source, net }: Sketch): string | undefined {
  const tasks = tasksOf(net)
  return alongPath(stepsOf(place.path), source, tasks) ?? quoted(message).find((name) => tasks.has(name))
}

/** Which of several processes it is about: the one its counterexample starts, or its message or its path names. */
export function processOf(finding: Finding, sketches: readonly Sketch[]): Sketch | undefined {
  if (sketches.length === 1) return sketches[0]
  const named = [...(finding.counterexample ?? []).map(({ start }) => start), ...quoted(finding.message)]
  const byName = named.map((name) => sketches.find(({ net }) => net.process === name)).find(Boolean)
  const [first, index] = stepsOf(finding.place.path)
  return byName ?? (first === "processes" && typeof index === "number" ? sketches[index] : undefined)
}

/** Every task a finding is about looks so; the worst of several decides. */
export function findingMarks(findings: readonly Finding[], sketch: Sketch): Marks {
  const found = new Map<string, Finding[]>()
  for (const finding of findings) {
    const task = taskOf(finding, sketch)
    if (task !== undefined) found.set(task, [...(found.get(task) ?? []), finding])
  }
  return new Map([...found].map(([task, all]) => [task, markOf(all)]))
}

function markOf(findings: readonly Finding[]): Mark {
  const tone = findings.some(({ severity }) => severity === "error") ? "trouble" : "held"
  return { tone, icon: "trouble", word: findings.length === 1 ? "1 finding" : `${findings.length} findings` }
}

export function tasksOf({ nets }: Drawing): ReadonlyMap<string, DrawnNode> {
  return new Map(
    nets.flatMap(({ nodes }) => nodes.flatMap((node) => (node.task === undefined ? [] : [[node.task, node] as const]))),
  )
}

/** `flow[1].branches[0][2].task` by its names and numbers. */
export function stepsOf(path: string): readonly (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name]) =>
    index === undefined ? (name ?? "") : Number(index),
  )
}

function alongPath(
  path: readonly (string | number)[],
  source: Json,
  tasks: ReadonlyMap<string, DrawnNode>,
): string | undefined {
  const steps = path[0] === "processes" ? path.slice(2) : path
  let value: Json | undefined = source
  let found: string | undefined
  for (const step of steps) {
    value = inside(value, step)
    // In a net the key itself is the name, in a flow the value of the first key.
    const names = [step, ...(isObject(value) ? Object.values(value).slice(0, 1) : [])]
    found = names.find((name): name is string => typeof name === "string" && tasks.has(name)) ?? found
  }
  return found
}

function inside(value: Json | undefined, step: string | number): Json | undefined {
  if (Array.isArray(value)) return typeof step === "number" ? (value[step] as Json | undefined) : undefined
  return isObject(value) ? value[step] : undefined
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const quoted = (text: string): readonly string[] =>
  [...text.matchAll(/["'“]([^"'”]+)["'”]/g)].map(([, name]) => name ?? "")
