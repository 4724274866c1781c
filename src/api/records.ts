import Type from "typebox"
import type { Demand } from "../messages/people.ts"
import { query, request } from "./operation.ts"
import { Count, EventShape, idOf, Moment, nameOf, paging, WrittenMoment } from "./shapes.ts"

const tag = "Operations"
const optional = Type.Optional
const closed = { additionalProperties: false }
const Whole = Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })
const Terms = Type.Unsafe<Pick<Demand, "only" | "excluded" | "when" | "also">>({
  type: "object",
  additionalProperties: true,
})
const place = { family: Type.String(), case: Type.String(), process: Type.String() }

const RecordedEntry = Type.Object(
  {
    position: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    family: Type.String(),
    version: Count,
    at: Moment,
    by: Type.String(),
    command: Type.String(),
    reason: optional(Type.String()),
    events: Type.Array(EventShape),
  },
  closed,
)

const RecordedCase = Type.Object(
  {
    id: Type.String(),
    family: Type.String(),
    process: Type.String(),
    version: Count,
    state: Type.String(),
    held: Type.Boolean(),
    startedAt: Moment,
    startedBy: Type.String(),
    endedAt: optional(Moment),
    parent: optional(Type.String()),
    number: optional(Type.String()),
  },
  closed,
)

const RecordedItem = Type.Object(
  {
    id: Type.String(),
    ...place,
    task: Type.String(),
    kind: Type.String(),
    status: Type.String(),
    held: Type.Boolean(),
    live: Type.Boolean(),
    enabledAt: Moment,
    endedAt: optional(Moment),
    agent: optional(Type.String()),
    declined: optional(Type.Array(Type.String())),
    offer: optional(Type.String()),
    terms: optional(Terms),
    wanted: optional(Type.String()),
    dueAt: optional(Moment),
    priority: Type.Number(),
    worker: optional(Type.String()),
    attempt: Count,
    instance: optional(Whole),
  },
  closed,
)

const RecordedException = Type.Object(
  {
    id: Type.String(),
    ...place,
    at: Type.String(),
    class: Type.String(),
    item: optional(Type.String()),
    state: Type.String({ enum: ["resolved", "recurred", "dismissed", "propagated", "verifying", "open", "handling"] }),
    raisedAt: Moment,
    endedAt: optional(Moment),
    answer: optional(
      Type.Object({ stage: Type.String(), says: Type.String(), by: optional(Type.String()), at: Moment }, closed),
    ),
  },
  closed,
)

const RecordedIntervention = Type.Object(
  {
    id: Type.String(),
    ...place,
    at: Type.String(),
    class: optional(Type.String()),
    text: Type.String(),
    to: optional(Type.String()),
    openedAt: Moment,
    dueAt: optional(Moment),
    open: Type.Boolean(),
  },
  closed,
)

const RecordedNotification = Type.Object(
  {
    id: Type.String(),
    agent: Type.String(),
    type: Type.String(),
    ...place,
    to: Type.String(),
    text: Type.String(),
    about: optional(Type.String()),
    at: Moment,
    readAt: optional(Moment),
  },
  closed,
)

const RecordShape = Type.Object(
  {
    family: idOf("A family's id"),
    version: Type.Integer({ minimum: 1, description: "Of its last event" }),
    entries: Type.Array(RecordedEntry),
    cases: Type.Array(RecordedCase),
    items: Type.Array(RecordedItem),
    exceptions: Type.Array(RecordedException),
    interventions: Type.Array(RecordedIntervention),
    notifications: Type.Array(RecordedNotification),
    digest: Type.String({ description: "Of all the rest: SHA-256, in base64url" }),
  },
  { title: "FamilyRecord", description: "Everything the store keeps of a family", ...closed },
)

/** What bringing back takes at once, in bytes; no record that is given out is larger. */
const largest = 64 * 1024 * 1024

export const records = {
  records: query({
    verb: "records",
    tag,
    about: "The records of families that are over: all that is kept of them",
    more: "Over: every case of the family has ended, the last before that moment, and nothing of it is live, open or waiting. By when it ended. A page is as long as can be carried at once, so it may be short or empty and still have a `next`.",
    rights: ["administer"],
    input: {
      endedBefore: WrittenMoment,
      process: optional(nameOf("Only families begun with this process")),
      ...paging,
    },
    answer: Type.Object(
      {
        rows: Type.Array(RecordShape),
        tooLarge: Type.Array(Type.String(), {
          description: "Families that are over, and stay: their records could not be brought back in one piece",
        }),
        next: optional(Type.String({ description: "Give it as `after` to get the next page" })),
      },
      { title: "Records" },
    ),
  }),
  forgetFamilies: request({
    verb: "forgetFamilies",
    tag,
    about: "Removes families whose records are kept elsewhere, each if its record is still the same",
    more: "Asked again it does nothing more: what is gone is `absent`. Their ids and positions are given to nobody else.",
    rights: ["administer"],
    input: {
      families: Type.Array(
        Type.Object({ family: idOf("A family's id"), digest: Type.String({ maxLength: 100 }) }, closed),
        { maxItems: 1000, description: "Each with the digest of its record" },
      ),
    },
    answer: Type.Object(
      {
        rows: Type.Array(
          Type.Object(
            {
              family: Type.String(),
              outcome: Type.String({
                description:
                  "forgotten; absent: there is nothing of it; kept: it is not over, or its record is another",
              }),
            },
            { title: "ForgottenFamily" },
          ),
        ),
      },
      { title: "ForgottenFamilies" },
    ),
  }),
  adoptRecords: request({
    verb: "adoptRecords",
    tag,
    about: "Brings families back from their records, as they were, each by itself",
    more: "Entries have the positions they had: whoever follows the history from later on does not see them. What is there already and the same is left alone; notifications are the oldest in their lists.",
    rights: ["administer"],
    largest,
    input: { records: Type.Array(RecordShape, { maxItems: 1000 }) },
    answer: Type.Object(
      {
        rows: Type.Array(
          Type.Object(
            {
              family: Type.String(),
              outcome: Type.String({ description: "adopted; there: it is there already, and the same; refused" }),
              rejection: optional(
                Type.Object(
                  { code: Type.String(), message: Type.String(), remedy: Type.String() },
                  { title: "RecordRefusal" },
                ),
              ),
            },
            { title: "AdoptedFamily" },
          ),
        ),
      },
      { title: "AdoptedFamilies" },
    ),
  }),
}
