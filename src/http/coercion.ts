import { type Schema, variantsOf } from "./schema.ts"

/** What a text from an address means where such a value is expected; the text itself where it means none. */
export function coerced(text: string, schema: Schema): unknown {
  const types = typesOf(schema)
  if (types.has("boolean") && (text === "true" || text === "false")) return text === "true"
  if ((types.has("integer") || types.has("number")) && wholeNumber.test(text) && Number.isSafeInteger(Number(text)))
    return Number(text)
  if (types.has("number") && someNumber.test(text) && Number.isFinite(Number(text))) return Number(text)
  return text
}

const wholeNumber = /^-?\d+$/
const someNumber = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/

function typesOf(schema: Schema): ReadonlySet<string> {
  const variants = variantsOf(schema)
  if (variants) return new Set(variants.flatMap((variant) => [...typesOf(variant)]))
  return new Set(schema.type === undefined ? [] : [schema.type])
}
