import Type from "typebox"
import type { Json, JsonObject } from "../messages/json.ts"
import { AnswerGivenShape, bounds, ConclusionShape, PossibleAnswerShape, SimilarShape } from "./interventions.ts"
import { LadderShape } from "./ladder.ts"
import { command, query } from "./operation.ts"
import { AnyValue, Count, Data, Done, idOf, Moment, nameOf, page, paging } from "./shapes.ts"
import { FormShape, PatternShape, RaisedShape, RunShape } from "./views.ts"

const tag = "What goes wrong"
const optional = Type.Optional

const TriggerShape = Type.Object(
  {
    class: Type.String(),
    title: Type.String(),
    level: Type.Union([Type.Literal("case"), Type.Literal("item")]),
    parameters: FormShape,
    wouldRun: optional(Type.String()),
    isEvent: optional(
      Type.Literal(true, { description: "A plain event, and no exception: where rules say nothing, nothing is done" }),
    ),
  },
  { title: "Trigger" },
)
const Triggers = Type.Object({ rows: Type.Array(TriggerShape) }, { title: "Triggers" })

const OpenGroupShape = Type.Object(
  {
    process: Type.String(),
    at: Type.String({ description: "The task, block or process" }),
    class: optional(Type.String({ description: "Absent: questions about no exception" })),
    exceptions: Count,
    interventions: Count,
    since: Moment,
    dueAt: optional(Moment),
  },
  { title: "OpenGroup" },
)

const ExceptionRowShape = Type.Object(
  {
    id: Type.String(),
    family: Type.String(),
    case: Type.String(),
    process: Type.String(),
    at: Type.String(),
    class: Type.String(),
    item: optional(Type.String()),
    state: Type.String({ description: "open, resolved, dismissed or propagated" }),
    raisedAt: Moment,
    endedAt: optional(Moment),
    answer: optional(AnswerGivenShape),
  },
  { title: "ExceptionRow" },
)

const InterventionRowShape = Type.Object(
  {
    id: Type.String(),
    family: Type.String(),
    case: Type.String(),
    process: Type.String(),
    at: Type.String(),
    class: optional(Type.String()),
    text: Type.String(),
    to: optional(Type.String({ description: "The agent, role or unit it is with" })),
    openedAt: Moment,
    dueAt: optional(Moment),
    open: Type.Boolean(),
  },
  { title: "InterventionRow" },
)

/** What the ladder would do, if a person agrees. */
const ClosedShape = Type.Object(
  {
    as: Type.Union([Type.Literal("answered"), Type.Literal("withdrawn")], {
      description: "Somebody answered it, or nobody needs to any more",
    }),
    answer: optional(Data),
    by: Type.String(),
    at: Moment,
    reason: optional(Type.String()),
  },
  { title: "ClosedQuestion" },
)

const ProposalShape = Type.Object(
  { stage: Type.String(), says: Type.String() },
  { title: "Proposal", additionalProperties: true },
)

const where = {
  family: optional(idOf("Only those of this family")),
  case: optional(idOf("Only those of this case")),
  process: optional(nameOf("Only those of this process")),
  open: optional(Type.Boolean({ description: "Open ones only unless false" })),
}

const caseId = idOf("A case's id")
const intervention = idOf("An intervention's id")
const anyValue = (description: string) => Type.Unsafe<Json>({ description })

