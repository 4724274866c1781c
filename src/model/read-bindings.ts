import type { Path } from "../messages/findings.ts"
import type { Json } from "../messages/json.ts"
import { checkKeys, has, optional, required } from "./read-fields.ts"
import type { ReadReport } from "./read-finding.ts"
import { readScopes } from "./read-scope.ts"
import { readList, readMap, readName } from "./read-value.ts"
import type { BindingDefinition } from "./repertoire.ts"
import type { Locate } from "./source.ts"

/** What stands under `bind`: one binding for each scope of an entry. */
export function readBindings(
  value: Json,
  path: Path,
  locate: Locate,
  report: ReadReport,
): readonly BindingDefinition[] {
  const list = readList(value, path, "'bind'", report) ?? []
  return list.flatMap((entry, index) => readBinding(entry, [...path, index], locate, report))
}

function readBinding(value: Json, path: Path, locate: Locate, report: ReadReport): readonly BindingDefinition[] {
  const map = readMap(value, path, "An entry of 'bind'", report)
  if (map === undefined) return []
  const fields = { map, path, what: "the binding", report }
  checkKeys(fields, ["handler", "at", "with"])
  const handler = required(fields, "handler", readName, "Name the handler that is bound.")
  const scopes = required(fields, "at", readScopes, "Say where it holds: 'at: process/task', 'at: everywhere'.")
  const given = optional(fields, "with", readMap) ?? {}
  if (handler === undefined) return []
  const handlerPath = [...path, "handler"]
  const withPath = has(map, "with") ? [...path, "with"] : path
  return (scopes ?? []).map(({ at, path: atPath }) => ({
    handler,
    at,
    with: given,
    path,
    handlerPath,
    atPath,
    withPath,
    locate,
  }))
}
