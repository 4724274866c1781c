import type { IncomingHttpHeaders } from "node:http"
import type { Refusal } from "../api/problems.ts"
import { invalidRequest } from "./refused.ts"

/** What a request makes its effect depend on. */
export interface Conditions {
  readonly key?: string
  readonly expected?: number
}

export type Read =
  | { readonly ok: true; readonly value: Conditions }
  | { readonly ok: false; readonly rejection: Refusal }

/** `Idempotency-Key` and `If-Match`. */
export function conditionsIn(headers: IncomingHttpHeaders): Read {
  const key = headers["idempotency-key"]
  if (key !== undefined && (typeof key !== "string" || !/^[\x21-\x7e]{1,200}$/.test(key))) {
    return refuse("the Idempotency-Key is not 1 to 200 visible ASCII characters", "Send a UUID, for instance")
  }
  const match = headers["if-match"]
  const isAny = match === undefined || match.trim() === "*"
  const revision = isAny ? undefined : revisionIn(match)
  if (!isAny && revision === undefined) {
    return refuse("the If-Match header names no revision", 'Send the ETag of what you have read, as in `If-Match: "7"`')
  }
  return {
    ok: true,
    value: { ...(key !== undefined && { key: String(key) }), ...(revision !== undefined && { expected: revision }) },
  }
}

const refuse = (message: string, remedy: string): Read => ({ ok: false, rejection: invalidRequest(message, remedy) })

export const etagOf = (revision: number): string => `"${revision}"`

/** Whether whoever asks has it in this revision already. */
export function hasAlready(headers: IncomingHttpHeaders, revision: number): boolean {
  const known = headers["if-none-match"]
  return known?.split(",").some((tag) => revisionIn(tag) === revision) ?? false
}

/** `"7"`, `W/"7"` or plain `7`. */
function revisionIn(tag: string): number | undefined {
  const digits = /^(?:W\/)?"?(\d{1,15})"?$/.exec(tag.trim())?.[1]
  return digits === undefined ? undefined : Number(digits)
}
