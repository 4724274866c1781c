import type { DeliveryRow } from "../store/outbox.ts"
import { Carrier, type CarrierParts } from "./carrier.ts"
import type { Channel } from "./channel.ts"

/** One carrier for each channel, so that a slow one holds up no other. */
export class Carriers {
  readonly #carriers: ReadonlyMap<string, Carrier>

  constructor(channels: readonly Channel[], parts: CarrierParts) {
    this.#carriers = new Map(channels.map((channel) => [channel.name, new Carrier(channel, parts)]))
    if (this.#carriers.size < channels.length) throw new Error("two channels have the same name")
  }

  get isBusy(): boolean {
    for (const carrier of this.#carriers.values()) if (carrier.isBusy) return true
    return false
  }

  has(channel: string): boolean {
    return this.#carriers.has(channel)
  }

  /** Also for what an engine that went down has left. */
  wakeAll(): void {
    for (const carrier of this.#carriers.values()) carrier.wake()
  }

  noteCommitted(deliveries: readonly DeliveryRow[]): void {
    for (const { channel } of deliveries) this.#carriers.get(channel)?.wake()
  }

  async stop(grace: number): Promise<void> {
    await Promise.all([...this.#carriers.values()].map((carrier) => carrier.stop(grace)))
  }

  abandon(): void {
    for (const carrier of this.#carriers.values()) carrier.abandon()
  }
}
