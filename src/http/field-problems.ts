import type { ErrorObject } from "ajv"
import type { FieldProblem } from "../messages/rejections.ts"
import { meant } from "../model/names.ts"
import { inWords, type Schema, variantsOf } from "./schema.ts"

/** A field that is not known there, with the one that was probably meant. */
export function unknownField(name: string, known: readonly string[], within = ""): FieldProblem {
  const all = known.length === 0 ? "nothing is expected here" : `expected are ${known.join(", ")}`
  const field = within === "" ? shortened(name) : `${within}.${shortened(name)}`
  return {
    field,
    code: "UNKNOWN_FIELD",
    message: `there is no "${shortened(name)}"; ${meant(name, known, all).replace(/^Did/, "did")}`,
  }
}

export function missingField(name: string, schema: Schema): FieldProblem {
  return { field: name, code: "REQUIRED", message: `"${name}" is missing; expected is ${inWords(schema)}` }
}

export function wrongType(field: string, schema: Schema, given: unknown): FieldProblem {
  return { field, code: "WRONG_TYPE", message: `expected is ${inWords(schema)}, given is ${shown(given)}` }
}

/** The one thing that is wrong with a field, from what the validator says of it. `verbose`, so that it says what it saw. */
export function problemOfField(
  name: string,
  schema: Schema,
  errors: readonly ErrorObject[],
  given: unknown,
): FieldProblem {
  const [error] = errors
  // Of several variants each has complained; which was meant nobody knows.
  if (error === undefined || variantsOf(schema)) return wrongType(name, schema, given)
  const field = `${name}${pathText(error.instancePath)}`
  const part = (error.parentSchema ?? schema) as Schema
  switch (error.keyword) {
    case "required": {
      const missing = String(error.params.missingProperty)
      return { ...missingField(missing, part.properties?.[missing] ?? {}), field: `${field}.${missing}` }
    }
    case "additionalProperties":
      return unknownField(String(error.params.additionalProperty), Object.keys(part.properties ?? {}), field)
    case "minimum":
    case "minLength":
    case "minItems":
      return { ...wrongType(field, part, error.data), code: "TOO_SMALL" }
    case "maximum":
    case "maxLength":
    case "maxItems":
      return { ...wrongType(field, part, error.data), code: "TOO_LARGE" }
    case "enum":
    case "const":
      return { ...wrongType(field, part, error.data), code: "NOT_ALLOWED" }
    default:
      return wrongType(field, part, error.data)
  }
}

/** A value of unknown size, fit to be told back. */
export function shown(value: unknown): string {
  if (typeof value === "string") {
    return value.length > 60 ? `a text of ${value.length} characters` : JSON.stringify(value)
  }
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === "object" && value !== null) return "an object"
  return String(value)
}

const shortened = (name: string): string => (name.length > 60 ? `${name.slice(0, 57)}…` : name)

/** `/files/0/name` is `.files[0].name`. */
function pathText(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${shortened(step)}`))
    .join("")
}
