import type { Path } from "../messages/findings.ts"
import type { Json } from "../messages/json.ts"
import { isList, isMap } from "./read-value.ts"

/** The first place where the name stands under one of the keys, alone or in a list. */
export function whereNamed(value: Json, name: string, keys: readonly string[], key = ""): Path | undefined {
  if (value === name && keys.includes(key)) return []
  const parts: readonly (readonly [string | number, Json])[] = isList(value)
    ? value.map((part, index) => [index, part])
    : isMap(value)
      ? Object.entries(value)
      : []
  for (const [step, part] of parts) {
    const below = whereNamed(part, name, keys, typeof step === "string" ? step : key)
    if (below !== undefined) return [step, ...below]
  }
  return undefined
}
