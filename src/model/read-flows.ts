import type { Flow, NameText } from "./definition.ts"
import { isName, NAME_RULE, quoted } from "./names.ts"
import { wrong, wrongKey } from "./read-finding.ts"
import { readNames } from "./read-properties.ts"
import { checkRepeats, isList, isMap, type Reader, readExpression, readNameText, wrongKind } from "./read-value.ts"

/** One name or a list of them: where `start` or a condition leads. */
export const readTargets: Reader<readonly NameText[]> = (value, path, what, report) => {
  if (!isList(value) && typeof value !== "string")
    return wrongKind(value, path, what, "a name or a list of names", report)
  if (isList(value) && value.length === 0)
    return wrong(report, "EMPTY", path, `${what} is empty.`, "Name at least one node.")
  if (typeof value === "string") {
    const one = readNameText(value, path, what, report)
    return one && [one]
  }
  const names = readNames(value, path, what, report)
  checkRepeats(names ?? [], what, report)
  return names
}

/** The same, or a map from names to conditions in order, `otherwise` for the default: where a task leads. */
export const readFlows: Reader<readonly Flow[]> = (value, path, what, report) => {
  if (!isMap(value)) return readTargets(value, path, what, report)?.map((target) => ({ target, otherwise: false }))
  const entries = Object.entries(value)
  if (entries.length === 0) return wrong(report, "EMPTY", path, `${what} is empty.`, "Name at least one node.")
  let hasOtherwise = false
  return entries.flatMap(([name, condition]): readonly Flow[] => {
    const place = [...path, name]
    const target = { name, path: place }
    if (!isName(name)) wrongKey(report, "BAD_NAME", place, `A target cannot be called ${quoted(name)}.`, NAME_RULE)
    if (condition !== "otherwise") {
      const when = readExpression(condition, place, `The condition of '${name}'`, report)
      return when === undefined ? [] : [{ target, when, otherwise: false }]
    }
    const remedy = "Give one of them a condition."
    if (hasOtherwise) wrong(report, "OTHERWISE_TWICE", place, "There is a second 'otherwise'.", remedy)
    hasOtherwise = true
    return [{ target, otherwise: true }]
  })
}
