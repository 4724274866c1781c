import type { Refusal } from "../api/problems.ts"

/** Where a list goes on, in a form nobody needs to understand. It belongs to one list and is refused by any other. */
export function cursorOf(list: string, place: unknown): string {
  return Buffer.from(JSON.stringify([list, place])).toString("base64url")
}

/** The place a cursor means; undefined: it is none of this list. */
export function placeIn(list: string, cursor: string): unknown {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"))
    return Array.isArray(read) && read.length === 2 && read[0] === list ? (read[1] as unknown) : undefined
  } catch {
    return undefined
  }
}

export const cursorInvalid: Refusal = {
  code: "REQUEST_INVALID",
  message: "`after` is not what this list gave as `next`",
  remedy: "Begin without `after`, then give each page's `next`",
  fields: [{ field: "after", code: "CURSOR_INVALID", message: "not a cursor of this list" }],
}
