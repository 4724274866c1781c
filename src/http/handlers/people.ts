import type { Refusal } from "../../api/problems.ts"
import { parseMoment } from "../../expressions/time.ts"
import { rowHas } from "../../runtime/worklists.ts"
import type { ItemRow, WorklistPlace } from "../../store/port.ts"
import type { HandlersOf } from "../handler.ts"
import { listed } from "../listing.ts"
import { absentProcess, absentTask } from "./absent.ts"
import { actOf, given, refused, told } from "./answers.ts"
import { itemShown, mayLookAt } from "./item-rows.ts"

export const people: HandlersOf<"organisation" | "organisationChanges" | "grant" | "worklist" | "whoCan" | "may"> = {
  async organisation(_, { desk }) {
    const closed = desk.closedEverywhere(["see"])
    return closed ? refused(closed) : given({ rows: desk.engine.organisation() })
  },

  async organisationChanges({ kind, name }, { desk }) {
    const closed = desk.closedEverywhere(["see"])
    if (closed) return refused(closed)
    const of = { ...(kind !== undefined && { kind }), ...(name !== undefined && { name }) }
    return given({ rows: await desk.engine.organisationChanges(of) })
  },

  async grant(input, asking) {
    const closed = asking.desk.closedEverywhere(["administer"])
    if (closed) return refused(closed)
    const { agent, capabilities, until } = input
    const act = { ...actOf(input, asking), ...(until !== undefined && { until }) }
    return told(await asking.desk.engine.grant(agent, capabilities, act), () => ({}))
  },

  async worklist(asked, { desk, turn }) {
    const rights = asked.agent === desk.agent ? (["do", "see"] as const) : (["see"] as const)
    const closed = desk.closed(rights)
    if (closed) return refused(closed)
    const { agent, process, task, priority, order, dueBefore, mine, text } = asked
    const due = typeof dueBefore === "string" ? parseMoment(dueBefore) : dueBefore
    if (dueBefore !== undefined && due === undefined) return refused(noMoment("dueBefore", dueBefore))
    const query = {
      ...(process !== undefined && { process }),
      ...(task !== undefined && { task }),
      ...(priority !== undefined && { priority }),
      ...(order !== undefined && { order }),
      ...(due !== undefined && { dueBefore: due }),
      ...(mine !== undefined && { mine }),
    }
    const seesAll = desk.mayOne(rights)
    const { titleOf } = desk.engine
    const isShown = async (row: ItemRow) =>
      (text === undefined || rowHas(text, row, titleOf)) && (seesAll || (await mayLookAt(desk, row, rights)))
    const page = await listed({
      turn,
      name: `worklist ${order ?? "priority"}`,
      asked,
      read: (after: WorklistPlace | undefined, limit) =>
        desk.engine.worklist(agent, { ...query, limit, ...(after && { after }) }),
      placeOf: ({ id, priority: rank, dueAt, enabledAt }) => ({
        id,
        priority: rank,
        enabledAt,
        ...(dueAt !== undefined && { dueAt }),
      }),
      isPlace: isWorklistPlace,
      // A text is looked for here, where a page looks through so many rows and no more.
      ...((!seesAll || text !== undefined) && { isShown }),
    })
    return page.ok ? given({ ...page.value, rows: page.value.rows.map((row) => itemShown(desk.engine, row)) }) : page
  },

  async whoCan({ process, task, version }, { desk }) {
    const isThere =
      desk.mayOne(["see", "intervene"], { process }) && desk.engine.process(process, version) !== undefined
    if (!isThere) return refused(absentProcess(process))
    const found = desk.engine.whoCan(process, task, version)
    return found ? given(found) : refused(absentTask(process, task))
  },

  async may({ agent, right, process, unit }, { desk }) {
    const closed = agent === desk.agent ? undefined : desk.closedEverywhere(["see"])
    if (closed) return refused(closed)
    const where = { ...(process !== undefined && { process }), ...(unit !== undefined && { unit }) }
    return given({ may: agent === desk.agent ? desk.may(right, where) : desk.engine.may(agent, right, where) })
  },
}

function isWorklistPlace(value: unknown): value is WorklistPlace {
  const place = value as Partial<Record<keyof WorklistPlace, unknown>> | null
  return (
    typeof place === "object" &&
    typeof place?.id === "string" &&
    typeof place.priority === "number" &&
    typeof place.enabledAt === "number" &&
    (place.dueAt === undefined || typeof place.dueAt === "number")
  )
}

export function noMoment(field: string, given: string | number): Refusal {
  return {
    code: "REQUEST_INVALID",
    message: `\`${field}\` is not a moment: ${given}`,
    remedy: "Write it as in 2026-12-24T09:00:00Z, or in milliseconds since 1970",
    fields: [{ field, code: "NO_MOMENT", message: "not a moment" }],
  }
}
