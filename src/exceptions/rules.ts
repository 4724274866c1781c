import type { Step } from "../messages/steps.ts"
import type { DataType } from "../model/definition.ts"
import type { Tree } from "./tree.ts"

/** The rules, exlets and classes in force, as one value: the same throughout a decision. */
export interface Rules {
  /** Whether any tree has a say in cases of the process. */
  concerns(process: string): boolean
  /** How often any tree has changed. */
  readonly changes: number
  /** Whether there is any tree for it, at any scope. */
  wants(on: string): boolean
  tree(on: string, at: string): Tree | undefined
  exlet(name: string): NamedExlet | undefined
  readonly classes: Classes
}

export interface NamedExlet {
  readonly name: string
  readonly steps: readonly Step[]
  readonly solves?: boolean
}

/** The tree of exception classes, as far as it matters here. */
export interface Classes {
  has(name: string): boolean
  is(name: string, ancestor: string): boolean
  /** The class and its superclasses, up to `Exception`. */
  lineage(name: string): readonly string[]
  parameters(name: string): ReadonlyMap<string, DataType>
  /** The class a report of that title has become. */
  titled(title: string): string | undefined
  /** What to do about a name that is none. */
  nearest(name: string): string | undefined
}
