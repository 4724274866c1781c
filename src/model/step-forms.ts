import type { Json } from "../messages/json.ts"
import type { Step, StepWord, WorkletCall } from "../messages/steps.ts"
import { canonicalEvent } from "./event-names.ts"
import { readAmend, readRetryWith } from "./read-amend.ts"
import { type Fields, has, optional, present, required } from "./read-fields.ts"
import { wrong, wrongKey } from "./read-finding.ts"
import { readPlace, readProcessName, readTarget, readTargetOrPlace } from "./read-place.ts"
import {
  type Reader,
  readDuration,
  readExpression,
  readList,
  readName,
  readText,
  readVariable,
  wrongKind,
} from "./read-value.ts"
import { readAssignments, readOutput, readParameters, readWorklets } from "./read-worklets.ts"

/** How a step is written and what it is for: what may stand behind and beside its word, and how it is read. */
export interface StepForm extends StepSaid {
  /** What stands behind its word, under that name, then what may stand beside it. */
  readonly parameters: readonly StepParameter[]
  readonly read: (fields: Fields) => Step | undefined
}

/** A step for people who choose one. */
interface StepSaid {
  readonly title: string
  readonly about: string
  readonly group: StepGroup
  readonly example: Json
}

export type StepGroup = "hold" | "end" | "go" | "people" | "data" | "work" | "tell"

export interface StepParameter {
  readonly name: string
  readonly kind: ParameterKind
  readonly required: boolean
  /** What can be said, where it is one of a few; with other kinds: what can be said besides. */
  readonly choices?: readonly string[]
}

/** `expression`: one that gives a value. `expressions`: names, each with an expression. `place`: a process, `process/task`, or what follows one, `process/task+`. `texts`: a list. */
export type ParameterKind =
  | "choice"
  | "text"
  | "texts"
  | "duration"
  | "moment"
  | "expression"
  | "expressions"
  | "variable"
  | "process"
  | "worklet"
  | "place"
  | "task"
  | "agent"
  | "capability"
  | "needs"
  | "class"
  | "nothing"

/** Every step of the language, by its word. */
export const STEPS: { readonly [Word in StepWord]: StepForm } = {
  suspend: form(
    ["hold", "Suspend", "Holds the item, the case, all cases of the process, those above, or a place of the family"],
    { suspend: "item" },
    [must("suspend", "place", ["item", "case", "allCases", "ancestors"])],
    (fields) => {
      const target = optional(fields, "suspend", readTargetOrPlace)
      return target && { do: "suspend", target }
    },
  ),
  continue: onTarget("continue", ["hold", "Continue", "Lets go what this exlet has suspended"]),
  remove: onTarget("remove", ["end", "Remove", "Ends the item or the case without doing what is left of it"]),
  waitAndSuspend: onPlace("waitAndSuspend", [
    "hold",
    "Wait and suspend",
    "Lets what executes there finish, then holds what follows",
  ]),
  resume: onPlace("resume", ["hold", "Resume", "Lets go what any exlet of the family holds there"]),
  restart: onItem("restart", ["go", "Restart", "Puts the item's data back and lets it begin anew"]),
  fail: onItem("fail", ["end", "Fail", "Ends the item as failed"]),
  skip: onItem("skip", ["go", "Skip", "Goes on as if the item had been done"]),
  retry: form(
    ["go", "Retry", "Does the item once more: with the same agent, the next, or whoever meets other needs"],
    { retry: "item", with: "next" },
    [item("retry"), may("with", "needs", ["same", "next"])],
    (fields) => {
      const way = present({ with: optional(fields, "with", readRetryWith) })
      return optional(fields, "retry", readItem) && { do: "retry", ...way }
    },
  ),
  wait: onItem("wait", ["people", "Wait for somebody", "Lets the item wait until somebody is there who can do it"]),
  complete: form(
    ["end", "Complete", "Completes the item in place of whoever has it, with the data said"],
    { complete: "item", data: { approved: "true" } },
    [item("complete"), may("data", "expressions")],
    (fields) => {
      const data = optional(fields, "data", readOutput)
      return optional(fields, "complete", readItem) && { do: "complete", ...present({ data }) }
    },
  ),
  reassign: form(
    ["people", "Reassign", "Gives the item to somebody else"],
    { reassign: "item", to: "bob" },
    [item("reassign"), must("to", "agent")],
    (fields) => {
      const to = required(fields, "to", readText, "Say to whom: 'to: bob'.")
      return optional(fields, "reassign", readItem) && (to === undefined ? undefined : { do: "reassign", to })
    },
  ),
  amend: form(
    ["people", "Amend", "Gives the item other needs, or an agent a capability, for a time or for good"],
    { amend: "item", needs: { role: "clerk" } },
    [
      must("amend", "agent", ["item"]),
      may("needs", "needs"),
      may("capability", "capability"),
      may("for", "duration"),
      may("until", "moment"),
    ],
    readAmend,
  ),
  compensate: form(
    ["work", "Compensate", "Starts worklets that put it right, and goes on when all are done"],
    { compensate: "change-to-small-venue" },
    [must("compensate", "worklet"), may("with", "expressions"), may("into", "expressions")],
    readCompensate,
  ),
  start: form(
    [
      "work",
      "Start",
      "Starts a process and goes on at once: in this family, in one of its own, or under a case number",
    ],
    { start: "find-musician", with: { what: '"guitarist"' } },
    [must("start", "process"), may("with", "expressions"), may("case", "expression", ["new"])],
    (fields) => {
      const process = optional(fields, "start", readProcessName)
      const mapping = present({ with: optional(fields, "with", readAssignments) })
      const family = has(fields.map, "case") ? optional(fields, "case", readFamily) : undefined
      return process === undefined ? undefined : { do: "start", process, ...mapping, ...family }
    },
  ),
  terminate: form(
    ["end", "Terminate", "Ends the cases of a process in this family"],
    { terminate: "find-musician" },
    [must("terminate", "process")],
    (fields) => {
      const process = optional(fields, "terminate", readProcessName)
      return process === undefined ? undefined : { do: "terminate", process }
    },
  ),
  set: form(
    ["data", "Set", "Writes data of the case, each value by an expression"],
    { set: { seating: "seating - 100" } },
    [must("set", "expressions")],
    (fields) => {
      const values = optional(fields, "set", readAssignments)
      return values && { do: "set", values }
    },
  ),
  notify: form(
    ["tell", "Notify", "Tells an agent, role or unit something"],
    { notify: "manager", text: "{{ticketsSold}} tickets are sold" },
    [must("notify", "agent"), must("text", "text")],
    (fields) => {
      const text = required(fields, "text", readText, "Say what: 'text: …'.")
      const to = optional(fields, "notify", readText)
      return to === undefined || text === undefined ? undefined : { do: "notify", to, text }
    },
  ),
  raise: form(
    ["tell", "Raise", "Raises an exception or an event here"],
    { raise: "venue-lost", with: { venue: "venueName" } },
    [must("raise", "class"), may("with", "expressions")],
    (fields) => {
      const name = optional(fields, "raise", readName)
      const parameters = present({ with: optional(fields, "with", readParameters) })
      return name === undefined ? undefined : { do: "raise", class: canonicalEvent(name), ...parameters }
    },
  ),
  ask: form(
    ["people", "Ask", "Asks somebody and waits for the answer"],
    { ask: "Which venue?", to: "manager", choices: ["arena", "cellar"], into: "venueName", within: "P1D" },
    [
      must("ask", "text"),
      may("to", "agent"),
      may("choices", "texts"),
      may("into", "variable"),
      may("within", "duration"),
    ],
    (fields) => {
      const text = optional(fields, "ask", readText)
      const rest = present({
        to: optional(fields, "to", readText),
        choices: optional(fields, "choices", readChoices),
        into: optional(fields, "into", readVariable),
        within: optional(fields, "within", readDuration),
      })
      return text === undefined ? undefined : { do: "ask", text, ...rest }
    },
  ),
  jump: toTask("jump", ["go", "Jump", "Lets the flow go on at another step, without undoing anything"]),
  rollback: toTask("rollback", ["go", "Roll back", "Undoes a step and all that came of it, and enables it again"]),
  propagate: form(
    ["tell", "Propagate", "Passes the exception on to what is around"],
    "propagate",
    [{ name: "propagate", kind: "nothing", required: false }],
    (fields) => optional(fields, "propagate", readTrue) && { do: "propagate" },
  ),
}

