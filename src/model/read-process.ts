import type { Path, Report } from "../messages/findings.ts"
import type { Json } from "../messages/json.ts"
import type { ProcessDefinition } from "./definition.ts"
import { INSIDE_KEYS, readBody, readInside } from "./read-activity.ts"
import { readBlocks } from "./read-block.ts"
import { readVariables } from "./read-data.ts"
import { checkKeys, optional, present, required } from "./read-fields.ts"
import { readNet } from "./read-net.ts"
import { readDeadline, readScoped } from "./read-properties.ts"
import { newLevel, type Reading } from "./read-reading.ts"
import { readExpression, readMap, readName, readText } from "./read-value.ts"
import { SCOPED_KEYS } from "./scoped-keys.ts"
import { onSteps } from "./tempting-keys.ts"

export const PROCESS_KEYS = [
  "process",
  "title",
  "data",
  "flow",
  "net",
  "deadline",
  "result",
  ...INSIDE_KEYS,
  ...SCOPED_KEYS,
] as const

/**
 * Reads one process from an untrusted plain value, telling every finding at once. What cannot be read is left out of the
 * definition, so it may run only if no error was told; undefined if not even its name and body can be read. A finding may carry
 * `at: "key"` besides (see `ReadFinding`).
 */
export function readProcess(value: Json, path: Path, report: Report): ProcessDefinition | undefined {
  const map = readMap(value, path, "A process", report)
  if (map === undefined) return undefined
  const reading: Reading = {
    report,
    names: new Map(),
    done: new Set(),
    level: newLevel(),
    later: [],
    suggestions: { left: 200 },
    blocks: readBlocks,
    net: readNet,
  }
  const unnamed = { map, path, what: "the process", report }
  const name = required(unnamed, "process", readName, "Write 'process: its-name'.")
  const fields = name === undefined ? unnamed : { ...unnamed, what: `the process '${name}'` }
  checkKeys(fields, PROCESS_KEYS, onSteps)
  const body = readBody(fields, ["flow", "net"], reading)
  const inside = readInside(fields, reading)
  const properties = {
    ...readScoped(fields, reading),
    ...present({
      title: optional(fields, "title", readText),
      deadline: optional(fields, "deadline", readDeadline),
      result: optional(fields, "result", readExpression),
    }),
    data: optional(fields, "data", readVariables) ?? new Map(),
  }
  for (const check of reading.later) check()
  return name === undefined || body === undefined ? undefined : { path, name, body, ...properties, ...inside }
}
