import type { AgentId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import { type Letter, type LetterType, letterTypes, type Subscription } from "./letters.ts"

/** A way to tell people or other systems something, at least once: a webhook, electronic mail. */
export interface Channel {
  /** What waits for it is known by its name, also after a restart. */
  readonly name: string
  /** What it carries; notifications and interventions unless set. */
  readonly types?: readonly LetterType[]
  /** It carries to each agent by himself; otherwise each letter once, whomever it is for. */
  readonly isPersonal?: boolean
  /** How often a letter is tried before it is given up; 10 unless set. */
  readonly tries?: number
  /** Carries one letter, in bounded time. What it throws is a failure too. */
  carry(letter: Addressed, signal: AbortSignal): Promise<Carried>
  close?(): void | Promise<void>
}

export interface Addressed extends Omit<Letter, "id"> {
  readonly id: string
  /** Whom it is for, where the channel carries to each by himself. */
  readonly agent?: AgentId
  /** What the organisation says of him. */
  readonly attributes?: JsonObject
  /** How many more like it it stands for. */
  readonly more?: number
}

export type Carried =
  | { readonly as: "delivered" }
  /** There is no way to reach him: that is no failure, and it is not tried again. */
  | { readonly as: "unaddressed" }
  /** `isFinal`: it makes no sense to try again. */
  | { readonly as: "failed"; readonly message: string; readonly isFinal?: boolean }

export function subscriptionOf({ name, types = usualTypes, isPersonal = false }: Channel): Subscription {
  return { name, types, isPersonal }
}

const usualTypes: readonly LetterType[] = letterTypes.filter((type) => type !== "exlet.exception.raised")

/** Milliseconds until the next try after so many: 5 s, 20 s, 80 s … and never more than six hours. */
export function pauseAfter(attempts: number): number {
  return Math.min(5000 * 4 ** (attempts - 1), 6 * 60 * 60_000)
}

export const usualTries = 10