/** A step for people: its group, its title, and a line about it. */
type Said = readonly [group: StepGroup, title: string, about: string]

function form(
  [group, title, about]: Said,
  example: Json,
  parameters: readonly StepParameter[],
  read: StepForm["read"],
): StepForm {
  return { group, title, about, example, parameters, read }
}

function must(name: string, kind: ParameterKind, choices?: readonly string[]): StepParameter {
  return { name, kind, required: true, ...(choices && { choices }) }
}

function may(name: string, kind: ParameterKind, choices?: readonly string[]): StepParameter {
  return { name, kind, required: false, ...(choices && { choices }) }
}

function item(word: string): StepParameter {
  return must(word, "choice", ["item"])
}

function onTarget(word: "continue" | "remove", said: Said): StepForm {
  const parameters = [must(word, "choice", ["item", "case", "allCases", "ancestors"])]
  return form(said, { [word]: "item" }, parameters, (fields) => {
    const target = optional(fields, word, readTarget)
    return target && { do: word, target }
  })
}

function onPlace(word: "waitAndSuspend" | "resume", said: Said): StepForm {
  return form(said, { [word]: "laptop-order/B3+" }, [must(word, "place")], (fields) => {
    const place = optional(fields, word, readPlace)
    return place && { do: word, place }
  })
}

function onItem(word: "restart" | "fail" | "skip" | "wait", said: Said): StepForm {
  return form(said, { [word]: "item" }, [item(word)], (fields) => optional(fields, word, readItem) && { do: word })
}

function toTask(word: "jump" | "rollback", said: Said): StepForm {
  return form(said, { [word]: "sellTickets" }, [must(word, "task")], (fields) => {
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

/** `new`, or nothing, is a family of its own; any other text is an expression that gives a case number. */
const readFamily: Reader<Pick<Extract<Step, { readonly do: "start" }>, "newFamily" | "number">> = (
  value,
  path,
  what,
  report,
) => {
  if (value === null || value === true || value === "new") return { newFamily: true }
  const number = readExpression(value, path, what, report)
  return number && { number: number.source }
}

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
