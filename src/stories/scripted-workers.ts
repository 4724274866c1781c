import type { Engine } from "../runtime/engine.ts"
import type { Handler } from "../runtime/workers.ts"
import type { Call } from "./story.ts"

/**
 * The programs of a story. Each call does what its script says next; the last entry repeats. Only calls that have finished
 * count, so one that hangs in a crash is hanging again afterwards.
 */
export class ScriptedWorkers {
  readonly #scripts: ReadonlyMap<string, readonly Call[]>
  readonly #finished = new Map<string, number>()
  #life = { isOver: false }

  constructor(scripts: ReadonlyMap<string, readonly Call[]>) {
    this.#scripts = scripts
  }

  register(engine: Engine): void {
    this.#life = { isOver: false }
    for (const [name, calls] of this.#scripts) engine.worker(name, this.#handler(name, calls))
  }

  /** The engine is about to be killed: what is interrupted now has not finished. */
  endOfLife(): void {
    this.#life.isOver = true
  }

  #handler(name: string, calls: readonly Call[]): Handler {
    const life = this.#life
    const finish = () => this.#finished.set(name, (this.#finished.get(name) ?? 0) + 1)
    return async (_item, signal) => {
      const call = calls[Math.min(this.#finished.get(name) ?? 0, calls.length - 1)]
      if (call?.do === "hang") {
        await aborted(signal)
        if (!life.isOver) finish()
        return undefined
      }
      finish()
      if (call?.do === "throw") throw new Error(call.message)
      return call?.data
    }
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }))
}
