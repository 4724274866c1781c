import type { Report } from "../messages/findings.ts"
import type { JsonObject } from "../messages/json.ts"
import { checkValue } from "./data-values.ts"
import { meant, quoted } from "./names.ts"
import type { BindingDefinition, HandlerDefinition } from "./repertoire.ts"

/** That a binding gives its handler what it needs, and nothing else. */
export function checkParameters(
  { name, parameters }: Pick<HandlerDefinition, "name" | "parameters">,
  { with: given, withPath }: Pick<BindingDefinition, "with" | "withPath">,
  report: Report,
): void {
  for (const [key, value] of Object.entries(given)) {
    const type = parameters.get(key)
    const path = [...withPath, key]
    if (type === undefined) {
      const message = `The handler '${name}' has no parameter ${quoted(key)}.`
      const known = [...parameters.keys()]
      const remedy = meant(key, known, known.length > 0 ? `It has ${known.join(", ")}.` : "It has none.")
      report({ code: "UNKNOWN_PARAMETER", severity: "error", path, message, remedy })
      continue
    }
    for (const problem of checkValue(type, value, key))
      report({
        code: "WRONG_TYPE",
        severity: "error",
        path,
        message: problem.message,
        remedy: `Give '${key}' a value that fits, as the handler '${name}' declares it.`,
      })
  }
  for (const [key, type] of parameters) {
    if (type.default !== undefined || (given[key] ?? null) !== null) continue
    const message = `The handler '${name}' needs a value for '${key}'.`
    const remedy = `Give it: 'with: { ${key}: … }'.`
    report({ code: "MISSING_PARAMETER", severity: "error", path: withPath, message, remedy })
  }
}

/** What a bound handler sees: what is given, and for the rest what it says itself. */
export function boundParameters(parameters: HandlerDefinition["parameters"], given: JsonObject): JsonObject {
  const values = new Map(Object.entries(given))
  for (const [key, { default: usual }] of parameters)
    if ((values.get(key) ?? null) === null && usual !== undefined) values.set(key, usual)
  return Object.fromEntries(values)
}
