import type { Json, JsonObject } from "../messages/json.ts"

/** Options are interfaces, which TypeScript does not take for JSON; what they hold is. Keys without a value are left out. */
export function plainly(value: object): JsonObject {
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, Json] => entry[1] !== undefined))
}
