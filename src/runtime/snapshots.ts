import type { Draft } from "../engine/draft.ts"
import type { Family } from "../engine/family.ts"
import { decodeFamily, encodeFamily } from "../engine/snapshot.ts"
import { decodeHandling, encodeHandling, type Handling, type HandlingDraft } from "../exceptions/handling.ts"
import type { JsonObject } from "../messages/json.ts"

interface Remembered {
  readonly state: Draft
  readonly handling: HandlingDraft
  /** When something has last happened to it. */
  readonly lastAt: number
}

interface ToRemember {
  readonly state: Family
  readonly handling: Handling
  readonly lastAt?: number
}

/** Changes whenever what is written here does: a snapshot of another format is as good as none. */
const format = 3

/** A family as both machines know it, as text. */
export function encodeSnapshot({ state, handling, lastAt = 0 }: ToRemember): string {
  return JSON.stringify({ format, lastAt, net: encodeFamily(state), handling: encodeHandling(handling) })
}

/** Undefined if another release wrote it differently. */
export function decodeSnapshot(text: string): Remembered | undefined {
  const stored = JSON.parse(text) as { format: number; lastAt?: number; net: string; handling: JsonObject }
  if (stored.format !== format) return undefined
  const state = decodeFamily(stored.net)
  return state && { state, handling: decodeHandling(stored.handling), lastAt: stored.lastAt ?? 0 }
}
