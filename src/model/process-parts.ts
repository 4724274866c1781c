import type { Finding } from "../messages/findings.ts"
import type { Json } from "../messages/json.ts"
import type { BundledProcess } from "./bundle-document.ts"

/** Tasks, blocks, variables and whatever they are made of, in all processes of a bundle: deploying them keeps everybody else waiting. */
const MOST_PARTS = 20_000

/** The finding at the process with which a bundle becomes too large; undefined: it does not. */
export function tooManyParts(processes: readonly BundledProcess[]): Finding | undefined {
  let parts = 0
  for (const { definition, source, locate } of processes) {
    parts += definition.data.size + partsOf(source)
    if (parts > MOST_PARTS)
      return {
        code: "TOO_LARGE",
        severity: "error",
        place: locate([]),
        message: `With the process '${definition.name}' there are more than ${MOST_PARTS} tasks, blocks and variables.`,
        remedy: "Move parts of it into processes of their own, or deploy fewer processes at once.",
      }
  }
  return undefined
}

function partsOf(value: Json): number {
  if (typeof value !== "object" || value === null) return 0
  const isList = Array.isArray(value)
  let parts = isList ? 0 : 1
  for (const inner of isList ? value : Object.values(value)) parts += partsOf(inner)
  return parts
}
