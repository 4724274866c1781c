import type { Path, Report } from "../messages/findings.ts"
import type { Known } from "./check-names.ts"
import {
  activitiesAround,
  boundsOfNode,
  boundsOfProcess,
  type FixedBound,
  fixedBounds,
  netWith,
} from "./fixed-bounds.ts"
import type { Process } from "./net.ts"
import { outerScopes } from "./outer-scopes.ts"
import type { ConstraintDefinition } from "./repertoire.ts"
import { parseScope } from "./scope-text.ts"

/** Warns of bounds in a process that can never be reached, because what is around them has a tighter one. */
export function checkBoundsWithin(process: Process, paths: ReadonlyMap<string, Path>, report: Report): void {
  const outermost = boundsOfProcess(process)
  for (const net of process.nets.values()) {
    const outer = [...activitiesAround(process, net.name).flatMap((node) => boundsOfNode(process, node)), ...outermost]
    for (const node of net.nodes.values())
      for (const bound of boundsOfNode(process, node)) {
        const tighter = tighterThan(bound, outer)
        if (tighter) report(looser(bound, tighter, [...(paths.get(node.name) ?? []), bound.word]))
      }
  }
}

/** The same for what is set from outside, against what the processes say and what is set elsewhere. */
export function checkLooserConstraint(
  constraint: ConstraintDefinition,
  beside: readonly ConstraintDefinition[],
  known: Known,
  report: Report,
): void {
  const { at, path } = constraint
  // What is new as well is told where it stands.
  const before = [...known.constraints()].filter((other) => !beside.includes(other) && other.at !== at)
  const inner = before.filter((other) => outerScopes(other.at, known).includes(at))
  const inside = [...insideOf(at, known), ...inner.flatMap((other) => fixedBounds(other.at, other))]
  for (const bound of fixedBounds(at, constraint)) {
    const tighter = tighterThan(
      bound,
      outerScopes(at, known).flatMap((scope) => allAt(scope, known)),
    )
    if (tighter) report(looser(bound, tighter, path))
    for (const one of inside) if (isLooser(one, bound)) report(looser(one, bound, path))
  }
}

const isLooser = (inner: FixedBound, outer: FixedBound): boolean =>
  inner.word === outer.word && inner.dimension === outer.dimension && inner.value > outer.value

function tighterThan(bound: FixedBound, outer: readonly FixedBound[]): FixedBound | undefined {
  return outer.find((other) => isLooser(bound, other))
}

/** Said by the process, and set by constraints. */
function allAt(scope: string, known: Known): readonly FixedBound[] {
  const set = [...known.constraints()].filter(({ at }) => at === scope)
  return [...declaredAt(scope, known), ...set.flatMap((constraint) => fixedBounds(scope, constraint))]
}

function declaredAt(scope: string, known: Known): readonly FixedBound[] {
  const parsed = parseScope(scope)
  const process = parsed.kind === "place" ? known.process(parsed.process) : undefined
  if (parsed.kind !== "place" || process === undefined) return []
  if (parsed.task === undefined) return boundsOfProcess(process)
  const net = netWith(process, parsed.task)
  const node = net === undefined ? undefined : process.nets.get(net)?.nodes.get(parsed.task)
  return node ? boundsOfNode(process, node) : []
}

/** What processes themselves say further in. */
function* insideOf(scope: string, known: Known): Iterable<FixedBound> {
  const parsed = parseScope(scope)
  if (parsed.kind !== "place" && parsed.kind !== "everywhere") return
  for (const name of parsed.kind === "place" ? [parsed.process] : known.processes()) {
    const process = known.process(name)
    if (process === undefined) continue
    if (parsed.kind === "everywhere") yield* boundsOfProcess(process)
    for (const net of process.nets.values()) {
      const around = activitiesAround(process, net.name).map((node) => node.name)
      if (parsed.kind === "place" && parsed.task !== undefined && !around.includes(parsed.task)) continue
      for (const node of net.nodes.values()) yield* boundsOfNode(process, node)
    }
  }
}

function looser(inner: FixedBound, outer: FixedBound, path: Path): Parameters<Report>[0] {
  return {
    code: "LOOSER_BOUND",
    severity: "warning",
    path,
    message: `The ${inner.word} of '${inner.scope}' is ${inner.text}, but '${outer.scope}' around it allows only ${outer.text}.`,
    remedy: "Tighten it, or leave it out: the outer one holds as well.",
  }
}
