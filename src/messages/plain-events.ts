import type { CaseId, ItemId } from "./ids.ts"
import type { Json, JsonObject } from "./json.ts"

/** The words of what happens in a family by itself, as rules speak of it. */
export const plainKinds = ["started", "done", "aborted", "written", "message"] as const
export type PlainKind = (typeof plainKinds)[number]

/** Whether anybody wants to know what happens, of that kind, to something of that name; without a name, to anything. */
export type Hears = (kind: PlainKind, name?: string) => boolean

/** `done(sellTickets)`: what a record means in the words of rules. */
export interface PlainEvent {
  readonly kind: PlainKind
  /** Of a task, block, process, variable or message. */
  readonly name: string
  readonly case: CaseId
  readonly process: string
  /** The item it happened to; of a block the activity around it. */
  readonly item?: ItemId
  /** What rules see of it under `event`, besides where it was. */
  readonly parameters: JsonObject
}

/** What a message brings is seen under its own names, unless they are the message's. */
export function parametersOfMessage(message: {
  readonly name: string
  readonly key: Json
  readonly data: JsonObject
}): JsonObject {
  const { name, key, data } = message
  return { ...data, name, key, data }
}
