import { stringify } from "yaml"
import type { Finding, Place } from "../messages/findings.ts"
import type { JsonObject } from "../messages/json.ts"

/** A finding as people read it: where, what and, on lines of their own, what to do and the steps of a story that leads there. */
export function describeFinding({ code, severity, place, message, remedy, counterexample }: Finding): string {
  const told = `${describePlace(place)} ${severity} ${code} ${message}\n  ${remedy}`
  return [told, ...(counterexample ? ["  It can come about like this:", ...counterexample.map(stepText)] : [])].join(
    "\n",
  )
}

/** As it would stand in a story. */
function stepText(step: JsonObject): string {
  return `    - ${stringify(step, { collectionStyle: "flow", lineWidth: 0 }).trim()}`
}

/** `concert.yaml:12:7`, as editors understand it; for what was never text, the path. */
export function describePlace({ file, line, column, path }: Place): string {
  if (line !== undefined) return [file, line, column].filter((part) => part !== undefined).join(":")
  return [file, path].filter((part) => part !== undefined && part !== "").join(":") || "(everything)"
}
