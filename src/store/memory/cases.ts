import type { CaseId } from "../../messages/ids.ts"
import { isOpen } from "../open-exceptions.ts"
import type { CaseQuery, ExceptionRow, ListedCase } from "../port.ts"
import type { MemoryDisk } from "./disk.ts"
import { byCaseOrder, isCaseOf } from "./selection.ts"

/** Cases as people look for them, each with how much is open there. */
export function casesOf(disk: MemoryDisk, query: CaseQuery): readonly ListedCase[] {
  const { trouble, exception } = query
  const exceptions = Map.groupBy(openExceptions(disk), (row) => row.case)
  const interventions = openQuestions(disk)
  return [...disk.cases.values()]
    .filter((row) => isCaseOf(query, row))
    .map((row) => ({
      ...row,
      exceptions: exceptions.get(row.id)?.length ?? 0,
      interventions: interventions.get(row.id) ?? 0,
    }))
    .filter((row) => trouble === undefined || isInTrouble(row) === trouble)
    .filter(({ id }) => exception === undefined || exceptions.get(id)?.some((each) => each.class === exception))
    .sort(byCaseOrder(query.order))
    .slice(0, query.limit)
}

export const isInTrouble = ({ exceptions, interventions }: Pick<ListedCase, "exceptions" | "interventions">) =>
  exceptions + interventions > 0

export function openExceptions({ exceptions }: MemoryDisk): readonly ExceptionRow[] {
  return [...exceptions.values()].filter(({ state }) => isOpen(state))
}

function openQuestions({ interventions }: MemoryDisk): ReadonlyMap<CaseId, number> {
  const counts = new Map<CaseId, number>()
  for (const { case: id, open } of interventions.values()) if (open) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}
