import type { Path } from "../messages/findings.ts"
import type { Json } from "../messages/json.ts"
import { checkEither, checkKeys, type Fields, has, optional } from "../model/read-fields.ts"
import { type ReadReport, wrong } from "../model/read-finding.ts"
import { isList, type Reader, readEntries, readFlag, readMap, readText } from "../model/read-value.ts"
import type { Call } from "./story.ts"

/** The scripts of a story's programs, by the worker's name. */
export const readWorkers: Reader<ReadonlyMap<string, readonly Call[]>> = (value, path, what, report) =>
  readEntries(value, path, what, readScript, report)

const readScript: Reader<readonly Call[]> = (value, path, what, report) => {
  const list = isList(value) ? value : [value]
  if (list.length === 0) return wrong(report, "EMPTY", path, `${what} has no calls.`, REMEDY)
  return list.flatMap((entry, index) => readCall(entry, isList(value) ? [...path, index] : path, report) ?? [])
}

function readCall(value: Json, path: Path, report: ReadReport): Call | undefined {
  const map = readMap(value, path, "A call", report)
  if (map === undefined) return undefined
  const fields: Fields = { map, path, what: "a call of a worker", report }
  checkKeys(fields, ["throws", "returns", "hangs"])
  checkEither(fields, ["throws", "returns", "hangs"], "A call ends in one way only.")
  if (has(map, "throws")) {
    const message = optional(fields, "throws", readText)
    return message === undefined ? undefined : { do: "throw", message }
  }
  if (has(map, "returns")) {
    const data = map.returns === null ? {} : optional(fields, "returns", readMap)
    return data === undefined ? undefined : { do: "return", data }
  }
  if (optional(fields, "hangs", readFlag) === true) return { do: "hang" }
  if (Object.keys(map).length > 0) return undefined
  return wrong(report, "EMPTY", path, "A call says nothing.", REMEDY)
}

const REMEDY = "Write { throws: text }, { returns: { … } } or { hangs: true }."
