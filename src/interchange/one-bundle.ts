import type { Json, JsonObject } from "../messages/json.ts"
import { PROCESS_KEYS } from "../model/read-process.ts"
import { isList, isMap } from "../model/read-value.ts"

/** The documents of a bundle without errors as one. */
export function oneBundle(documents: readonly Json[]): JsonObject {
  return documents.filter(isMap).map(withProcessesListed).reduce(together, {})
}

/** A process that stands by itself is a list of one. */
function withProcessesListed(document: JsonObject): JsonObject {
  const isOwn = (key: string) => PROCESS_KEYS.some((known) => known === key)
  const own = Object.entries(document).filter(([key]) => isOwn(key))
  const rest = Object.fromEntries(Object.entries(document).filter(([key]) => !isOwn(key)))
  return own.length === 0 ? rest : together({ processes: [Object.fromEntries(own)] }, rest)
}

/** No name stands in both: that would have been an error. */
function together(one: JsonObject, other: JsonObject): JsonObject {
  const entries = new Map<string, Json>(Object.entries(one))
  for (const [key, part] of Object.entries(other)) {
    const before = entries.get(key)
    entries.set(
      key,
      isList(before) && isList(part)
        ? [...before, ...part]
        : isMap(before) && isMap(part)
          ? together(before, part)
          : part,
    )
  }
  return Object.fromEntries(entries)
}
