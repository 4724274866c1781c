import type { Json } from "../messages/json.ts"

/** A list that holds more than it shows: what is not found in it is looked up, by `in` and `subsetOf`. */
export function widerList(shown: readonly string[], alsoHolds: (text: string) => boolean): Json {
  wider.set(shown, alsoHolds)
  return shown
}

export function isHeldBeyond(list: readonly unknown[], value: unknown): boolean {
  return typeof value === "string" && wider.get(list)?.(value) === true
}

const wider = new WeakMap<readonly unknown[], (text: string) => boolean>()
