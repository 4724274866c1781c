import Type from "typebox"
import { command, query } from "./operation.ts"
import { AnyValue, Condition, Data, Done, Id, Moment, Name, page, paging, Text } from "./shapes.ts"
import { FormShape, InterventionShape } from "./views.ts"

const tag = "What goes wrong"
const optional = Type.Optional

const TriggerShape = Type.Object(
  {
    class: Type.String(),
    title: Type.String(),
    level: Type.Union([Type.Literal("case"), Type.Literal("item")]),
    parameters: FormShape,
    wouldRun: optional(Type.String()),
  },
  { title: "Trigger" },
)
const Triggers = Type.Object({ rows: Type.Array(TriggerShape) }, { title: "Triggers" })

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
    to: optional(Type.String()),
    openedAt: Moment,
    open: Type.Boolean(),
  },
  { title: "InterventionRow" },
)

const where = {
  family: optional(Id),
  case: optional(Id),
  process: optional(Name),
  open: optional(Type.Boolean({ description: "Open ones only unless false" })),
}

export const handling = {
  raise: command({
    verb: "raise",
    tag,
    about: "Raises an exception, a trigger or a plain event at a case or one of its items",
    rights: ["raise"],
    parameters: { case: Id },
    input: { class: Name, item: optional(Id), with: optional(Data) },
    answer: Done,
  }),
  report: command({
    verb: "report",
    tag,
    about: "Reports what nobody has foreseen: the case is held at once, and somebody is asked",
    rights: ["raise"],
    parameters: { case: Id },
    input: { title: Name, text: optional(Text), item: optional(Id) },
    answer: Done,
  }),
  caseTriggers: query({
    verb: "triggers",
    tag,
    about: "What people may raise at a case as it stands, and what would be done about it",
    rights: ["see", "raise"],
    parameters: { case: Id },
    answer: Triggers,
  }),
  itemTriggers: query({
    verb: "triggers",
    tag,
    about: "What people may raise at an item as it stands, and what would be done about it",
    rights: ["see", "raise"],
    parameters: { item: Id },
    answer: Triggers,
  }),
  exceptions: query({
    verb: "exceptions",
    tag,
    about: "What has gone wrong, in the order it was raised",
    rights: ["see", "intervene"],
    input: { ...where, class: optional(Name), ...paging },
    answer: page("Exceptions", ExceptionRowShape),
  }),
  interventions: query({
    verb: "interventions",
    tag,
    about: "Questions to people, oldest first",
    rights: ["see", "intervene"],
    input: { ...where, ...paging },
    answer: page("Interventions", InterventionRowShape),
  }),
  intervention: query({
    verb: "intervention",
    tag,
    about: "A question to a person, and what it is about",
    rights: ["see", "intervene"],
    parameters: { intervention: Id },
    answer: Type.Object(
      { ...InterventionRowShape.properties, details: optional(InterventionShape) },
      { title: "InterventionView" },
    ),
  }),
  answer: command({
    verb: "answer",
    tag,
    about: "Answers an intervention",
    more: "`do` says how: run (exlet or steps), confirm (answer), teach (if, then), retry, restart, skip, reassign (to), needs (needs), wait, set (data), remove (target), dismiss.",
    rights: ["intervene"],
    parameters: { intervention: Id },
    input: {
      do: Name,
      exlet: optional(Name),
      steps: optional(Type.Array(AnyValue)),
      answer: optional(AnyValue),
      if: optional(Condition),
      then: optional(AnyValue),
      on: optional(Name),
      at: optional(AnyValue),
      title: optional(Name),
      with: optional(Type.Union([Type.Literal("same"), Type.Literal("next")])),
      to: optional(Name),
      needs: optional(Data),
      target: optional(Type.Union([Type.Literal("item"), Type.Literal("case")])),
      data: optional(Data),
    },
    answer: Done,
  }),
  replaceRun: command({
    verb: "replace",
    tag,
    about: "Ends a run and does what the rules say now; `undo` puts back what it wrote into the case",
    rights: ["intervene"],
    parameters: { run: Id },
    input: { undo: optional(Type.Boolean()) },
    answer: Done,
  }),
}
