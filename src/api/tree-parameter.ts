import Type from "typebox"
import type { Json } from "../messages/json.ts"
import { Id, nameOf } from "./shapes.ts"

/** How trees are called, and what is said about a rule that is to be learnt. */

export const treeParameter = Type.String({
  minLength: 1,
  maxLength: 500,
  description: "By its event and its scope, as in `itemPre organise-concert/doShow`",
})

const From = Type.Union(
  [
    Type.Object({ case: Id, item: Type.Optional(Id) }, { additionalProperties: false }),
    Type.Object({ family: Id, version: Type.Integer({ minimum: 1 }) }, { additionalProperties: false }),
  ],
  { title: "LearntFrom", description: "A live case or item, or a recorded decision" },
)

export const lessonInput = {
  on: nameOf("The event it is asked at: itemPre, an exception class, …"),
  at: Type.String({
    minLength: 1,
    maxLength: 500,
    description: "The scope: a process, or a task as in `organise-concert/doShow`",
  }),
  then: Type.Unsafe<Json>({ description: "What it says: an exlet's name, steps, or `nothing`" }),
  from: From,
}
