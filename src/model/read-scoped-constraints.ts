import type { Path } from "../messages/findings.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import { checkKeys, has, optional, required } from "./read-fields.ts"
import { type ReadReport, wrong } from "./read-finding.ts"
import { readAmount, readDeadline } from "./read-properties.ts"
import { readScopes } from "./read-scope.ts"
import { readExpression, readList, readMap, readName } from "./read-value.ts"
import type { ConstraintDefinition } from "./repertoire.ts"
import { scopeSource } from "./scope-text.ts"
import type { Locate } from "./source.ts"

/** What a constraint may be about. */
export const CONSTRAINED = ["budget", "deadline", "invariant", "qualification"] as const

/** What stands under `constraints`: one definition for each scope and each thing it bounds there. */
export function readConstraints(
  value: Json,
  path: Path,
  locate: Locate,
  report: ReadReport,
): readonly ConstraintDefinition[] {
  const list = readList(value, path, "'constraints'", report) ?? []
  return list.flatMap((entry, index) => readConstraint(entry, [...path, index], locate, report))
}

/** Several conditions may hold in one place: from the second on their names have a number. */
export function numbered(definitions: readonly ConstraintDefinition[]): readonly ConstraintDefinition[] {
  const counts = new Map<string, number>()
  return definitions.map((definition) => {
    const { name, invariant, qualification } = definition
    if (invariant === undefined && qualification === undefined) return definition
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count > 1 ? { ...definition, name: `${name}#${count}` } : definition
  })
}

function readConstraint(value: Json, path: Path, locate: Locate, report: ReadReport): readonly ConstraintDefinition[] {
  const map = readMap(value, path, "An entry of 'constraints'", report)
  if (map === undefined) return []
  const fields = { map, path, what: "the constraint", report }
  checkKeys(fields, ["name", "at", ...CONSTRAINED])
  const name = optional(fields, "name", readName)
  const scopes = required(fields, "at", readScopes, "Say where it holds: 'at: process', 'at: process/activity'.") ?? []
  const said = {
    budget: optional(fields, "budget", readAmount),
    deadline: optional(fields, "deadline", readDeadline),
    invariant: optional(fields, "invariant", readExpression),
    qualification: optional(fields, "qualification", readExpression),
  }
  if (!CONSTRAINED.some((word) => has(map, word)))
    wrong(report, "MISSING_KEY", path, "The constraint bounds nothing.", `Write one of ${CONSTRAINED.join(", ")}.`)
  return scopes.flatMap(({ at, path: atPath }) =>
    CONSTRAINED.flatMap((word): readonly ConstraintDefinition[] => {
      if (said[word] === undefined) return []
      const source: JsonObject = { ...(name !== undefined && { name }), at: scopeSource(at), [word]: map[word] ?? null }
      const own = `${name ?? word}@${at}`
      return [{ name: own, at, [word]: said[word], source, path: [...path, word], atPath, locate }]
    }),
  )
}
