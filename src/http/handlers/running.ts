import { asCaseId, asFamilyId } from "../../messages/ids.ts"
import { cursorInvalid, cursorOf, placeIn } from "../cursor.ts"
import type { HandlersOf } from "../handler.ts"
import { isText } from "../listing.ts"
import { given, refused, told } from "./answers.ts"

const watching = ["see", "intervene"] as const

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

    async stalled({ after, limit = 100 }, { desk }) {
      const closed = desk.closed(watching)
      if (closed) return refused(closed)
      const place = after === undefined ? undefined : placeIn("stalled", after)
      if (after !== undefined && !isText(place)) return refused(cursorInvalid)
      const from = isText(place) ? { after: asCaseId(place) } : {}
      const { rows, next } = await desk.engine.stalled({ limit, ...from })
      const shown = rows.filter(({ process }) => desk.mayOne(watching, { process }))
      return given({ rows: shown, ...(next && { next: cursorOf("stalled", next) }) })
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
