import type { PlaceId } from "../messages/events.ts"
import { drawRoute, type Site, warnIfUncovered } from "./compile-blocks.ts"
import { compileMany, compileStep, compileTask, compileWait, insideMany, namesAround } from "./compile-task.ts"
import type { NetDefinition, NetTask, StepProperties } from "./definition.ts"
import type { Output } from "./net.ts"
import type { DraftNode } from "./net-draft.ts"
import { compileAt } from "./vocabulary.ts"

/**
 * Draws a net as it was written. A flow between two tasks gets a place of its own; a task that decides where to go gets a
 * route behind it that does the deciding, so that work never waits for a condition and a condition that cannot be evaluated
 * leaves the work done.
 */
export function compileNetForm(net: NetDefinition, site: Site): void {
  const { draft } = site
  const isPlace = (name: string) => name === draft.end || net.nodes.get(name)?.kind === "condition"
  const between = (from: string, to: string): PlaceId =>
    draft.place(isPlace(to) ? to : isPlace(from) ? from : `${from}>${to}`)
  const inputs = new Map<string, PlaceId[]>()
  const lead = (place: PlaceId, to: string) => {
    if (!isPlace(to)) inputs.set(to, [...(inputs.get(to) ?? []), place])
  }

  for (const { name } of net.start) {
    if (!isPlace(name)) lead(draft.start, name)
    else drawRoute(site, { name: `start~${name}`, inputs: [draft.start], outputs: [{ place: draft.place(name) }] })
  }
  for (const [name, node] of net.nodes) {
    if (node.kind === "condition") {
      draft.place(name)
      site.workshop.paths.set(name, node.path)
      for (const { name: target } of node.to) {
        if (isPlace(target))
          drawRoute(site, { name: `${name}~${target}`, inputs: [name], outputs: [{ place: draft.place(target) }] })
        else lead(name, target)
      }
    } else for (const { target } of node.to) lead(between(name, target.name), target.name)
  }
  for (const [name, node] of net.nodes) {
    if (node.kind === "task") drawTask(name, node, inputs.get(name) ?? [], (to) => between(name, to), site)
  }
}

function drawTask(
  name: string,
  node: NetTask,
  inputs: readonly PlaceId[],
  placeTo: (to: string) => PlaceId,
  site: Site,
): void {
  const decides = node.to.length > 1 && node.split !== "and"
  const own = decides
    ? [{ place: site.draft.place(`>${name}~split`) }]
    : node.to.map(({ target }) => ({ place: placeTo(target.name) }))
  const simple = {
    name,
    join: node.join,
    inputs,
    split: "and",
    outputs: own,
    loops: site.loops,
    cancelling: node.properties.cancels,
  } as const
  drawWork(simple, node, site)
  drawAlternatives(name, node, own, site)
  if (decides) {
    const outputs = decisions(node, placeTo, site)
    drawRoute(site, { name: `${name}~split`, split: node.split, inputs: [`>${name}~split`], outputs })
  }
}

function drawWork(simple: Omit<DraftNode, "kind">, node: NetTask, site: Site): void {
  const { draft, around, workshop } = site
  const { name } = simple
  workshop.paths.set(name, node.path)
  const owner = { net: draft.name, node: name }
  if (node.many) {
    const many = compileMany(node.many, around)
    const { deadline: _, ...outer } = node.properties
    draft.add({ ...simple, kind: "activity", task: compileStep(stepOf(node, outer), around), ...(many && { many }) })
    const body = node.activity?.body ?? { form: "net", net: instanceOf(name, node) }
    workshop.drawBody(name, body, owner, { ...site, around: insideMany(node.many, around) })
  } else if (node.activity) {
    draft.add({ ...simple, kind: "activity", task: compileStep(stepOf(node, node.properties), around) })
    workshop.drawBody(name, node.activity.body, owner, site, node.activity.properties.aside)
  } else {
    const task = compileTask(node.properties, around)
    const wait = node.wait && compileWait(node.wait, around)
    const kind = node.wait ? "wait" : task.worker === undefined ? "work" : "program"
    draft.add({ ...simple, kind, task, ...(wait && { wait }) })
  }
}

/** An activity's purse is said inside it, everything else where it stands in the net. */
function stepOf({ activity }: NetTask, properties: StepProperties): Parameters<typeof compileStep>[0] {
  const { budget } = activity?.properties ?? {}
  return budget ? { ...properties, budget } : properties
}

/** What stands in for a task gives to all it gives to. */
function drawAlternatives(name: string, node: NetTask, outputs: readonly Output[], site: Site): void {
  const step = node.activity?.properties ?? node.properties
  if (step.alternatives === undefined) return
  const [only, another] = outputs
  const exit = only && another === undefined ? only.place : site.draft.place(`${name}~alternative>`)
  site.workshop.drawAlternatives(step, name, exit, site)
  if (exit !== only?.place) drawRoute(site, { name: `${name}~alternative`, inputs: [exit], outputs })
}

/** One instance of a task is the task itself; what goes for all of them is done once, by what is around them. */
function instanceOf(name: string, node: NetTask): NetDefinition {
  const { many: _, ...rest } = node
  const { alternatives: __, ...properties } = node.properties
  const target = { name: "end", path: node.path }
  const single: NetTask = {
    ...rest,
    join: "xor",
    split: "and",
    to: [{ target, otherwise: false }],
    properties: { ...properties, on: new Map(), cancels: [] },
  }
  return { path: node.path, start: [{ name, path: node.path }], nodes: new Map([[name, single]]) }
}

function decisions(node: NetTask, placeTo: (to: string) => PlaceId, site: Site): readonly Output[] {
  const { around } = site
  const vocabulary = namesAround(around)
  const outputs = node.to.map(({ target, when, otherwise }): Output => {
    if (!when && !otherwise) {
      around.report({
        code: "FLOW_NEEDS_CONDITION",
        severity: "error",
        path: target.path,
        message: `the flow to "${target.name}" has no condition, but its task splits by ${node.split}`,
        remedy: `Write to as a map, e.g. to: { ${target.name}: amount > 100, … : otherwise }, or use split: and`,
      })
    }
    const compiled = when && compileAt(when, vocabulary, around.report, "boolean")
    return { place: placeTo(target.name), ...(compiled && { when: compiled }) }
  })
  const hasOtherwise = node.to.some((flow) => !flow.when)
  warnIfUncovered(String(node.path.at(-1)), node.path, outputs, hasOtherwise, site)
  return outputs
}
