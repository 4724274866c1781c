import type { Finding } from "../messages/findings.ts"
import type { ActingRule } from "./repertoire-in-force.ts"

/** A finding, and what would show it: what to look for where things are played through. */
export interface Doubt {
  readonly finding: Finding
  readonly shownBy?: Shown
  /** It is one only if such a step never has an effect, which has to be seen. */
  readonly unlessEffective?: boolean
}

export type Shown =
  /** A tree was asked where this condition holds, and something else came of it. */
  | { readonly kind: "asked"; readonly tree: string; readonly if: string }
  /** Something happened that the tree is about, and it was not asked. */
  | { readonly kind: "unasked"; readonly tree: string; readonly on: string; readonly task?: string }
  /** It was raised. */
  | { readonly kind: "raised"; readonly class: string }
  | { readonly kind: "taken"; readonly rule: ActingRule; readonly index: number }
