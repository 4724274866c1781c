import type { Path } from "../messages/findings.ts"
import type { Json } from "../messages/json.ts"
import type { Block, Branch } from "./definition.ts"
import { checkEither, checkKeys, type Fields, has, optional, required } from "./read-fields.ts"
import { wrong } from "./read-finding.ts"
import type { Reading } from "./read-reading.ts"
import { readExpression, readList, readMap } from "./read-value.ts"

/** The branches of `parallel` and `first`: a list of lists of blocks. */
export function readBranches(fields: Fields, reading: Reading): readonly (readonly Block[])[] | undefined {
  const branches = required(fields, "branches", readList, "Write 'branches: [ [ {task: A} ], [ {task: B} ] ]'.")
  const path = [...fields.path, "branches"]
  if (branches?.length === 0) wrong(fields.report, "EMPTY", path, "'branches' is empty.", "Write at least one branch.")
  return branches?.map((branch, index) => reading.blocks(branch, [...path, index], "A branch", reading))
}

/** The cases of `choice` and `some`, in order; `otherwise` once at most, and last. */
export function readCases(fields: Fields, reading: Reading): readonly Branch[] | undefined {
  const remedy = "Write 'cases: [ { when: isNew, do: [ {task: A} ] }, { otherwise: [ {task: B} ] } ]'."
  const cases = required(fields, "cases", readList, remedy)
  const path = [...fields.path, "cases"]
  if (cases?.length === 0) wrong(fields.report, "EMPTY", path, "'cases' is empty.", remedy)
  if (cases !== undefined) checkOtherwise(cases, path, reading)
  return cases
    ?.map((entry, index) => readCase(entry, [...path, index], reading))
    .filter((branch) => branch !== undefined)
}

function readCase(value: Json, path: Path, reading: Reading): Branch | undefined {
  const { report } = reading
  const map = readMap(value, path, "A case", report)
  if (map === undefined) return undefined
  const fields = { map, path, what: "a case", report }
  checkKeys(fields, ["when", "do", "otherwise"])
  checkEither(fields, ["when", "otherwise"], "Keep 'when' with 'do', or 'otherwise' alone.")
  if (has(map, "when") || !has(map, "otherwise")) {
    const when = required(
      fields,
      "when",
      readExpression,
      "Write { when: <expression>, do: [ … ] } or { otherwise: [ … ] }.",
    )
    const blocks = required(fields, "do", readBlocks(reading), "Write 'do: [ … ]', what to do then.")
    return when && { path, when, do: blocks ?? [] }
  }
  checkEither(fields, ["do", "otherwise"], "Put the blocks under 'otherwise' itself.")
  return { path, do: optional(fields, "otherwise", readBlocks(reading)) ?? [] }
}

function checkOtherwise(cases: readonly Json[], path: Path, { report }: Reading): void {
  const isOtherwise = (entry: Json) => typeof entry === "object" && entry !== null && Object.hasOwn(entry, "otherwise")
  const places = cases.map((entry, index) => (isOtherwise(entry) ? index : -1)).filter((index) => index >= 0)
  const [first] = places
  for (const index of places.slice(1)) {
    const message = "There is a second 'otherwise'."
    wrong(
      report,
      "OTHERWISE_TWICE",
      [...path, index],
      message,
      "Put both into one, or give one of them a condition with 'when'.",
    )
  }
  if (places.length === 1 && first !== undefined && first < cases.length - 1) {
    const message = "'otherwise' is not the last case, so those after it are never looked at."
    wrong(report, "OTHERWISE_NOT_LAST", [...path, first], message, "Move it to the end.")
  }
}

function readBlocks(reading: Reading) {
  return (value: Json, path: Path, what: string) => reading.blocks(value, path, what, reading)
}
