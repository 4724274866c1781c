import Type from "typebox"
import { query } from "./operation.ts"
import { Count, EventShape, idOf, Moment, nameOf } from "./shapes.ts"

const tag = "History"
const optional = Type.Optional

const EntryShape = Type.Object(
  {
    position: Type.Integer({ description: "Its place in the order of all entries" }),
    family: Type.String(),
    version: Type.Integer({ description: "Of its first event" }),
    at: Moment,
    by: Type.String(),
    command: Type.String(),
    reason: optional(Type.String()),
    events: Type.Array(EventShape),
  },
  { title: "Entry" },
)

const which = {
  after: optional(
    Type.Integer({ minimum: 0, description: "Entries after this position; from the beginning unless set" }),
  ),
  family: optional(idOf("Only this family's")),
  process: optional(nameOf("Only of families begun with this process")),
  agent: optional(Type.String({ minLength: 1, maxLength: 200, description: "What he did, or was given or offered" })),
}

export const history = {
  entries: query({
    verb: "entries",
    tag,
    about: "What has happened, in order, or the newest first",
    rights: ["see"],
    input: {
      ...which,
      order: optional(
        Type.Union([Type.Literal("oldest"), Type.Literal("newest")], {
          description: "The oldest first, unless set; `newest` goes by `before` instead of `after`",
        }),
      ),
      before: optional(
        Type.Integer({
          minimum: 1,
          description: "With `newest`: entries before this position; from the end unless set",
        }),
      ),
      limit: optional(Type.Integer({ minimum: 1, maximum: 1000, description: "100 unless set" })),
    },
    answer: Type.Object(
      {
        rows: Type.Array(EntryShape),
        next: optional(
          Type.Integer({
            description: "There may be more: give it as `after`, or with `newest` as `before`, to get the next page",
          }),
        ),
        upTo: Type.Integer({
          description:
            "How far this page goes. Give it as `after` whenever you read on: nothing is missed and nothing comes twice. With `newest`: everything from here on is read, 0 at the beginning of history",
        }),
        last: Type.Integer({ description: "Where history ends now" }),
      },
      { title: "Entries" },
    ),
  }),
  events: query({
    verb: "history",
    tag,
    about: "What has happened, and then each thing as it becomes durable, as server-sent events",
    more: "Each event is an entry; its `id` is the position. A reader that comes again with `Last-Event-ID` goes on there, without gap or repeat. `live` begins with what happens from now on. `event: position` tells by its id how far the reader is when nothing was for him, `event: end` that he should come again. A position beyond the end of history is refused.",
    rights: ["see"],
    as: "events",
    input: { ...which, live: optional(Type.Boolean({ description: "Begins with what happens from now on" })) },
    answer: EntryShape,
  }),
  log: query({
    verb: "log",
    tag,
    about:
      "A family's one history, its cases, runs and worklets together: a line per record, by time, or each under its cause",
    rights: ["see"],
    parameters: { family: idOf("A family's id; on the command line also that of a case or item in it") },
    input: {
      order: optional(
        Type.Union([Type.Literal("time"), Type.Literal("cause")], {
          description: "By time, unless set, or each under its cause",
        }),
      ),
    },
    answer: Type.Object({ lines: Type.Array(Type.String()), revision: Count }, { title: "Log" }),
  }),
}
