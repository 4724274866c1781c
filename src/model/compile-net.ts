import type { PlaceId } from "../messages/events.ts"
import { drawActivity, drawBody, drawRoute, type Site, warnIfUncovered } from "./compile-blocks.ts"
import { compileMany, compileStep, compileTask, compileWait, insideMany } from "./compile-task.ts"
import type { Flow, NetDefinition, NetTask } from "./definition.ts"
import type { Output } from "./net.ts"
import type { DraftNode } from "./net-draft.ts"
import { compileAt, vocabularyOf } from "./vocabulary.ts"

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
  if (decides) {
    const outputs = decisions(node, placeTo, site)
    drawRoute(site, { name: `${name}~split`, split: node.split, inputs: [`>${name}~split`], outputs })
  }
}

function drawWork(simple: Omit<DraftNode, "kind">, node: NetTask, site: Site): void {
  const { draft, around } = site
  const { name } = simple
  if (node.many) {
    const many = compileMany(node.many, around)
    const { deadline: _, ...outer } = node.properties
    draft.add({
      ...simple,
      kind: "activity",
      task: compileStep({ ...outer, cancels: [] }, around),
      ...(many && { many }),
    })
    const inside = { ...site, around: insideMany(node.many, around) }
    const owner = { net: draft.name, node: name }
    if (node.activity) return drawActivity({ ...node.activity, name }, owner, inside)
    const single: NetTask = { ...withoutMany(node), join: "xor", split: "and", to: [] }
    return drawBody(
      name,
      {
        form: "net",
        net: {
          path: node.path,
          start: [{ name, path: node.path }],
          nodes: new Map([[name, { ...single, to: [toEnd(node)] }]]),
        },
      },
      owner,
      inside,
    )
  }
  if (node.activity) {
    draft.add({ ...simple, kind: "activity", task: compileStep(node.properties, around) })
    return drawActivity({ ...node.activity, name }, { net: draft.name, node: name }, site)
  }
  const task = compileTask(node.properties, around)
  if (node.wait) {
    const wait = compileWait(node.wait, around)
    return draft.add({ ...simple, kind: "wait", task, ...(wait && { wait }) })
  }
  draft.add({ ...simple, kind: task.worker === undefined ? "work" : "program", task })
}

/** One instance of a task is the task itself; the cancelling is done once, when all instances are through. */
function withoutMany(node: NetTask): NetTask {
  const { many: _, ...rest } = node
  return { ...rest, properties: { ...node.properties, cancels: [] } }
}

const toEnd = (node: NetTask): Flow => ({ target: { name: "end", path: node.path }, otherwise: false })

function decisions(node: NetTask, placeTo: (to: string) => PlaceId, site: Site): readonly Output[] {
  const { around } = site
  const vocabulary = vocabularyOf(around.variables, around.locals)
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
