import type { JsonObject } from "../messages/json.ts"
import type { FieldMap, ValuesOf } from "./builder-data.ts"
import type {
  ActivityOptions,
  BlockOptions,
  BranchSource,
  CaseSource,
  ForEachOptions,
  NetSource,
  ProcessOptions,
  StepSource,
  TaskOptions,
} from "./builder-options.ts"
import { plainly } from "./builder-plain.ts"

/**
 * A process as the language writes it, in plain JSON. `Data` is known to TypeScript only: the values a case is started with.
 * Nothing is checked here; whoever reads it checks it, as it would the same process in YAML.
 */
export type ProcessSource<Data = unknown> = JsonObject & { readonly [data]?: Data }

/** The data a case of this process is started with: `DataOf<typeof concert>`. */
export type DataOf<P extends ProcessSource> = P extends ProcessSource<infer Data> ? Data : never

/** A process with a flow of blocks, or a net. */
export function process<const F extends FieldMap = Record<never, never>>(
  name: string,
  options: ProcessOptions & { readonly data?: F } & (
      | { readonly flow: readonly StepSource[] }
      | { readonly net: NetSource }
    ),
): ProcessSource<ValuesOf<F>> {
  return plainly({ process: name, ...options })
}

/** A step done by a person. */
export function task(name: string, options: TaskOptions = {}): BranchSource {
  return plainly({ task: name, ...options })
}

/** A step done by a program; its worker is called as the task unless said otherwise. */
export function program(name: string, options: TaskOptions = {}): BranchSource {
  return plainly({ program: name, ...options })
}

/** All branches at once; goes on when all are done. The name may be left out. */
export function parallel(name: string, branches: Branches, options?: BlockOptions): BranchSource
export function parallel(branches: Branches, options?: BlockOptions): BranchSource
export function parallel(...args: readonly unknown[]): BranchSource {
  const [name, branches, options] = named(args)
  return plainly({ parallel: name, branches, ...options })
}

/** The first case that holds. The name may be left out. */
export function choice(name: string, cases: readonly CaseSource[], options?: BlockOptions): BranchSource
export function choice(cases: readonly CaseSource[], options?: BlockOptions): BranchSource
export function choice(...args: readonly unknown[]): BranchSource {
  const [name, cases, options] = named(args)
  return plainly({ choice: name, cases, ...options })
}

/** All cases that hold; goes on when those are done. The name may be left out. */
export function some(name: string, cases: readonly CaseSource[], options?: BlockOptions): BranchSource
export function some(cases: readonly CaseSource[], options?: BlockOptions): BranchSource
export function some(...args: readonly unknown[]): BranchSource {
  const [name, cases, options] = named(args)
  return plainly({ some: name, cases, ...options })
}

/** The branch whose first task is started first; the others are gone. The name may be left out. */
export function first(name: string, branches: Branches, options?: BlockOptions): BranchSource
export function first(branches: Branches, options?: BlockOptions): BranchSource
export function first(...args: readonly unknown[]): BranchSource {
  const [name, branches, options] = named(args)
  return plainly({ first: name, branches, ...options })
}

/** A case of `choice` or `some`. */
export function when(condition: string, blocks: readonly StepSource[]): CaseSource {
  return plainly({ when: condition, do: blocks })
}

/** The case taken when no other holds; the last. */
export function otherwise(blocks: readonly StepSource[]): CaseSource {
  return plainly({ otherwise: blocks })
}

/** Rounds while the condition holds, tested before each. The name may be left out. */
export function whileDo(name: string, condition: string, blocks: readonly StepSource[]): BranchSource
export function whileDo(condition: string, blocks: readonly StepSource[]): BranchSource
export function whileDo(...args: readonly unknown[]): BranchSource {
  const [name, condition, blocks] = args.length > 2 ? args : [null, ...args]
  return plainly({ while: name, when: condition, do: blocks })
}

/** Rounds until the condition holds, tested after each. The name may be left out. */
export function repeatUntil(name: string, condition: string, blocks: readonly StepSource[]): BranchSource
export function repeatUntil(condition: string, blocks: readonly StepSource[]): BranchSource
export function repeatUntil(...args: readonly unknown[]): BranchSource {
  const [name, condition, blocks] = args.length > 2 ? args : [null, ...args]
  return plainly({ while: name, until: condition, do: blocks })
}

/** Blocks one after the other, with a name states and holds can refer to. */
export function sequence(name: string, blocks: readonly StepSource[], options: BlockOptions = {}): BranchSource {
  return plainly({ sequence: name, do: blocks, ...options })
}

/** A scope with properties of its own; opens in the diagram. With a net instead of blocks: `activity("a", {}, { start: … })`. */
export function activity(
  name: string,
  options: ActivityOptions,
  body: readonly StepSource[] | NetSource,
): BranchSource {
  return plainly({ activity: name, ...options, ...(isBlocks(body) ? { do: body } : { net: body }) })
}

/** One instance per element of a list. The name may be left out. */
export function forEach(name: string, options: ForEachOptions, blocks: readonly StepSource[]): BranchSource
export function forEach(options: ForEachOptions, blocks: readonly StepSource[]): BranchSource
export function forEach(...args: readonly unknown[]): BranchSource {
  const [name, options, blocks] = named(args)
  return plainly({ forEach: name, ...(options as ForEachOptions), do: blocks })
}

/** Goes on after a duration. */
export function wait(duration: string): BranchSource {
  return { wait: duration }
}

/** Goes on at a moment, given by an expression. */
export function waitUntil(moment: string): BranchSource {
  return { wait: { until: moment } }
}

/** Goes on when a message comes that fits. */
export function waitFor(message: { readonly message: string; readonly key?: string | number }): BranchSource {
  return { wait: plainly(message) }
}

declare const data: unique symbol

type Branches = readonly (readonly StepSource[])[]

/** The arguments with null for a name that was left out. */
function named(args: readonly unknown[]): readonly [string | null, unknown, object?] {
  return (typeof args[0] === "string" ? args : [null, ...args]) as [string | null, unknown, object?]
}

function isBlocks(body: readonly StepSource[] | NetSource): body is readonly StepSource[] {
  return Array.isArray(body)
}
