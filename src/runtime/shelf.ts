import type { FamilyId } from "../messages/ids.ts"
import type { LoadedFamily } from "./families.ts"
import { sizeOf } from "./take-snapshot.ts"

/** Families in memory, as many as there is room for: the ones not used for longest go first. */
export class Shelf<Kept extends LoadedFamily> {
  readonly #room: number
  readonly #kept = new Map<FamilyId, { readonly family: Kept; readonly weight: number }>()
  #weight = 0

  constructor(room: number) {
    this.#room = room
  }

  /** It counts as used. */
  get(id: FamilyId): Kept | undefined {
    const found = this.#kept.get(id)
    if (found === undefined) return undefined
    // Maps keep the order of insertion: the last used is the last.
    this.#kept.delete(id)
    this.#kept.set(id, found)
    return found.family
  }

  has(id: FamilyId): boolean {
    return this.#kept.has(id)
  }

  put(family: Kept): void {
    const { id } = family.state
    const weight = 1 + sizeOf(family)
    this.drop(id)
    this.#kept.set(id, { family, weight })
    this.#weight += weight
    for (const oldest of this.#kept.keys()) {
      if (this.#weight <= this.#room || oldest === id) return
      this.drop(oldest)
    }
  }

  drop(id: FamilyId): void {
    const found = this.#kept.get(id)
    if (found === undefined) return
    this.#kept.delete(id)
    this.#weight -= found.weight
  }
}
