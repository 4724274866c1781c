import type { ItemId } from "../messages/ids.ts"

/** Until when leases last that were prolonged by word, so that an alarm that was already ringing does not end one. */
export class ProlongedLeases {
  readonly #leases = new Map<ItemId, { readonly attempt: number; readonly until: number }>()
  #enough = smallest

  note(item: ItemId, attempt: number, until: number, now: number): void {
    this.#leases.set(item, { attempt, until })
    if (this.#leases.size < this.#enough) return
    for (const [id, lease] of this.#leases) if (lease.until <= now) this.#leases.delete(id)
    this.#enough = Math.max(smallest, 2 * this.#leases.size)
  }

  lasts(item: ItemId, attempt: number, now: number): boolean {
    const lease = this.#leases.get(item)
    return lease?.attempt === attempt && lease.until > now
  }
}

const smallest = 1000
