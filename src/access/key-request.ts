import type { Rejection } from "../messages/rejections.ts"
import { RIGHTS } from "../model/organisation.ts"
import { canSignIn } from "./principal.ts"
import { scopeInvalid, wrongField } from "./refusals.ts"

export interface KeyRequest {
  readonly agent: string
  readonly name?: string
  /** What the key is good for at most; absent: everything its agent may do. */
  readonly rights?: readonly string[]
  readonly processes?: readonly string[]
  readonly expiresAt?: number
}

/** Why there can be no such key. */
export function wrongInRequest(request: KeyRequest, now: number): Rejection | undefined {
  const { agent, rights = [], processes = [], expiresAt } = request
  if (!canSignIn(agent)) {
    return wrongField("agent", "NOT_AN_AGENT", "nobody can sign in as that", "Name an agent of the organisation")
  }
  const unknown = rights.find((right) => !(RIGHTS as readonly string[]).includes(right))
  if (unknown !== undefined) return scopeInvalid(`there is no right ${unknown}`)
  if (processes.includes("")) return scopeInvalid("a process has a name")
  if (expiresAt !== undefined && !(expiresAt > now && expiresAt <= lastMoment && Number.isSafeInteger(expiresAt))) {
    return wrongField("expiresAt", "NOT_IN_FUTURE", "is no time in the future", "Give a later time, or none")
  }
  return undefined
}

/** The last a date can be. */
const lastMoment = 8.64e15
