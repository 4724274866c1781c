import { setTimeout as pause } from "node:timers/promises"
import { basePath } from "../../src/api/routes.ts"
import { follow } from "../../src/client/event-stream.ts"
import type { Chance } from "./chance.ts"

interface Seen {
  readonly position: number
  readonly name: string
}

/** Reads the history as it happens: from any node, and after each break from another one, where it was. */
export class Follower {
  readonly seen: Seen[] = []
  readonly violations: string[] = []
  connections = 0
  readonly #urls: readonly string[]
  readonly #chance: Chance
  #last: string | undefined

  constructor(urls: readonly string[], chance: Chance) {
    this.#urls = urls
    this.#chance = chance
  }

  async run(over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      // Now and then it goes by itself; a node that says nothing for a while is left as well.
      const leaving = AbortSignal.any([over, AbortSignal.timeout(this.#chance.between(500, 8000))])
      await this.#read(leaving).catch(() => undefined)
      await pause(this.#chance.between(10, 200))
    }
  }

  async #read(signal: AbortSignal): Promise<void> {
    const headers = { accept: "text/event-stream", ...(this.#last !== undefined && { "last-event-id": this.#last }) }
    const response = await fetch(`${this.#chance.pick(this.#urls)}${basePath}/events`, { headers, signal })
    if (response.status === 400) this.violations.push(`refused at ${this.#last}: ${await response.text()}`)
    if (!response.ok) return
    this.connections++
    for await (const { id, event, data } of follow(response)) {
      if (event === undefined || event === "entry") this.#take(JSON.parse(data))
      if (id !== undefined) this.#last = id
    }
  }

  #take({ position, family, version }: { position: number; family: string; version: number }): void {
    const before = this.seen.at(-1)
    if (before && before.position >= position) this.violations.push(`${position} came after ${before.position}`)
    this.seen.push({ position, name: `${family} ${version}` })
  }
}
