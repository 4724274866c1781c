import type { Json } from "../../messages/json.ts"
import { plain } from "../../model/plain.ts"

/** The value an attribute holds: text as it stands where the type is one of texts, else JSON; undefined if it is neither. */
export function valueIn(text: string, type: string): Json | undefined {
  if (TEXT_TYPES.includes(type)) return text
  let isWell = true
  let isExact = true
  try {
    const parsed: unknown = JSON.parse(text, (_, value: unknown) => {
      if (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value)) isExact = false
      return value
    })
    const value = plain(parsed, () => {
      isWell = false
    })
    // A number too large to be exact is what it is only if it would be written like this.
    return isWell && (isExact || JSON.stringify(value) === text) ? value : undefined
  } catch {
    return undefined
  }
}

/** The other way round. */
export function valueText(value: Json, type: string): string {
  return typeof value === "string" && TEXT_TYPES.includes(type) ? value : JSON.stringify(value)
}

const TEXT_TYPES: readonly string[] = ["string", "date", "datetime", "duration"]
