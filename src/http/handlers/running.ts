import { asFamilyId } from "../../messages/ids.ts"
import type { HandlersOf } from "../handler.ts"
import { given, refused, told } from "./answers.ts"

/** What a server knows of itself. */
export interface ServerFacts {
  readonly version: string
  /** The kind of its store. */
  readonly store: string
  readonly startedAt: number
}

export function running(facts: ServerFacts): HandlersOf<"server" | "counts" | "quarantined" | "release"> {
  return {
    async server(_, { desk: { engine } }) {
      return given({ ...facts, now: engine.clock.now(), position: await engine.lastPosition() })
    },

    async counts(_, { desk }) {
      const closed = desk.closedEverywhere(["administer"])
      return closed ? refused(closed) : given(await desk.engine.counts())
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
