import type { Step, StepWord, WorkletCall } from "../messages/steps.ts"
import { canonicalEvent } from "./event-names.ts"
import { readAmend, readRetryWith } from "./read-amend.ts"
import { type Fields, has, optional, present, required } from "./read-fields.ts"
import { wrong, wrongKey } from "./read-finding.ts"
import { readPlace, readProcessName, readTarget, readTargetOrPlace } from "./read-place.ts"
import { type Reader, readDuration, readList, readName, readText, readVariable, wrongKind } from "./read-value.ts"
import { readAssignments, readOutput, readParameters, readWorklets } from "./read-worklets.ts"

/** How a step is written: what may stand beside its word, and how it is read. */
export interface StepForm {
  readonly keys: readonly string[]
  readonly read: (fields: Fields) => Step | undefined
}

/** Every step of the language, by its word. */
export const STEPS: { readonly [Word in StepWord]: StepForm } = {
  suspend: form([], (fields) => {
    const target = optional(fields, "suspend", readTargetOrPlace)
    return target && { do: "suspend", target }
  }),
  continue: onTarget("continue"),
  remove: onTarget("remove"),
  waitAndSuspend: onPlace("waitAndSuspend"),
  resume: onPlace("resume"),
  restart: onItem("restart"),
  fail: onItem("fail"),
  skip: onItem("skip"),
  retry: form(["with"], (fields) => {
    const way = present({ with: optional(fields, "with", readRetryWith) })
    return optional(fields, "retry", readItem) && { do: "retry", ...way }
  }),
  wait: onItem("wait"),
  complete: form(["data"], (fields) => {
    const data = optional(fields, "data", readOutput)
    return optional(fields, "complete", readItem) && { do: "complete", ...present({ data }) }
  }),
  reassign: form(["to"], (fields) => {
    const to = required(fields, "to", readText, "Say to whom: 'to: bob'.")
    return optional(fields, "reassign", readItem) && (to === undefined ? undefined : { do: "reassign", to })
  }),
  amend: form(["needs", "capability", "for", "until"], readAmend),
  compensate: form(["with", "into"], readCompensate),
  start: form(["with", "case"], (fields) => {
    const process = optional(fields, "start", readProcessName)
    const mapping = present({ with: optional(fields, "with", readAssignments) })
    const newFamily = has(fields.map, "case") && optional(fields, "case", readNewFamily)
    return process === undefined ? undefined : { do: "start", process, ...mapping, ...(newFamily && { newFamily }) }
  }),
  terminate: form([], (fields) => {
    const process = optional(fields, "terminate", readProcessName)
    return process === undefined ? undefined : { do: "terminate", process }
  }),
  set: form([], (fields) => {
    const values = optional(fields, "set", readAssignments)
    return values && { do: "set", values }
  }),
  notify: form(["text"], (fields) => {
    const text = required(fields, "text", readText, "Say what: 'text: …'.")
    const to = optional(fields, "notify", readText)
    return to === undefined || text === undefined ? undefined : { do: "notify", to, text }
  }),
  raise: form(["with"], (fields) => {
    const name = optional(fields, "raise", readName)
    const parameters = present({ with: optional(fields, "with", readParameters) })
    return name === undefined ? undefined : { do: "raise", class: canonicalEvent(name), ...parameters }
  }),
  ask: form(["to", "choices", "into", "within"], (fields) => {
    const text = optional(fields, "ask", readText)
    const rest = present({
      to: optional(fields, "to", readText),
      choices: optional(fields, "choices", readChoices),
      into: optional(fields, "into", readVariable),
      within: optional(fields, "within", readDuration),
    })
    return text === undefined ? undefined : { do: "ask", text, ...rest }
  }),
  jump: toTask("jump"),
  rollback: toTask("rollback"),
  propagate: form([], (fields) => optional(fields, "propagate", readTrue) && { do: "propagate" }),
}

function form(keys: readonly string[], read: StepForm["read"]): StepForm {
  return { keys, read }
}

function onTarget(word: "continue" | "remove"): StepForm {
  return form([], (fields) => {
    const target = optional(fields, word, readTarget)
    return target && { do: word, target }
  })
}

function onPlace(word: "waitAndSuspend" | "resume"): StepForm {
  return form([], (fields) => {
    const place = optional(fields, word, readPlace)
    return place && { do: word, place }
  })
}

function onItem(word: "restart" | "fail" | "skip" | "wait"): StepForm {
  return form([], (fields) => optional(fields, word, readItem) && { do: word })
}

function toTask(word: "jump" | "rollback"): StepForm {
  return form([], (fields) => {
    const to = optional(fields, word, readName)
    return to === undefined ? undefined : { do: word, to }
  })
}

/** `with` and `into` may stand beside a single worklet's name as well as in its map. */
function readCompensate(fields: Fields): Step | undefined {
  const { map, path, report } = fields
  const worklets = optional(fields, "compensate", readWorklets)
  const beside: Pick<WorkletCall, "with" | "into"> = present({
    with: optional(fields, "with", readAssignments),
    into: optional(fields, "into", readAssignments),
  })
  const [key] = Object.keys(beside)
  if (key !== undefined && typeof map.compensate !== "string") {
    const message = `'${key}' beside 'compensate' does not say which worklet it is for.`
    return wrongKey(report, "CONTRADICTION", [...path, key], message, "Put it into the worklet's own map.")
  }
  return worklets && { do: "compensate", worklets: worklets.map((call) => ({ ...call, ...beside })) }
}

const readItem: Reader<"item"> = (value, path, what, report) => {
  if (value === "item") return value
  return wrong(report, "NOT_ALLOWED", path, `${what} works on the item only.`, `Write ${what.slice(1, -1)}: item.`)
}

/** What stands there is for the reader; that it stands there is what counts. */
const readNewFamily: Reader<true> = (value, path, what, report) =>
  value === null || value === true || typeof value === "string" ? true : wrongKind(value, path, what, "'new'", report)

const readTrue: Reader<true> = (value, path, what, report) =>
  value === null || value === true ? true : wrongKind(value, path, what, "nothing, or true,", report)

const readChoices: Reader<readonly string[]> = (value, path, what, report) => {
  const list = readList(value, path, what, report)
  if (list?.length === 0)
    return wrong(report, "EMPTY", path, `${what} is an empty list.`, "Give choices, or leave the key out.")
  return list
    ?.map((entry, index) => readText(entry, [...path, index], `An entry of ${what}`, report))
    .filter((choice) => choice !== undefined)
}
