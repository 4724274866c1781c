import type { Bindings } from "../expressions/expression.ts"
import { widerList } from "../expressions/wider-lists.ts"
import type { Context } from "../messages/context.ts"
import { isStateSet } from "../model/vocabulary.ts"

/** What conditions see in a kept context: the same as they saw in the case it was taken from. */
export function bindingsOf({ names, results, counts, rounds, past, lineages = {}, behind = {} }: Context): Bindings {
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
        case "isA":
          return (own(lineages, about) ?? [about]).includes(String(second))
        default:
          return undefined
      }
    },
  }
}

function own<Value>(values: { readonly [name: string]: Value }, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}
