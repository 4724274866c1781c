import { canAllBe } from "../expressions/possible.ts"
import type { Finding, Place } from "../messages/findings.ts"
import type { Step } from "../messages/steps.ts"
import { isCheckpoint } from "../model/event-names.ts"
import type { Node, Process } from "../model/net.ts"
import { EVERYWHERE, placeOfScope } from "../model/scope-text.ts"
import type { Doubt } from "./doubt.ts"
import { type BoundInForce, placedSteps, type RepertoireInForce } from "./repertoire-in-force.ts"
import { ruleSurroundings } from "./rule-surroundings.ts"

/**
 * Rules about exceptions that are never asked, because a stage of the ladder before them always answers: a mandatory handler that
 * solves, an exception arc, or a person where involvement is manual.
 */
export function rulesAskedTooLate(force: RepertoireInForce): readonly Doubt[] {
  const found: Doubt[] = []
  const look = (on: string, at: string, tree: string, place: Place) => {
    const before = isCheckpoint(on) ? undefined : answeredBefore(on, at, force)
    const { task } = placeOfScope(at)
    const shownBy = { kind: "unasked", tree, on, ...(task !== undefined && { task }) } as const
    if (before) found.push({ finding: { ...tooLate(on, before), place }, shownBy })
  }
  for (const { on, at, nodes, path, locate, isNew } of force.trees)
    if (isNew && nodes.length > 0) look(on, at, `${on} ${at}`, locate(nodes[0]?.path ?? path))
  for (const { handler, at, isNew } of force.bound)
    if (isNew && !handler.mandatory)
      for (const on of handler.on) look(on, at, `${on} ${at}#${handler.name}`, handler.locate(handler.path, "key"))
  return found
}

/** In words. */
function answeredBefore(on: string, at: string, force: RepertoireInForce): string | undefined {
  const { process: name, task } = placeOfScope(at)
  const process = name === undefined ? undefined : force.processes.get(name)
  const chain = process && task !== undefined ? stepsAround(process, task) : []
  const mandatory = force.bound.find((bound) => bound.handler.mandatory && isAlwaysSolving(bound, on, at, chain, force))
  if (mandatory) return `the mandatory handler '${mandatory.handler.name}' always answers it there`
  const { classes } = force
  if (!classes.has(on) || ASKED_ALL_THE_SAME.some((each) => classes.is(on, each) || classes.is(each, on)))
    return undefined
  const [node] = chain
  if (process === undefined || node === undefined) return undefined
  const lineage = classes.lineage(on)
  for (const step of chain)
    for (const [arc, to] of step.task?.arcs ?? [])
      if (lineage.includes(arc)) return `the exception arc of '${step.name}' to '${to}' takes it`
  const inside = [node, ...stepsInside(process, node)]
  const isManual = inside.every((step) => involvementAt(process, step) === "manual")
  return isManual ? "exceptions there go straight to a person ('involvement: manual')" : undefined
}

/** Rules on these are also asked about what is not an exception yet, or beside it. */
const ASKED_ALL_THE_SAME = ["Timeout", "ConstraintViolation"]

function isAlwaysSolving(
  bound: BoundInForce,
  on: string,
  at: string,
  chain: readonly Node[],
  force: RepertoireInForce,
): boolean {
  const { handler } = bound
  const { process } = placeOfScope(at)
  const around = [
    at,
    EVERYWHERE,
    ...(process === undefined ? [] : [process, ...chain.map(({ name }) => `${process}/${name}`)]),
  ]
  const names = force.classes.has(on) ? force.classes.lineage(on) : [on]
  const asked = names.find((name) => handler.on.includes(name))
  if (!around.includes(bound.at) || asked === undefined) return false
  const steps = placedSteps(handler, handler.locate, force)
  if (!(handler.solves ?? steps.some(({ step }) => isActing(step)))) return false
  const known = ruleSurroundings({ on: asked, at: bound.at, with: bound.with }, force)
  return !canAllBe([{ source: handler.if.source, holds: false }], known)
}

/** Telling somebody and writing data do not move what an exception holds. */
const isActing = (step: Step): boolean => step.do !== "notify" && step.do !== "set"

/** A step and the activities around it, inner first. */
function stepsAround(process: Process, name: string): readonly Node[] {
  for (const net of process.nets.values()) {
    const node = net.nodes.get(name)
    if (node) return [node, ...(net.owner ? stepsAround(process, net.owner.node) : [])]
  }
  return []
}

function stepsInside(process: Process, { name }: Node): readonly Node[] {
  const inner = process.nets.get(name)
  return [...(inner?.nodes.values() ?? [])].flatMap((node) => [node, ...stepsInside(process, node)])
}

function involvementAt(process: Process, { name }: Node): string {
  const said = [...stepsAround(process, name).map(({ task }) => task?.scoped), process.scoped]
  return said.find((scoped) => scoped?.involvement !== undefined)?.involvement ?? "automatic"
}

function tooLate(on: string, before: string): Omit<Finding, "place"> {
  return {
    code: "RULE_SHADOWED",
    severity: "warning",
    message: `This rule on '${on}' is never asked: ${before}.`,
    remedy: "Remove it, or what comes before it; or write it as a mandatory handler.",
  }
}
