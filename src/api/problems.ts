import type { Static } from "typebox"
import { type Rejection, type RejectionCode, rejectionStatus } from "../messages/rejections.ts"
import type { Immutable } from "./operation.ts"
import type { Problem } from "./shapes.ts"

/** What only a door can refuse, with the status it answers. Everything else is `rejectionStatus`. */
export const doorStatus = {
  REQUEST_INVALID: 400,
  BODY_NOT_JSON: 400,
  BODY_TOO_DEEP: 400,
  ROUTE_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TOO_SLOW: 408,
  BODY_TOO_LARGE: 413,
  ADDRESS_TOO_LONG: 414,
  MEDIA_TYPE_UNSUPPORTED: 415,
  ANSWER_TOO_LARGE: 422,
  TOO_MANY_REQUESTS: 429,
  HEADERS_TOO_LARGE: 431,
  DOOR_FAILED: 500,
  NOT_SUPPORTED: 501,
  TOO_BUSY: 503,
} as const

export type DoorCode = keyof typeof doorStatus

/** Why something was not done, as a door tells it. */
export type Refusal = Omit<Rejection, "code"> & { readonly code: RejectionCode | DoorCode }
export type ProblemDetails = Immutable<Static<typeof Problem>>

export const statusOf = (code: Refusal["code"]): number => ({ ...doorStatus, ...rejectionStatus })[code]

/** Every code there is. */
const codes = Object.keys({ ...doorStatus, ...rejectionStatus }) as Refusal["code"][]

export const problemStatuses: readonly number[] = [...new Set(codes.map(statusOf))].toSorted((a, b) => a - b)

export const codesOf = (status: number): readonly Refusal["code"][] => codes.filter((code) => statusOf(code) === status)

/** As RFC 9457 writes it. `instance` is the id of the request. */
export function problemOf(refusal: Refusal, instance?: string): ProblemDetails {
  const { code, message, remedy, ...more } = refusal
  return {
    type: `/docs/errors#${code}`,
    title: titleOf(code),
    status: statusOf(code),
    detail: message,
    ...(instance !== undefined && { instance }),
    code,
    remedy,
    ...more,
  } as ProblemDetails
}

/** What a problem of another server says, as a refusal. */
export function refusalOf(problem: ProblemDetails): Refusal {
  const { type: _, title: __, status: ___, instance: ____, detail, ...rest } = problem
  return { ...rest, message: detail } as unknown as Refusal
}

/** `ITEM_NOT_LIVE` is "Item not live", `BODY_NOT_JSON` is "Body not JSON". */
export function titleOf(code: string): string {
  const words = code.split("_").map((word) => (acronyms.has(word) ? word : word.toLowerCase()))
  const title = words.join(" ")
  return title.charAt(0).toUpperCase() + title.slice(1)
}

const acronyms: ReadonlySet<string> = new Set(["CSRF", "JSON"])
