import type { Facts } from "../engine/deciding.ts"
import type { JsonObject } from "../messages/json.ts"
import type { Needs } from "../model/organisation.ts"
import { needsFor } from "../model/process-needs.ts"

/** Needs written for single items are few and asked again and again. */
export function rememberedNeeds(): NonNullable<Facts["needs"]> {
  const known = new WeakMap<JsonObject, Needs>()
  return (source, process, task) => {
    const remembered = known.get(source)
    if (remembered) return remembered
    const problems: string[] = []
    const needs = needsFor(source, process, task, ({ severity, message }) => {
      if (severity === "error") problems.push(message)
    })
    if (needs === undefined || problems.length > 0) return problems.join(" ")
    known.set(source, needs)
    return needs
  }
}
