import { useList } from "../../server/ask.ts"
import type { CaseView } from "./case-page.tsx"
import type { ItemView } from "./item-summary.tsx"

export interface CaseItems {
  readonly items: readonly ItemView[]
  /** Asks for the next page; absent if there is none. */
  readonly more?: () => void
  readonly isBusy: boolean
}

/** Returns the items of a case that its view shows, or page by page what it leaves out; of one task where one is named. */
export function useCaseItems(view: CaseView, task?: string): CaseItems {
  const isLeftOut = view.more?.items !== undefined
  const input = { case: view.id, limit: 200, ...(task !== undefined && { task }) }
  const list = useList("caseItems", input, { of: view.family, when: isLeftOut })
  const shown = task === undefined ? view.items : view.items.filter((item) => item.task === task)
  if (!isLeftOut || list.data === undefined) return { items: shown, isBusy: isLeftOut }
  const items = list.data.pages.flatMap(({ rows }) => rows)
  return {
    items,
    isBusy: list.isFetchingNextPage,
    ...(list.hasNextPage && { more: () => void list.fetchNextPage() }),
  }
}
