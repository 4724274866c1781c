import type { JsonObject } from "./json.ts"

/**
 * All a condition may look at, as plain data: kept with a rule as its cornerstone, and sent by an engine elsewhere. What the
 * same condition sees in a running case is read from the family instead.
 */
export interface Context {
  /** The case's data, and the system's names: `item`, `items`, `case`, `family`, `event`, `agent`, `now`, the sets, … */
  readonly names: JsonObject
  /** `result("x")`, by the name of a task or process. */
  readonly results: JsonObject
  /** `count("x")`. */
  readonly counts: { readonly [task: string]: number }
  /** `round("loop")`. */
  readonly rounds: { readonly [loop: string]: number }
  /** `duringRound("x", n)`: by task, then by round. */
  readonly past: { readonly [task: string]: { readonly [round: string]: string } }
  /** `class("buyer")`: by variable, or by field as `order.buyer`. */
  readonly classes?: { readonly [path: string]: string }
  /** `isA("Late", "Timeout")`: of each class the context speaks of, that class and what it is. */
  readonly lineages?: { readonly [name: string]: readonly string[] }
  /** `"x+" in suspended`: how what follows a step stands, where anything does. */
  readonly behind?: { readonly [task: string]: string }
}
