import type { Path, Report } from "../messages/findings.ts"
import type { JsonObject } from "../messages/json.ts"
import { compileNeeds } from "./compile-needs.ts"
import type { Process } from "./net.ts"
import type { Needs } from "./organisation.ts"
import { readNeeds } from "./read-needs.ts"
import { findNode } from "./rule-scope.ts"

/**
 * Needs somebody wrote for one item, ready to be asked; undefined if they cannot be read at all. With an error reported, a part
 * is missing and they ask for less than was meant: they must not be used.
 */
export function needsFor(
  source: JsonObject,
  process: Process,
  task: string,
  report: Report = () => {},
): Needs | undefined {
  const needs = readNeeds(source, ["needs"], "'needs'", report)
  const locals = findNode(process, task)?.task?.locals
  return needs && compileNeeds(needs, { variables: process.variables, ...(locals && { locals }), report })
}

/** Every task of a process that needs somebody, and where that was written. */
export function needsOf(
  process: Process,
): readonly { readonly node: string; readonly needs: Needs; readonly path: Path }[] {
  return [...process.nets.values()].flatMap(({ nodes }) =>
    [...nodes.values()].flatMap(({ name, task }) =>
      task?.needs ? [{ node: name, needs: task.needs, path: task.needs.path }] : [],
    ),
  )
}
