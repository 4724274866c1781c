import type { Json, JsonObject } from "../messages/json.ts"
import { checkKeys, type Fields, optional, present, required } from "../model/read-fields.ts"
import { readScopes } from "../model/read-scope.ts"
import { isList, isMap, type Reader, readMap, readName, wrongKind } from "../model/read-value.ts"
import type { Action, BoundThere } from "./story.ts"

/** The steps that bind handlers and unbind them while cases run. */

export function readBind(fields: Fields): Action | undefined {
  const bindings = entriesOf(fields, "bind", (inner) => {
    checkKeys(inner, ["handler", "at", "with"])
    const at = required(inner, "at", readScopes, "Say where it holds from now on.")
    return at && { at: at.map((scope) => scope.at), ...present({ with: optional(inner, "with", readMap) }) }
  })
  return bindings && { do: "bind", bindings }
}

/** A name alone is unbound wherever it is bound. */
export function readUnbind(fields: Fields): Action | undefined {
  const bindings = entriesOf(fields, "unbind", (inner) => {
    checkKeys(inner, ["handler", "at"])
    const at = optional(inner, "at", readScopes)
    return present({ at: at?.map((scope) => scope.at) })
  })
  return bindings && { do: "unbind", bindings }
}

/** One of them, or a list as in a bundle. */
function entriesOf(
  { map, path, report }: Fields,
  word: "bind" | "unbind",
  read: (inner: Fields) => Omit<BoundThere, "handler"> | undefined,
): readonly BoundThere[] | undefined {
  const written = map[word] ?? null
  const own = [...path, word]
  const readOne: Reader<BoundThere> = (value: Json, place) => {
    if (word === "unbind" && typeof value === "string") {
      const handler = readName(value, place, "'unbind'", report)
      return handler === undefined ? undefined : { handler }
    }
    if (!isMap(value)) return wrongKind(value, place, `'${word}'`, "a map with 'handler' and 'at'", report)
    const inner: Fields = { map: value as JsonObject, path: place, what: `'${word}'`, report }
    const handler = required(inner, "handler", readName, "Name the handler.")
    const rest = read(inner)
    return handler === undefined || rest === undefined ? undefined : { handler, ...rest }
  }
  const entries = isList(written)
    ? written.map((value, index) => readOne(value, [...own, index], `'${word}'`, report))
    : [readOne(written, own, `'${word}'`, report)]
  const whole = entries.filter((each) => each !== undefined)
  return whole.length === entries.length ? whole : undefined
}
