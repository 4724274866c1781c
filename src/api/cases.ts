import Type from "typebox"
import { command, query } from "./operation.ts"
import { AnyValue, CaseNumber, Data, Done, EventShape, idOf, nameOf, page, paging, WrittenMoment } from "./shapes.ts"
import { CaseItemShape, CaseShape, ListedCaseShape } from "./views.ts"

const tag = "Cases"
const parameters = { case: idOf("A case's id") }

/** A case that was started, or that a message has reached. */
const reached = (title: string) =>
  Type.Object(
    {
      case: Type.String(),
      events: Type.Optional(Type.Array(EventShape, { description: "In a dry run: what would happen" })),
    },
    { title },
  )

/** What the list of cases and the counts at its steps are both filtered by. */
export const caseFilters = {
  version: Type.Optional(Type.Integer({ minimum: 1, description: "Only those of this version" })),
  state: Type.Optional(
    Type.String({
      enum: ["running", "completed", "removed", "failed", "exhausted"],
      description: "Only those that stand so",
    }),
  ),
  family: Type.Optional(idOf("Only those of this family")),
  number: Type.Optional(CaseNumber("Only those under this case number")),
  held: Type.Optional(Type.Boolean({ description: "Only those held as a whole; false: only those that are not" })),
  trouble: Type.Optional(
    Type.Boolean({ description: "Only those with an open exception or question; false: only those without" }),
  ),
  exception: Type.Optional(nameOf("Only those with an open exception of this class")),
  startedBefore: Type.Optional(WrittenMoment),
  startedAfter: Type.Optional(WrittenMoment),
  endedBefore: Type.Optional(WrittenMoment),
  endedAfter: Type.Optional(WrittenMoment),
  where: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 20_000,
      description: "Only those for which this expression over their data holds, as rules have them",
    }),
  ),
}

export const cases = {
  start: command({
    verb: "start",
    tag,
    about: "Starts a case of a process",
    rights: ["do"],
    status: 201,
    input: {
      process: nameOf("The process's name"),
      version: Type.Optional(Type.Integer({ minimum: 1, description: "The newest unless set" })),
      number: Type.Optional(
        CaseNumber("The case number: the case joins the family that has it; if none has, it begins one"),
      ),
      data: Type.Optional(Data),
    },
    answer: reached("Started"),
  }),
  cases: query({
    verb: "cases",
    tag,
    about: "Cases, in the order of their ids or of their start",
    more: "With `where` a page looks at a bounded number of cases, so it may be short or empty and still have a `next`.",
    rights: ["see"],
    input: {
      process: Type.Optional(nameOf("Only those of this process")),
      ...caseFilters,
      order: Type.Optional(
        Type.Union([Type.Literal("id"), Type.Literal("newest"), Type.Literal("oldest")], {
          description: "By id, unless set, or by their start",
        }),
      ),
      ...paging,
    },
    answer: page("Cases", ListedCaseShape),
  }),
  case: query({
    verb: "case",
    tag,
    about: "A case as it stands: its data, items, holds, exceptions, runs and open interventions",
    rights: ["see"],
    parameters,
    answer: CaseShape,
  }),
  caseItems: query({
    verb: "caseItems",
    tag,
    about: "The items of a case as its view has them, oldest first",
    more: "The live ones, and of each task the newest that has ended. `GET /items` also finds those that ended before.",
    rights: ["see"],
    parameters,
    input: {
      task: Type.Optional(nameOf("Only those of this task")),
      live: Type.Optional(Type.Boolean({ description: "Only live ones; false: only those that have ended" })),
      ...paging,
    },
    answer: page("CaseItems", CaseItemShape),
  }),
  removeCase: command({
    verb: "removeCase",
    tag,
    about: "Ends a case and everything started for it",
    rights: ["intervene"],
    parameters,
    answer: Done,
  }),
  setData: command({
    verb: "setData",
    tag,
    about: "Changes data of a case",
    rights: ["intervene"],
    parameters,
    input: { data: Data },
    answer: Done,
  }),
  suspendCase: command({
    verb: "suspend",
    tag,
    about: "Holds a whole case",
    rights: ["intervene"],
    parameters,
    answer: Done,
  }),
  continueCase: command({
    verb: "continue",
    tag,
    about: "Lifts the holds people have put on a case",
    rights: ["intervene"],
    parameters,
    answer: Done,
  }),
  jump: command({
    verb: "jump",
    tag,
    about: "Goes on at a step, instead of where an item stands, or all of the case; nothing is undone",
    rights: ["intervene"],
    parameters,
    input: {
      to: nameOf("The task, activity or block to go on at"),
      item: Type.Optional(idOf("The item that is left for it; without one everything live in the case is")),
    },
    answer: Done,
  }),
  recheckCase: command({
    verb: "recheck",
    tag,
    about: "Asks the rules again about the waiting items and open exceptions of a case",
    rights: ["intervene"],
    parameters,
    answer: Done,
  }),
  run: command({
    verb: "run",
    tag,
    about: "Runs an exlet, or steps written in place, at a case or one of its items, by hand",
    more: "In a dry run, what would happen at once; what is wrong with steps is told as findings. `on` and `with` are the event its steps see: it does not happen.",
    rights: ["intervene"],
    parameters,
    input: {
      exlet: Type.Optional(nameOf("The exlet's name")),
      steps: Type.Optional(Type.Array(AnyValue, { maxItems: 1000, description: "Or the steps, as in an exlet" })),
      item: Type.Optional(idOf("The item it runs at; the case unless set")),
      on: Type.Optional(nameOf("The event its steps see")),
      with: Type.Optional(Data),
    },
    answer: Done,
  }),
  rollback: command({
    verb: "rollback",
    tag,
    about: "Undoes a task or activity and all that came of it, newest first, and enables it again",
    more: "In a dry run the event `RollbackPlanned` lists what would be undone, how, and what cannot be taken back.",
    rights: ["intervene"],
    parameters,
    input: {
      to: nameOf("The task or activity to go back to"),
      item: Type.Optional(idOf("An item of the instance that is meant, where there are several")),
    },
    answer: Done,
  }),
  message: command({
    verb: "message",
    tag,
    about:
      "Brings a message to the case that waits for it, or will: found by name and key, or named; or to one whose rules want it",
    rights: ["do"],
    input: {
      name: nameOf("The message's name, as the process or its rules wait for it"),
      key: Type.Optional(AnyValue),
      data: Type.Optional(Data),
      case: Type.Optional(idOf("The case it is for, where no key tells")),
      family: Type.Optional(
        idOf("The family it is for: whichever of its cases waits for it, or has rules that want it"),
      ),
      start: Type.Optional(nameOf("The process to start a case of, with the message's data, if no case fits")),
    },
    answer: reached("Delivered"),
  }),
}
