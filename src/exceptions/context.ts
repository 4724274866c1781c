import type { Bindings } from "../expressions/expression.ts"
import { widerList } from "../expressions/wider-lists.ts"
import type { Context } from "../messages/context.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import { pastSource } from "../model/past-functions.ts"
import { isStateSet } from "../model/vocabulary.ts"

/** What conditions see in a kept context: the same as they saw in the case it was taken from. */
export function bindingsOf({
  names,
  results,
  counts,
  rounds,
  past,
  classes = {},
  lineages = {},
  behind = {},
}: Context): Bindings {
  const isBehind = (text: string, state: string) =>
    text.endsWith("+") && (own(behind, text.slice(0, -1)) ?? "notReady") === state
  return {
    value(name) {
      const value = own(names, name)
      if (!isStateSet(name) || !Array.isArray(value)) return value
      return widerList(value as readonly string[], (text) => isBehind(text, name))
    },
    call(name, [first, second]) {
      const about = String(first)
      switch (name) {
        case "result":
          return own(results, about)
        case "count":
          return own(counts, about) ?? 0
        case "round":
          return own(rounds, about) ?? 0
        case "duringRound":
          return own(own(past, about) ?? {}, String(second)) ?? "notReady"
        case "class":
          return own(classes, about)
        case "isA":
          return (own(lineages, about) ?? [about]).includes(String(second))
        case "pastCases":
        case "pastExceptions":
          return own(asObject(names.external), pastSource(name, second === undefined ? [about] : [about, second]))
        default:
          return undefined
      }
    },
  }
}

function own<Value>(values: { readonly [name: string]: Value }, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}

function asObject(value: Json | undefined): { readonly [name: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
}
