import Type from "typebox"
import type { JsonObject } from "../messages/json.ts"
import { command, query } from "./operation.ts"
import { Count, Done, Id, idOf, Moment, nameOf, paging, WrittenMoment } from "./shapes.ts"

/** Who answers, until when, what was answered before, and many at once. */

const tag = "What goes wrong"
const optional = Type.Optional
const intervention = idOf("An intervention's id")

export const AnswerGivenShape = Type.Object(
  {
    stage: Type.String({ description: "The stage of the ladder that did it: rules, pattern, person, …" }),
    says: Type.String({ description: "What was done, in a few words" }),
    by: optional(Type.String()),
    at: Moment,
  },
  { title: "AnswerGiven" },
)

export const SimilarShape = Type.Object(
  {
    cases: Type.Array(
      Type.Object({
        id: Type.String({ description: "The exception" }),
        case: Type.String(),
        class: Type.String(),
        at: Type.String(),
        raisedAt: Moment,
        state: Type.String({ description: "How it ended: resolved, recurred, …" }),
        answer: AnswerGivenShape,
      }),
    ),
    answers: Type.Array(Type.Object({ stage: Type.String(), says: Type.String(), count: Count, recurred: Count })),
  },
  { title: "Similar" },
)

export const PossibleAnswerShape = Type.Object(
  {
    do: Type.String(),
    isPossible: Type.Boolean(),
    why: optional(Type.String({ description: "Why it is not" })),
    takes: optional(
      Type.Array(
        Type.Object({
          name: Type.String(),
          isRequired: Type.Boolean(),
          choices: optional(Type.Array(Type.String())),
        }),
      ),
    ),
  },
  { title: "PossibleAnswer" },
)

export const ConclusionShape = Type.Object(
  { tree: Type.String(), node: Count, says: Type.String() },
  { title: "Conclusion" },
)

const RefusedShape = Type.Object(
  { code: Type.String(), message: Type.String(), remedy: Type.String() },
  { title: "Refused", additionalProperties: true },
)

/** How a list of interventions is bounded, besides where they stand. */
export const bounds = {
  class: optional(nameOf("Only those about exceptions of this class")),
  to: optional(nameOf("Only those with this agent, in whatever way he is meant; or with this role or unit")),
  overdue: optional(Type.Boolean({ description: "Only those that should have been answered by now" })),
}

const selection = {
  interventions: optional(
    Type.Array(Id, { maxItems: 1000, description: "These very ones; without, all open ones that the rest says" }),
  ),
  case: optional(idOf("Only those of this case")),
  process: optional(nameOf("Only those of this process")),
  ...bounds,
  after: paging.after,
  limit: optional(Type.Integer({ minimum: 1, maximum: 1000, description: "1,000 unless set" })),
}

const meant = {
  intervention: Type.String(),
  case: optional(Type.String()),
  process: optional(Type.String()),
}
const next = optional(Type.String({ description: "There are more: give it as `after`" }))

export const interventions = {
  assignIntervention: command({
    verb: "assignIntervention",
    tag,
    about: "Gives an intervention to an agent, a role or a unit, or takes it oneself",
    rights: ["intervene"],
    parameters: { intervention },
    input: { to: nameOf("Who has to answer it from now on") },
    answer: Done,
  }),
  postpone: command({
    verb: "postpone",
    tag,
    about: "Says when an intervention is due",
    rights: ["intervene"],
    parameters: { intervention },
    input: { dueAt: WrittenMoment },
    answer: Done,
  }),
  takeBack: command({
    verb: "takeBack",
    tag,
    about: "Takes back the answer to an intervention: the case returns to the moment before",
    more: "Refused, with what stands in the way, once anything outside has been done: somebody has worked on what followed, a program was called, somebody was told, a timer has fired.",
    rights: ["intervene"],
    parameters: { intervention },
    answer: Done,
  }),
  similar: query({
    verb: "similar",
    tag,
    about: "What was done when the like happened before",
    more: "The same class at the same place first, then in the process, then what it is a kind of; of each the newest first.",
    rights: ["see", "intervene"],
    parameters: { intervention },
    answer: SimilarShape,
  }),
  answerAll: command({
    verb: "answerAll",
    tag,
    about: "Answers many interventions alike, each on its own, with a result for each",
    more: "What is meant is settled first; `dryRun` shows it, and what would come of each. Under an idempotency key the same ones are meant again. A rule is taught with one of them, not with many.",
    rights: ["intervene"],
    input: {
      ...selection,
      answer: Type.Unsafe<JsonObject>({
        type: "object",
        required: ["do"],
        properties: { do: { type: "string", minLength: 1, maxLength: 200 } },
        additionalProperties: true,
        description: "As for one of them: `do`, and what goes with it",
      }),
    },
    answer: Type.Object(
      {
        rows: Type.Array(
          Type.Object({
            ...meant,
            isAnswered: Type.Boolean(),
            rejection: optional(RefusedShape),
          }),
        ),
        next,
      },
      { title: "AnsweredAll" },
    ),
  }),
  reevaluate: command({
    verb: "reevaluate",
    tag,
    about: "Asks the rules again about open interventions, and does what they say now",
    rights: ["intervene"],
    input: selection,
    answer: Type.Object(
      {
        rows: Type.Array(
          Type.Object({
            ...meant,
            now: optional(ConclusionShape),
            proposed: optional(Type.String({ description: "What a person is asked to confirm now, in its stead" })),
            rejection: optional(RefusedShape),
          }),
        ),
        next,
      },
      { title: "Reevaluated" },
    ),
  }),
}
