/** A JSON schema as the operations write them: what is read of one to check, coerce or describe a value. */
export interface Schema {
  readonly type?: string
  readonly title?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly additionalProperties?: boolean | Schema
}

export const variantsOf = (schema: Schema): readonly Schema[] | undefined => schema.anyOf ?? schema.oneOf

/** What a value must be, in words: `a whole number from 1 to 1000`. */
export function inWords(schema: Schema): string {
  const variants = variantsOf(schema)
  if (variants) return [...new Set(variants.map(inWords))].join(" or ")
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return `one of ${schema.enum.map(String).join(", ")}`
  switch (schema.type) {
    case "string":
      return `a text${between(schema.minLength, schema.maxLength, " characters")}`
    case "integer":
      return `a whole number${between(schema.minimum, schema.maximum)}`
    case "number":
      return `a number${between(schema.minimum, schema.maximum)}`
    case "boolean":
      return "true or false"
    case "array":
      return `a list${between(schema.minItems, schema.maxItems, " elements")}`
    case "object":
      return schema.properties ? `an object with ${fieldsOf(schema)}` : "an object"
    default:
      return "any JSON value"
  }
}

function fieldsOf({ properties = {}, required = [] }: Schema): string {
  return Object.keys(properties)
    .map((name) => (required.includes(name) ? name : `${name}?`))
    .join(", ")
}

function between(least: number | undefined, most: number | undefined, unit = ""): string {
  if (least === undefined || least === 0) return most === undefined ? "" : ` of at most ${most}${unit}`
  if (most === undefined) return unit === "" ? ` from ${least} up` : ` of at least ${least}${unit}`
  return unit === "" ? ` from ${least} to ${most}` : ` of ${least} to ${most}${unit}`
}
