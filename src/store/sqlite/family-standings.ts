import type { DatabaseSync } from "node:sqlite"
import type { Entry } from "../../messages/events.ts"
import type { FamilyId } from "../../messages/ids.ts"
import { type ReadOne, readingOne } from "./statements.ts"

/** Where families stand. Nobody else writes, so what was written last need not be looked up. */
export class FamilyStandings {
  readonly #known = new Map<FamilyId, number>()
  readonly #read: ReadOne<{ standing: number }>

  constructor(database: DatabaseSync) {
    this.#read = readingOne(
      database,
      "SELECT version + size - 1 AS standing FROM entries WHERE family_id = ? ORDER BY version DESC LIMIT 1",
    )
  }

  of(family: FamilyId): number {
    return this.#known.get(family) ?? this.#read(family)?.standing ?? 0
  }

  note(entries: readonly Entry[]): void {
    if (this.#known.size > mostKnown) this.#known.clear()
    for (const { family, version, events } of entries) this.#known.set(family, version + events.length - 1)
  }

  /** They are not there any more. */
  forget(families: readonly FamilyId[]): void {
    for (const family of families) this.#known.delete(family)
  }
}

const mostKnown = 20_000
