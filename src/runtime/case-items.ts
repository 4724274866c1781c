import { type Family, isLive } from "../engine/family.ts"
import { HoldIndex } from "../engine/holds.ts"
import { type CaseId, type ItemId, numberOf } from "../messages/ids.ts"
import type { Process } from "../model/net.ts"
import { type CaseItem, caseItem, itemsOf } from "./views.ts"

export interface CaseItemQuery {
  readonly after?: ItemId
  /** 200 unless set. */
  readonly limit?: number
  readonly task?: string
  /** Only live ones; false: only those that have ended. */
  readonly live?: boolean
}

/** Returns a page of a case's items as its view has them: the live ones and of each task the newest that has ended, oldest first. */
export function caseItems(
  family: Family,
  id: CaseId,
  find: (process: string, version: number) => Process | undefined,
  { after, limit = 200, task, live }: CaseItemQuery,
): readonly CaseItem[] {
  const found = family.cases.get(id)
  const process = found && find(found.process, found.version)
  if (process === undefined) return []
  const last = after === undefined ? -1 : numberOf(after)
  const items = itemsOf(family, id).filter(
    (item) =>
      numberOf(item.id) > last &&
      (task === undefined || item.task === task) &&
      (live === undefined || isLive(item) === live),
  )
  const page = items.sort((one, other) => numberOf(one.id) - numberOf(other.id)).slice(0, limit)
  const holds = new HoldIndex(family, process, id)
  return page.map((item) => caseItem(family, item, process, holds.on(item)))
}
