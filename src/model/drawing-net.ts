import type { Flow, NetDefinition, NetTask } from "./definition.ts"
import type { DrawnKind } from "./drawing.ts"
import { sketchBeside } from "./drawing-blocks.ts"
import type { Loose, Sketch } from "./drawing-sketch.ts"
import { kindOfWait, stepWords, titleOfWait } from "./drawing-words.ts"
import { titleOf } from "./forms.ts"

/** Draws a net as it was written: conditions are shown, and a task has its join and its split with it. */
export function sketchNetForm(net: NetDefinition, sketch: Sketch): void {
  const inputs = inputsOf(net)
  const wayBack = waysBack(net)
  sketch.begins("end", sketch.end)
  for (const { name } of net.start) sketch.refer([sketch.loose(sketch.start)], name)
  for (const [name, node] of net.nodes) {
    if (node.kind === "condition") {
      const id = sketch.add(name, { kind: "condition", title: node.title ?? titleOf(name) })
      for (const { name: to } of node.to) sketch.refer([{ ...sketch.loose(id), ...wayBack(name, to) }], to)
      continue
    }
    const id = sketchTask(name, node, inputs.get(name) ?? 0, sketch)
    for (const flow of node.to) {
      const { name: to } = flow.target
      sketch.refer([{ ...flowFrom(id, flow, sketch), ...wayBack(name, to) }], to)
    }
    standIns(id, name, node)
  }

  /** What stands in for a task that leads several ways decides where to go as the task does. */
  function standIns(id: string, name: string, node: NetTask): void {
    const step = node.activity?.properties ?? node.properties
    const exits = sketchBeside(
      { id, name },
      { ...step, on: node.properties.on, cancels: node.properties.cancels },
      {},
      sketch,
    )
    const [only, another] = node.to
    if (exits.length === 0) return
    if (only && another === undefined) {
      sketch.refer(exits, only.target.name)
      return
    }
    const kind = ({ and: "parallel", xor: "choice", or: "some" } as const)[node.split]
    const split = sketch.add(`${name}~alternative`, { kind, title: titleOf(name), alternativeOf: name })
    sketch.connect(exits, split)
    for (const flow of node.to) sketch.refer([flowFrom(split, flow, sketch)], flow.target.name)
  }
}

function flowFrom(from: string, { when, otherwise }: Flow, sketch: Sketch): Loose {
  return { ...sketch.loose(from, "flow", when?.source), ...(otherwise && { isDefault: true }) }
}

function sketchTask(name: string, node: NetTask, inputs: number, sketch: Sketch): string {
  const { properties, wait, many, activity } = node
  const title = properties.title ?? (wait ? titleOfWait(undefined, wait) : titleOf(name))
  const kind: DrawnKind = wait
    ? kindOfWait(wait)
    : activity
      ? "activity"
      : properties.worker === undefined
        ? "task"
        : "program"
  const decides = node.to.length > 1 && node.split !== "and"
  const id = sketch.add(name, {
    kind,
    title,
    task: name,
    ...(decides && { routes: [`${name}~split`] }),
    ...(activity && { opens: name }),
    ...(inputs > 1 && { join: node.join }),
    ...(node.to.length > 1 && { split: node.split }),
    ...(many && { isMultiple: true }),
    ...stepWords(properties),
  })
  if (activity) sketch.studio.drawBody(name, title, activity.body, activity.properties.aside)
  return id
}

function targetsOf(net: NetDefinition, name: string): readonly string[] {
  const node = net.nodes.get(name)
  if (node === undefined) return name === "start" ? net.start.map((target) => target.name) : []
  return node.kind === "condition" ? node.to.map((target) => target.name) : node.to.map(({ target }) => target.name)
}

function inputsOf(net: NetDefinition): ReadonlyMap<string, number> {
  const inputs = new Map<string, number>()
  for (const name of ["start", ...net.nodes.keys()])
    for (const to of targetsOf(net, name)) inputs.set(to, (inputs.get(to) ?? 0) + 1)
  return inputs
}

/** An edge to a node that one has come by on the way leads back. */
function waysBack(net: NetDefinition): (from: string, to: string) => Partial<Loose> {
  const back = new Set<string>()
  const seen = new Set<string>(["start"])
  const way = [{ name: "start", left: [...targetsOf(net, "start")] }]
  const isOnWay = new Set(["start"])
  for (let here = way.at(-1); here; here = way.at(-1)) {
    const to = here.left.shift()
    if (to === undefined) {
      isOnWay.delete(here.name)
      way.pop()
    } else if (isOnWay.has(to)) back.add(JSON.stringify([here.name, to]))
    else if (!seen.has(to)) {
      seen.add(to)
      isOnWay.add(to)
      way.push({ name: to, left: [...targetsOf(net, to)] })
    }
  }
  return (from, to) => (back.has(JSON.stringify([from, to])) ? { kind: "back" } : {})
}
