import type { RuleConclusion } from "../messages/steps.ts"
import { isCompensating } from "./event-names.ts"
import { NOTHING } from "./read-exlets.ts"
import { readUndo, undoWords } from "./read-properties.ts"
import { readSteps } from "./read-steps.ts"
import { isList, isMap, type Reader, readName, wrongKind } from "./read-value.ts"
import { readWorklets } from "./read-worklets.ts"

/**
 * What stands under `then`: for `select` worklets, otherwise an exlet's name or steps in place, for `compensating` also what may stand
 * under `undo`; `nothing` for all of them.
 */
export function readConclusion(on: string): Reader<RuleConclusion> {
  if (isCompensating(on)) return readUndoing
  return on === "select" ? readSelection : readAnswer
}

const readUndoing: Reader<RuleConclusion> = (value, path, what, report) => {
  if (!isMap(value) && !undoWords.some((word) => word === value)) return readAnswer(value, path, what, report)
  const undo = readUndo(value, path, what, report)
  return undo && { kind: "undo", way: typeof undo === "object" ? { worklet: undo.worklet } : undo }
}

const readSelection: Reader<RuleConclusion> = (value, path, what, report) => {
  if (value === NOTHING) return { kind: "nothing" }
  if (typeof value !== "string" && !isList(value) && !isMap(value))
    return wrongKind(value, path, what, "the name of a worklet, a list of them, or 'nothing'", report)
  const worklets = readWorklets(value, path, what, report)
  return worklets && { kind: "worklets", worklets }
}

const readAnswer: Reader<RuleConclusion> = (value, path, what, report) => {
  if (value === NOTHING) return { kind: "nothing" }
  if (isList(value)) {
    const steps = readSteps(value, path, what, report)
    return steps && { kind: "steps", steps }
  }
  if (typeof value !== "string")
    return wrongKind(value, path, what, "the name of an exlet, a list of steps, or 'nothing'", report)
  const name = readName(value, path, what, report)
  return name === undefined ? undefined : { kind: "exlet", name }
}
