import Type, { type TSchema } from "typebox"
import type { Event } from "../messages/events.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import { RIGHTS, type Right } from "../model/organisation.ts"

/** The shapes that many operations speak of. A `title` makes one a named part of the OpenAPI document. */

export const Id = Type.String({ minLength: 1, maxLength: 200 })
export const Name = Type.String({ minLength: 1, maxLength: 200 })
/** The same where people are told which. */
export const idOf = (description: string) => Type.String({ minLength: 1, maxLength: 200, description })
export const nameOf = idOf
export const CaseNumber = (description: string) => Type.String({ minLength: 1, maxLength: 200, description })
export const Text = Type.String({ maxLength: 20_000 })
export const Condition = Type.String({ minLength: 1, maxLength: 20_000, description: "An expression" })
export const Count = Type.Integer({ minimum: 0 })
export const Moment = Type.Integer({ title: "Moment", description: "Milliseconds since 1970-01-01T00:00:00Z" })
/** As people write one: an ISO 8601 date and time, or milliseconds. */
export const WrittenMoment = Type.Union([Type.String({ minLength: 1, maxLength: 64 }), Type.Integer()], {
  description: "ISO 8601, as in 2026-12-24T09:00:00Z, or milliseconds since 1970",
})
export const AnyValue = Type.Unsafe<Json>({ title: "Json", description: "Any JSON value" })
export const Data = Type.Unsafe<JsonObject>({
  title: "Data",
  type: "object",
  additionalProperties: true,
  description: "Names and values",
})
export const RightName = Type.Unsafe<Right>({
  title: "Right",
  type: "string",
  enum: [...RIGHTS],
  description: "What somebody may do",
})

/** What happened. Its fields are those of its type, told in the documentation of history. */
export const EventShape = Type.Unsafe<Event>({
  title: "Event",
  type: "object",
  required: ["type"],
  properties: { type: { type: "string" }, causedBy: { type: "integer" } },
  additionalProperties: true,
})

/** What a command to a case or item did. */
export const Done = Type.Object({ events: Type.Array(EventShape) }, { title: "Done" })

export const Changed = Type.Object({ version: Count }, { title: "Changed" })
export const Nothing = Type.Object({}, { title: "Nothing" })

/** A page of a list: `next`, where there may be more, is the `after` of the next. */
export const page = <Row extends TSchema>(title: string, row: Row) =>
  Type.Object(
    {
      rows: Type.Array(row),
      next: Type.Optional(Type.String({ description: "Give it as `after` to get the next page" })),
    },
    { title },
  )

export const paging = {
  after: Type.Optional(Type.String({ minLength: 1, maxLength: 1000, description: "`next` of the page before" })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: "100 unless set" })),
}

export const Place = Type.Object(
  {
    file: Type.Optional(Type.String()),
    line: Type.Optional(Count),
    column: Type.Optional(Count),
    path: Type.String(),
  },
  { title: "Place" },
)

export const FindingShape = Type.Object(
  {
    code: Type.String(),
    severity: Type.Union([Type.Literal("error"), Type.Literal("warning")]),
    place: Place,
    message: Type.String(),
    remedy: Type.String(),
    counterexample: Type.Optional(
      Type.Array(Data, {
        description: "How it comes about: the steps of a story, the last of them what is expected then",
      }),
    ),
  },
  { title: "Finding" },
)

/** RFC 9457. `code` is stable; `detail` and `remedy` are for people. */
export const Problem = Type.Object(
  {
    type: Type.String({ description: "Where the code is explained" }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    instance: Type.Optional(Type.String({ description: "The request's id, as in the log" })),
    code: Type.String(),
    remedy: Type.String(),
    fields: Type.Optional(
      Type.Array(Type.Object({ field: Type.String(), code: Type.String(), message: Type.String() })),
    ),
    findings: Type.Optional(Type.Array(FindingShape)),
    differences: Type.Optional(
      Type.Array(Type.Object({ name: Type.String(), here: Type.Optional(AnyValue), there: Type.Optional(AnyValue) })),
    ),
    usedBy: Type.Optional(Type.Array(Type.String())),
  },
  { title: "Problem" },
)
