import { asCaseId, asFamilyId } from "../../messages/ids.ts"
import type { FamilyRecord } from "../../runtime/family-record.ts"
import { cursorInvalid, cursorOf, placeIn } from "../cursor.ts"
import type { HandlersOf } from "../handler.ts"
import { given, refused, told } from "./answers.ts"
import { noMoment } from "./people.ts"
import { momentOf } from "./written-moment.ts"

const administering = ["administer"] as const

export const records: HandlersOf<"records" | "forgetFamilies" | "adoptRecords"> = {
  async records({ endedBefore: written, process, after, limit = 100 }, { desk }) {
    const closed = desk.closedEverywhere(administering)
    if (closed) return refused(closed)
    const endedBefore = momentOf(written)
    if (endedBefore === undefined) return refused(noMoment("endedBefore", written))
    const place = after === undefined ? undefined : placeIn("records", after)
    if (after !== undefined && !isPlace(place)) return refused(cursorInvalid)
    const page = await desk.engine.records({
      endedBefore,
      limit,
      ...(process !== undefined && { process }),
      ...(isPlace(place) && { after: { endedAt: place[0], last: asCaseId(place[1]) } }),
    })
    const { rows, tooLarge, next } = page
    return given({ rows, tooLarge, ...(next && { next: cursorOf("records", [next.endedAt, next.last]) }) })
  },

  async forgetFamilies({ families }, { desk }) {
    const closed = desk.closedEverywhere(administering)
    if (closed) return refused(closed)
    const taken = families.map(({ family, digest }) => ({ family: asFamilyId(family), digest }))
    return told(await desk.engine.forgetFamilies(taken, desk.act({})), (rows) => ({ rows }))
  },

  async adoptRecords(asked, { desk }) {
    const closed = desk.closedEverywhere(administering)
    if (closed) return refused(closed)
    // Checked by the schema: its ids are texts here, and names of their own inside.
    const brought = asked.records as unknown as readonly FamilyRecord[]
    return told(await desk.engine.adoptRecords(brought, desk.act({})), (rows) => ({ rows }))
  },
}

const isPlace = (value: unknown): value is readonly [number, string] =>
  Array.isArray(value) && value.length === 2 && Number.isSafeInteger(value[0]) && typeof value[1] === "string"
