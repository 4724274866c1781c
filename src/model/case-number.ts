import type { Json } from "../messages/json.ts"

/** Returns the case number a value says: a text within the rule, or a whole number as text. */
export function caseNumber(value: Json | undefined): string | undefined {
  const text = Number.isSafeInteger(value) ? String(value) : value
  return typeof text === "string" && isCaseNumber(text) ? text : undefined
}

export const CASE_NUMBER_RULE =
  "A case number is a text of 1 to 200 characters, without control characters and without spaces at its ends."

const longest = 200

function isCaseNumber(text: string): boolean {
  const isBounded = text.length > 0 && text.length <= longest && text.trim() === text
  return isBounded && text.isWellFormed() && !/\p{Cc}/u.test(text)
}
