import { Type } from "typebox"

const optional = Type.Optional

const stages = ["mandatory", "procedural", "rules", "builtIn", "pattern", "person"]
const Stage = Type.Enum(stages, { description: "The stages are asked in this order" })
const looked = {
  stage: Stage,
  considered: Type.Array(
    Type.Object({
      what: Type.String(),
      why: optional(Type.String({ description: "Why it was not chosen; absent: it was" })),
    }),
  ),
  says: optional(Type.Array(Type.String(), { description: "What it answers; absent: nothing" })),
}

/** The way of an exception so far. */
export const LadderShape = Type.Object(
  {
    exception: Type.String(),
    class: Type.String(),
    case: Type.String(),
    place: Type.String({ description: "The task, activity or process it stands at" }),
    state: Type.Enum(["open", "handling", "verifying", "resolved", "recurred", "dismissed", "propagated"]),
    causes: Type.Array(Type.Object({ exception: Type.String(), class: Type.String(), at: Type.String() }), {
      description: "The exceptions it came of, the first last",
    }),
    rungs: Type.Array(
      Type.Object({
        ...looked,
        version: Type.Integer({ description: "Of the event that tells it" }),
        at: Type.Number({ description: "When, in milliseconds" }),
        came: Type.Array(Type.String(), {
          description: "What came of it: the runs it began and how they ended; whom it asked, and what he answered",
        }),
      }),
    ),
    recurrenceOf: Type.Optional(
      Type.String({ description: "The exception before, that was handled and came back as this one" }),
    ),
    recurredAs: Type.Optional(Type.String({ description: "The exception this one came back as" })),
  },
  { title: "Ladder" },
)

/** What would be done. */
export const OutlookShape = Type.Object(
  {
    on: Type.String(),
    scopes: Type.Array(Type.String(), { description: "Where rules may be bound that concern the place, inner first" }),
    involvement: Type.String({ description: "How much people have to do with it there" }),
    stages: Type.Array(
      Type.Object({
        ...looked,
        passes: optional(
          Type.Literal(true, {
            description: "What it says only tells people or writes data, so the next stage is asked as well",
          }),
        ),
      }),
    ),
    answers: optional(
      Type.Enum(stages, { description: "The stage that would answer it; absent: none, and nothing would be done" }),
    ),
  },
  { title: "Outlook" },
)
