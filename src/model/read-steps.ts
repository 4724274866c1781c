import type { Path } from "../messages/findings.ts"
import type { Json } from "../messages/json.ts"
import type { Step, StepWord } from "../messages/steps.ts"
import { didYouMeanName, meant, quoted } from "./names.ts"
import { checkKeys } from "./read-fields.ts"
import { type ReadReport, wrong, wrongKey } from "./read-finding.ts"
import { isMap, type Reader, readList, wrongKind } from "./read-value.ts"
import { STEPS } from "./step-forms.ts"

/** The steps of an exlet. One with anything wrong in it is left out as a whole, so there are as many as written only if all are well. */
export const readSteps: Reader<readonly Step[]> = (value, path, what, report) => {
  const list = readList(value, path, what, report)
  if (list?.length === 0) report(emptySteps(path, what))
  return list
    ?.map((entry, index) => readStep(entry, [...path, index], report))
    .filter((step): step is Step => step !== undefined)
}

/** The entries of a list of steps, those that could not be read left open. */
export function stepEntries(list: readonly Json[]): readonly (Step | undefined)[] {
  return list.map((entry, index) => readStep(entry, [index], () => {}))
}

export function isStepWord(word: string): word is StepWord {
  return Object.hasOwn(STEPS, word)
}

function readStep(value: Json, path: Path, report: ReadReport): Step | undefined {
  let isWell = true
  const noting: ReadReport = (finding) => {
    if (finding.severity === "error") isWell = false
    report(finding)
  }
  const step = typeof value === "string" ? readWord(value, path, noting) : readStepMap(value, path, noting)
  return isWell ? step : undefined
}

/** `propagate` is the one step that needs no more than its word. */
function readWord(value: string, path: Path, report: ReadReport): Step | undefined {
  if (value === "propagate") return { do: "propagate" }
  const word = value.trim().split(/[\s:]/)[0] ?? ""
  const remedy = isStepWord(word)
    ? `Write it as a map: '${word}: …'.`
    : `Write a map such as 'suspend: item'; to start a worklet, 'compensate: ${isShort(value) ? value : "its-name"}'.`
  return wrong(report, "WRONG_KIND", path, `A step cannot be the text ${quoted(value)}.`, remedy)
}

function readStepMap(value: Json, path: Path, report: ReadReport): Step | undefined {
  if (!isMap(value)) return wrongKind(value, path, "A step", "a map such as 'suspend: item'", report)
  const [word, second] = Object.keys(value).filter(isStepWord)
  if (word === undefined) {
    const [key] = Object.keys(value)
    if (key === undefined)
      return wrong(report, "EMPTY", path, "A step is empty.", "Write a step such as 'suspend: item', or remove it.")
    const same = SAME_ELSEWHERE.get(key.toLowerCase())
    const remedy = same ? didYouMeanName(same) : meant(key, STEP_WORDS, `The steps are ${STEP_WORDS.join(", ")}.`)
    return wrongKey(report, "UNKNOWN_STEP", [...path, key], `There is no step ${quoted(key)}.`, remedy)
  }
  if (second !== undefined) {
    const message = `'${word}' and '${second}' are two steps in one.`
    return wrongKey(report, "CONTRADICTION", [...path, second], message, `Begin another step with '- ${second}:'.`)
  }
  const { parameters, read } = STEPS[word]
  const fields = { map: value, path, what: `the step '${word}'`, report }
  checkKeys(
    fields,
    parameters.map(({ name }) => name),
  )
  return read(fields)
}

function isShort(value: string): boolean {
  return value.length <= 40 && !/\s/.test(value)
}

function emptySteps(path: Path, what: string) {
  const remedy = "Write steps; if nothing is to be done on purpose, a rule says 'then: nothing'."
  return { code: "EMPTY", severity: "warning", path, message: `There are no steps in ${what}.`, remedy } as const
}

const STEP_WORDS = Object.keys(STEPS)

/** What other systems call the steps. */
const SAME_ELSEWHERE: ReadonlyMap<string, StepWord> = new Map([
  ["pause", "suspend"],
  ["hold", "suspend"],
  ["unsuspend", "continue"],
  ["unpause", "continue"],
  ["release", "continue"],
  ["cancel", "remove"],
  ["abort", "remove"],
  ["delete", "remove"],
  ["kill", "terminate"],
  ["stop", "terminate"],
  ["end", "terminate"],
  ["email", "notify"],
  ["mail", "notify"],
  ["tell", "notify"],
  ["log", "notify"],
  ["call", "compensate"],
  ["run", "compensate"],
  ["worklet", "compensate"],
  ["goto", "jump"],
  ["undo", "rollback"],
  ["throw", "raise"],
  ["delegate", "reassign"],
  ["assign", "reassign"],
  ["finish", "complete"],
  ["forcecomplete", "complete"],
  ["rethrow", "propagate"],
  ["escalate", "propagate"],
])
