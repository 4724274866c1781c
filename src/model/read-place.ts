import type { Place, Target } from "../messages/steps.ts"
import { isName, meant, quoted } from "./names.ts"
import { wrong } from "./read-finding.ts"
import { type Reader, readName, wrongKind } from "./read-value.ts"

export const TARGETS = ["item", "case", "allCases", "ancestors"] as const

/** What a step acts on, in one word. */
export const readTarget: Reader<Target> = (value, path, what, report) => {
  if (isTarget(value)) return value
  if (typeof value !== "string") return wrongKind(value, path, what, TARGET_FORMS, report)
  const remedy = meant(value, TARGETS, `Write ${TARGET_FORMS}.`)
  return wrong(report, "NOT_ALLOWED", path, `${what} cannot be ${quoted(value)}.`, remedy)
}

/** A process of the family, or one of its tasks. */
export const readPlace: Reader<Place> = (value, path, what, report) => {
  if (typeof value !== "string") return wrongKind(value, path, what, PLACE_FORMS, report)
  if (isTarget(value))
    return wrong(report, "NOT_ALLOWED", path, `${what} cannot be '${value}'.`, `Write ${PLACE_FORMS}.`)
  return (
    placeOf(value) ?? wrong(report, "BAD_PLACE", path, `${what} cannot be ${quoted(value)}.`, `Write ${PLACE_FORMS}.`)
  )
}

export const readTargetOrPlace: Reader<Target | Place> = (value, path, what, report) => {
  if (isTarget(value)) return value
  const forms = `${TARGET_FORMS}, or ${PLACE_FORMS}`
  if (typeof value !== "string") return wrongKind(value, path, what, forms, report)
  return placeOf(value) ?? wrong(report, "BAD_PLACE", path, `${what} cannot be ${quoted(value)}.`, `Write ${forms}.`)
}

/** The name of a process, where a word such as `item` would be a misunderstanding. */
export const readProcessName: Reader<string> = (value, path, what, report) => {
  if (!isTarget(value)) return readName(value, path, what, report)
  return wrong(report, "NOT_ALLOWED", path, `${what} cannot be '${value}'.`, "Name a process.")
}

/** As people write it. */
export function placeText({ process, task, after }: Place): string {
  return task === undefined ? process : `${process}/${task}${after ? "+" : ""}`
}

function placeOf(text: string): Place | undefined {
  const [process = "", task, ...rest] = text.split("/")
  if (!isName(process) || rest.length > 0) return undefined
  if (task === undefined) return { process }
  const name = task.replace(/\+$/, "")
  if (!isName(name)) return undefined
  return task === name ? { process, task } : { process, task: name, after: true }
}

function isTarget(value: unknown): value is Target {
  return TARGETS.some((target) => target === value)
}

const TARGET_FORMS = `one of ${TARGETS.join(", ")}`
const PLACE_FORMS = "a process, 'process/task' or, for what follows the task, 'process/task+'"
