import { asCaseId, asFamilyId } from "../../messages/ids.ts"
import type { StalledRow } from "../../runtime/stalled-list.ts"
import { cursorInvalid, cursorOf, placeIn } from "../cursor.ts"
import type { HandlersOf } from "../handler.ts"
import { isText } from "../listing.ts"
import { given, refused, told } from "./answers.ts"

const watching = ["see", "intervene"] as const

/** How many cases one request looks at, at most, to fill a page. */
const mostLooked = 2_000

/** What a server knows of itself. */
export interface ServerFacts {
  readonly version: string
  /** The kind of its store. */
  readonly store: string
  readonly startedAt: number
}

export function running(facts: ServerFacts): HandlersOf<"server" | "counts" | "stalled" | "quarantined" | "release"> {
  return {
    async server(_, { desk: { engine } }) {
      return given({ ...facts, now: engine.clock.now(), position: await engine.lastPosition() })
    },

    async counts(_, { desk }) {
      const closed = desk.closedEverywhere(["administer"])
      return closed ? refused(closed) : given(await desk.engine.counts())
    },

    async stalled({ after, limit = 100 }, { desk, turn }) {
      const closed = desk.closed(watching)
      if (closed) return refused(closed)
      const place = after === undefined ? undefined : placeIn("stalled", after)
      if (after !== undefined && !isText(place)) return refused(cursorInvalid)
      const seesAll = desk.mayOne(watching)
      const rows: StalledRow[] = []
      let next = isText(place) ? asCaseId(place) : undefined
      let looked = 0
      do {
        const found = await desk.engine.stalled({ limit, ...(next && { after: next }) })
        rows.push(...found.rows.filter(({ process }) => desk.mayOne(watching, { process })))
        next = found.next
        looked += limit
        await turn()
      } while (next && !seesAll && rows.length < limit && looked < mostLooked)
      // Cases the caller may not see neither end a page nor appear in its cursor: they could be counted.
      const last = !seesAll && rows.length >= limit ? rows.at(-1)?.case : undefined
      return given({ rows, ...(next && { next: cursorOf("stalled", last ?? next) }) })
    },

    async quarantined(_, { desk }) {
      const closed = desk.closedEverywhere(["administer"])
      return closed ? refused(closed) : given({ rows: await desk.engine.quarantined() })
    },

    async release({ family }, { desk }) {
      const closed = desk.closedEverywhere(["administer"])
      return closed ? refused(closed) : told(await desk.engine.release(asFamilyId(family), desk.act({})), () => ({}))
    },
  }
}
