import { setTimeout as pause } from "node:timers/promises"
import { type CallOptions, type Client, connect, type Told } from "../../src/client.ts"
import type { Chance } from "./chance.ts"

/** Whoever asks, asks any node; if no answer comes, the same again under the same key, until one does. */
export class Balancer {
  readonly #urls: readonly string[]
  readonly #chance: Chance
  readonly #over: AbortSignal
  /** How often each was answered, by code. */
  readonly answers = new Map<string, number>()
  lost = 0
  #keys = 0

  constructor(urls: readonly string[], chance: Chance, over: AbortSignal) {
    this.#urls = urls
    this.#chance = chance
    this.#over = over
  }

  /** Undefined: it was over before anybody had answered. */
  async ask<Value>(
    call: (client: Client, options: CallOptions) => Promise<Told<Value>>,
    { as = "administrator", within = 5000, key = this.newKey() }: Asking = {},
  ): Promise<Told<Value> | undefined> {
    while (!this.#over.aborted) {
      const url = this.#chance.pick(this.#urls) ?? ""
      const told = await call(connect({ url, as }), { key, signal: AbortSignal.timeout(within) }).catch(() => undefined)
      if (told && (told.ok || !passing.has(told.status))) {
        this.#count(told.ok ? "done" : told.rejection.code)
        return told
      }
      this.lost++
      await pause(this.#chance.between(20, 250))
    }
    return undefined
  }

  /** What was answered with a yes. */
  async done<Value>(
    call: (client: Client, options: CallOptions) => Promise<Told<Value>>,
    asking: Asking = {},
  ): Promise<Value | undefined> {
    const told = await this.ask(call, asking)
    return told?.ok ? told.value : undefined
  }

  newKey(): string {
    return `chaos-${this.#keys++}-${this.#chance.word()}`
  }

  #count(code: string): void {
    this.answers.set(code, (this.answers.get(code) ?? 0) + 1)
  }
}

export interface Asking {
  readonly as?: string
  readonly within?: number
  readonly key?: string
}

/** Nobody knows whether it was done, or nobody had time for it. */
const passing: ReadonlySet<number> = new Set([408, 429, 502, 503, 504])
