import type { Finding, Place } from "../messages/findings.ts"

/** A finding as people read it: where, what and, on a line of its own, what to do. */
export function describeFinding({ code, severity, place, message, remedy }: Finding): string {
  return `${describePlace(place)} ${severity} ${code} ${message}\n  ${remedy}`
}

/** `concert.yaml:12:7`, as editors understand it; for what was never text, the path. */
export function describePlace({ file, line, column, path }: Place): string {
  if (line !== undefined) return [file, line, column].filter((part) => part !== undefined).join(":")
  return [file, path].filter((part) => part !== undefined && part !== "").join(":") || "(everything)"
}
