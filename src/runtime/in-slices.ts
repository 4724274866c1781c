import { setImmediate as nextTurn } from "node:timers/promises"
import type { Interruptible } from "../model/interruptible.ts"

/** Does work that may take long, with a turn for everybody else after each slice. */
export async function inSlices<Result>(work: Interruptible<Result>): Promise<Result> {
  for (let since = performance.now(); ; ) {
    const { done, value } = work.next()
    if (done) return value
    if (performance.now() - since < slice) continue
    await nextTurn()
    since = performance.now()
  }
}

/** Milliseconds. */
const slice = 5
