import type { JsonObject } from "./json.ts"

/** Where something stands in what a person wrote: the keys and indexes that lead to it, and the line if it was text. */
export type Path = readonly (string | number)[]

export interface Place {
  readonly file?: string
  /** From 1; only for text. */
  readonly line?: number
  readonly column?: number
  readonly path: string
}

/** `error`: cannot run as written. `warning`: runs, but is likely wrong. */
export type Severity = "error" | "warning"

/** What is wrong with a definition: a stable code, where, what, and what to do about it. */
export interface Finding {
  readonly code: string
  readonly severity: Severity
  readonly place: Place
  readonly message: string
  readonly remedy: string
  /** How it comes about: the steps of a story that the engine can replay, the last of them what is expected then. */
  readonly counterexample?: readonly JsonObject[]
}

/** A finding whose place is still a path; whoever knows the text turns it into a line. */
export interface LocalFinding {
  readonly code: string
  readonly severity: Severity
  readonly path: Path
  /** Offsets within the text at `path`, for a part of an expression. */
  readonly within?: { readonly start: number; readonly end: number }
  readonly message: string
  readonly remedy: string
}

export type Report = (finding: LocalFinding) => void

export function pathText(path: Path): string {
  return path.map((step, index) => (typeof step === "number" ? `[${step}]` : index === 0 ? step : `.${step}`)).join("")
}