export const handling = {
  raise: command({
    verb: "raise",
    tag,
    about: "Raises an exception, a trigger or a plain event at a case or one of its items",
    rights: ["raise"],
    parameters: { case: caseId },
    input: {
      class: nameOf("An exception class, or the name of an event that rules wait for"),
      item: optional(idOf("At this item of the case")),
      with: optional(Data),
    },
    answer: Done,
  }),
  report: command({
    verb: "report",
    tag,
    about: "Reports what nobody has foreseen: the case is held at once, and somebody is asked",
    rights: ["raise"],
    parameters: { case: caseId },
    input: {
      title: nameOf("What happened, in a few words"),
      text: optional(Type.String({ maxLength: 20_000, description: "What happened, in more words" })),
      item: optional(idOf("At this item of the case")),
    },
    answer: Done,
  }),
  caseTriggers: query({
    verb: "triggers",
    tag,
    about: "What people may raise at a case as it stands, and what would be done about it",
    rights: ["see", "raise"],
    parameters: { case: caseId },
    answer: Triggers,
  }),
  itemTriggers: query({
    verb: "triggers",
    tag,
    about: "What people may raise at an item as it stands, and what would be done about it",
    rights: ["see", "raise"],
    parameters: { item: idOf("An item's id") },
    answer: Triggers,
  }),
  patternProgress: query({
    verb: "patternProgress",
    tag,
    about: "How far each pattern of events has come in a family: what has been seen, and what is still missing",
    rights: ["see"],
    parameters: { family: idOf("A family's id; on the command line also that of a case or item in it") },
    answer: Type.Object({ rows: Type.Array(PatternShape) }, { title: "Patterns" }),
  }),
  runs: query({
    verb: "runs",
    tag,
    about: "The exlets that run in a family, in all of its cases, oldest first",
    rights: ["see"],
    parameters: { family: idOf("A family's id; on the command line also that of a case or item in it") },
    answer: Type.Object({ rows: Type.Array(RunShape) }, { title: "Runs" }),
  }),
  exceptions: query({
    verb: "exceptions",
    tag,
    about: "What has gone wrong, in the order it was raised",
    rights: ["see", "intervene"],
    input: { ...where, class: optional(nameOf("Only those of this class")), ...paging },
    answer: page("Exceptions", ExceptionRowShape),
  }),
  openGroups: query({
    verb: "openGroups",
    tag,
    about: "What is open, those of one class at one place together, the most first",
    more: "However many there are, so that one cause is one row; `answerAll` answers the questions of a group.",
    rights: ["see", "intervene"],
    input: {
      process: optional(nameOf("Only those of this process")),
      class: optional(nameOf("Only those of this class")),
    },
    answer: Type.Object({ rows: Type.Array(OpenGroupShape) }, { title: "OpenGroups" }),
  }),
  ladder: query({
    verb: "ladder",
    tag,
    about: "The way of an exception: every stage it came to, what was looked at there, what was not chosen and why",
    rights: ["see", "intervene"],
    parameters: { exception: idOf("The exception") },
    answer: LadderShape,
  }),
  interventions: query({
    verb: "interventions",
    tag,
    about: "Questions to people, what is due first before the rest",
    rights: ["see", "intervene"],
    input: {
      ...where,
      ...bounds,
      order: optional(
        Type.Union([Type.Literal("due"), Type.Literal("opened"), Type.Literal("newest")], {
          description: "By due time unless set; or the oldest first, or the newest",
        }),
      ),
      ...paging,
    },
    answer: page("Interventions", InterventionRowShape),
  }),
  intervention: query({
    verb: "intervention",
    tag,
    about: "A question to a person, what it is about, how it can be answered, and what was done about the like",
    more: "What was tried before anybody was asked is told by the ladder of its `exception`.",
    rights: ["see", "intervene"],
    parameters: { intervention },
    answer: Type.Object(
      {
        ...InterventionRowShape.properties,
        item: optional(Type.String()),
        exception: optional(Type.String()),
        run: optional(Type.String({ description: "The run that asks" })),
        choices: optional(Type.Array(Type.String())),
        within: optional(Type.String({ description: "How long whoever has it has to answer" })),
        proposal: optional(ProposalShape),
        raised: optional(RaisedShape),
        now: optional(ConclusionShape),
        answers: optional(Type.Array(PossibleAnswerShape)),
        similar: optional(SimilarShape),
        closed: optional(ClosedShape),
        revision: Count,
      },
      { title: "InterventionView" },
    ),
  }),
  answer: command({
    verb: "answer",
    tag,
    about: "Answers an intervention",
    more: "`do` says how: run (exlet or steps), confirm (answer), teach (if, then), retry, restart, skip, reassign (to), needs (needs), wait, jump (to), rollback (to), set (data), propagate, remove (target), dismiss. `data` is changed first with any of them.",
    rights: ["intervene"],
    parameters: { intervention },
    input: {
      do: nameOf("How it is answered, as told above"),
      exlet: optional(nameOf("With `run`: the exlet to run")),
      steps: optional(Type.Array(AnyValue, { description: "With `run`: the steps themselves, as in an exlet" })),
      answer: optional(anyValue("With `confirm`: what is answered, one of the choices where there are some")),
      if: optional(
        Type.String({
          minLength: 1,
          maxLength: 20_000,
          description: "With `teach`: the rule's condition, an expression",
        }),
      ),
      then: optional(anyValue("With `teach`: what the rule says, an exlet's name or steps")),
      on: optional(nameOf("With `teach`: the event, where not the exception's class: one it is a kind of")),
      at: optional(anyValue("With `teach`: the scope, where not the task, activity or process it is about")),
      title: optional(nameOf("With `teach`: the rule's title")),
      with: optional(
        Type.Union([Type.Literal("same"), Type.Literal("next")], {
          description: "With `retry`: by the same agent first, or by the next",
        }),
      ),
      to: optional(
        nameOf(
          "With `reassign`: the agent, role or unit that gets it; with `jump`: the step to go on at; with `rollback`: the task or activity to go back to",
        ),
      ),
      needs: optional(
        Type.Unsafe<JsonObject>({
          type: "object",
          additionalProperties: true,
          description: "With `needs`: whom it needs, as in a process",
        }),
      ),
      target: optional(
        Type.Union([Type.Literal("item"), Type.Literal("case")], {
          description: "With `remove`: the item, unless set, or the case",
        }),
      ),
      data: optional(Data),
    },
    answer: Done,
  }),
  replaceRun: command({
    verb: "replace",
    tag,
    about: "Ends a run and does what the rules say now; `undo` puts back what it wrote into the case",
    rights: ["intervene"],
    parameters: { run: idOf("A run's id") },
    input: { undo: optional(Type.Boolean({ description: "What it has written is put back" })) },
    answer: Done,
  }),
}
