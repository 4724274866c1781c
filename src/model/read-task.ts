import type { Mapping, TaskProperties } from "./definition.ts"
import { type Fields, optional, present } from "./read-fields.ts"
import { doneBefore, readNeeds } from "./read-needs.ts"
import { readAmount, readStep, STEP_KEYS } from "./read-properties.ts"
import { checkDone, type Reading } from "./read-reading.ts"
import {
  checkRepeats,
  checkVariableKey,
  isList,
  isMap,
  type Reader,
  readEntries,
  readExpression,
  readName,
  readNumber,
  readVariable,
  wrongKind,
} from "./read-value.ts"

export const TASK_KEYS = [...STEP_KEYS, "needs", "reads", "writes", "cost", "priority", "worker"] as const

/** All that may be said about a task, in the block form and in the net form. */
export function readTaskProperties(fields: Fields, reading: Reading): TaskProperties {
  const needs = optional(fields, "needs", readNeeds)
  for (const target of needs ? doneBefore(needs) : []) checkDone(target, reading)
  return {
    ...readStep(fields, reading),
    ...present({
      needs,
      reads: optional(fields, "reads", readMapping),
      writes: optional(fields, "writes", readMapping),
      cost: optional(fields, "cost", readAmount),
      priority: optional(fields, "priority", readNumber),
      worker: optional(fields, "worker", readName),
    }),
  }
}

/** A list of names, or a map from names to expressions. */
const readMapping: Reader<Mapping> = (value, path, what, report) => {
  if (isMap(value)) {
    for (const key of Object.keys(value)) checkVariableKey(key, [...path, key], `A name in ${what}`, report)
    return { form: "expressions", entries: readEntries(value, path, what, readExpression, report), path }
  }
  if (!isList(value)) return wrongKind(value, path, what, "a list of names, or a map from names to expressions", report)
  const names = value
    .map((entry, index) => {
      const name = readVariable(entry, [...path, index], `An entry of ${what}`, report)
      return name === undefined ? undefined : { name, path: [...path, index] }
    })
    .filter((name) => name !== undefined)
  checkRepeats(names, what, report)
  return { form: "names", names, path }
}
