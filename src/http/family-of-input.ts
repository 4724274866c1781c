import { asItemId, familyOf } from "../messages/ids.ts"

/** The family a request is about, from the ids it names. */
export function familyOfInput(input: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof input.family === "string") return input.family
  const id = [input.case, input.item, input.run, input.intervention].find((value) => typeof value === "string")
  return typeof id === "string" ? familyOf(asItemId(id)) : undefined
}
