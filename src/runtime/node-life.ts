import type { News, NodeStore, ProlongedLease } from "../store/nodes.ts"

export interface NodeLifeParts {
  readonly nodes: NodeStore
  /** The programs this node has. */
  readonly programs: () => readonly string[]
  /** The leases of programs that are alive here, and until when they shall last. */
  readonly leases: () => readonly ProlongedLease[]
  readonly onNews: (news: News) => void
}

/**
 * What a node does besides its work: it says every second that it is there and that its programs are alive, hears what others
 * commit, and looks for itself every few seconds, as something may have been missed. By the time of the machine: whatever a
 * clock for tests says, a node that says nothing is gone.
 */
export class NodeLife {
  readonly #parts: NodeLifeParts
  #elsewhere: ReadonlySet<string> = new Set()
  #timer: NodeJS.Timeout | undefined
  #beating: Promise<void> | undefined
  #beats = 0

  constructor(parts: NodeLifeParts) {
    this.#parts = parts
  }

  async start(): Promise<void> {
    const { nodes, onNews } = this.#parts
    await this.#beat()
    nodes.listen(onNews)
    this.#timer = setInterval(() => {
      this.#beating ??= this.#beat().finally(() => {
        this.#beating = undefined
      })
    }, pause)
    this.#timer.unref()
  }

  /** Whether another node has such a program. */
  has(program: string): boolean {
    return this.#elsewhere.has(program)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#beating
  }

  async #beat(): Promise<void> {
    const { nodes, programs, leases, onNews } = this.#parts
    try {
      await nodes.prolongLeases(leases())
      this.#elsewhere = await nodes.announce(programs())
      if (++this.#beats % looksEvery === 0) onNews({ isDoubtful: true })
    } catch {
      // The store could not be written: the next time it may.
    }
  }
}

/** Milliseconds between two beats, and how many of them there are between two looks. */
const pause = 1000
const looksEvery = 5
