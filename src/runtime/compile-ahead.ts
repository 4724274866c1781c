import type { Tree } from "../exceptions/tree.ts"
import type { Expression } from "../expressions/expression.ts"
import type { Interruptible } from "../model/interruptible.ts"
import { inSlices } from "./in-slices.ts"

/**
 * Compiles the conditions of large trees in slices. A decision cannot be interrupted: without this, the first one after a change
 * compiles all conditions it asks in one turn.
 */
export class CompileAhead {
  readonly #trees: () => Iterable<Tree>
  #last: Promise<void> = Promise.resolve()
  /** The next pass, which has not begun. */
  #next: Promise<void> | undefined

  constructor(trees: () => Iterable<Tree>) {
    this.#trees = trees
  }

  /** Resolves when all that was in force before is compiled. */
  ready(): Promise<void> {
    if (![...this.#trees()].some(isLarge)) return Promise.resolve()
    this.#next ??= this.#last.then(() => {
      this.#next = undefined
      this.#last = inSlices(compiling(this.#trees()))
      return this.#last
    })
    return this.#next
  }
}

/** Compiling fewer conditions takes a few milliseconds. */
const isLarge = ({ nodes }: Tree): boolean => nodes.size > 500

/** A condition is compiled when it is first asked for its type. */
const compiled = ({ type }: Expression): unknown => type

function* compiling(trees: Iterable<Tree>): Interruptible {
  for (const tree of trees) {
    if (!isLarge(tree)) continue
    for (const { condition, until } of tree.nodes.values()) {
      if (until === undefined) compiled(condition)
      yield
    }
  }
}
