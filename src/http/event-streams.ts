import type { Refusal } from "../api/problems.ts"
import type { Limits } from "./limits.ts"

/** One open stream. */
export interface Stream {
  /** Aborted when the server stops: the reader is told so, and comes back elsewhere. */
  readonly stopping: AbortSignal
  leave(): void
}

/** What of a stream is cut off if its reader does not take the goodbye. */
export interface Cut {
  cut(): void
}

/** All open streams: so many and no more, and all ended together. */
export class EventStreams {
  readonly #limits: Limits
  readonly #open = new Map<Stream, Cut>()
  readonly #each = new Map<string, number>()
  readonly #stopping = new AbortController()
  #empty: (() => void) | undefined

  constructor(limits: Limits) {
    this.#limits = limits
  }

  enter(agent: string, connection: Cut): Stream | Refusal {
    const own = this.#each.get(agent) ?? 0
    if (own >= this.#limits.streamsEach) return tooMany
    if (this.#open.size >= this.#limits.streams) return tooBusy
    this.#each.set(agent, own + 1)
    const stream: Stream = { stopping: this.#stopping.signal, leave: () => this.#leave(stream, agent) }
    this.#open.set(stream, connection)
    return stream
  }

  /** Resolves when all have said goodbye; those whose readers do not listen are cut off. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    if (this.#open.size === 0) return
    const late = setTimeout(() => {
      for (const connection of this.#open.values()) connection.cut()
    }, goodbye)
    await new Promise<void>((resolve) => {
      this.#empty = resolve
    })
    clearTimeout(late)
  }

  #leave(stream: Stream, agent: string): void {
    if (!this.#open.delete(stream)) return
    const left = (this.#each.get(agent) ?? 1) - 1
    if (left === 0) this.#each.delete(agent)
    else this.#each.set(agent, left)
    if (this.#open.size === 0) this.#empty?.()
  }
}

/** Milliseconds a reader has to take what he was sent. */
const goodbye = 1000

const tooMany: Refusal = {
  code: "TOO_MANY_REQUESTS",
  message: "this agent has as many event streams open as one may have",
  remedy: "Close one, or read several things from the same stream",
}

const tooBusy: Refusal = {
  code: "TOO_BUSY",
  message: "as many event streams are open as the server takes",
  remedy: "Come back in a moment, or read entries page by page",
}
