import { useEffect, useRef, useState } from "react"
import { navigate, useLocation } from "../../app/location.tsx"
import type { PageProps } from "../../app/pages.tsx"
import { isWriting } from "../../app/shortcuts.ts"
import { PageHead } from "../../parts/page-head.tsx"
import { useList } from "../../server/ask.ts"
import { useSession } from "../../server/session.tsx"
import { addressOfItem, focusInside } from "./going.ts"
import { ItemPane } from "./item-pane.tsx"
import { nextAfter, stepAlong } from "./item-standing.ts"
import { NothingChosen, NothingToDo } from "./nothing-to-do.tsx"
import { WorkFilterBar } from "./work-filter-bar.tsx"
import { askedFor, filtersOf, isFiltered } from "./work-filters.ts"
import { WorkList } from "./work-list.tsx"
import "./work-page.css"

/** What somebody has to do, or may take, at the left; the one he has chosen at the right. */
export function WorkPage({ parameters }: PageProps) {
  const { me } = useSession()
  const { query } = useLocation()
  const filters = filtersOf(query)
  const asked = { agent: me.agent, ...askedFor(filters, useMinute()), limit: 100 }
  const mine = useList("worklist", { ...asked, mine: true }, { when: filters.show !== "offered" })
  const offered = useList("worklist", { ...asked, mine: false, limit: 50 }, { when: filters.show !== "mine" })
  const rowsOf = (list: typeof mine, isShown: boolean) =>
    (isShown ? (list.data?.pages ?? []) : []).flatMap((page) => page.rows)
  const groups = [
    { title: "With you", list: mine, rows: rowsOf(mine, filters.show !== "offered") },
    { title: "Offered to you", list: offered, rows: rowsOf(offered, filters.show !== "mine") },
  ]
  const ids = groups.flatMap(({ rows }) => rows.map(({ id }) => id))
  const chosen = parameters.item
  const pane = useRef<HTMLDivElement>(null)
  const [isFocusWanted, setFocusWanted] = useState(false)
  const choose = (id: string | undefined, focus = false) => {
    setFocusWanted(focus)
    navigate(addressOfItem(id), { replace: true })
  }
  const keys = useRef<(key: string) => boolean>(() => false)
  keys.current = (key) => {
    if (key === "j" || key === "k") choose(stepAlong(ids, chosen, key === "j" ? 1 : -1))
    else if (key === "Enter" && chosen !== undefined && document.activeElement?.closest("button, a") === null)
      focusInside(pane.current)
    else return false
    return true
  }
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return
      if (isWriting(event.target)) {
        if (event.key === "Escape") (event.target as HTMLElement).blur()
        return
      }
      if (keys.current(event.key)) event.preventDefault()
    }
    addEventListener("keydown", pressed)
    return () => removeEventListener("keydown", pressed)
  }, [])
  const isEmpty =
    ids.length === 0 && groups.every(({ list, rows }) => rows.length === 0 && !list.isPending && !list.isError)
  const isNothing = isEmpty && !isFiltered(filters) && filters.show === undefined
  return (
    <div className="work">
      <PageHead title="Work" />
      {isNothing && chosen === undefined ? (
        <NothingToDo />
      ) : (
        <div className="work-sides">
          <section className="work-left" aria-label="Worklist">
            <WorkFilterBar filters={filters} rows={groups.flatMap(({ rows }) => rows)} />
            <WorkList
              groups={groups}
              chosen={chosen}
              isEmpty={isEmpty}
              isFiltered={isFiltered(filters)}
              onChoose={choose}
            />
          </section>
          <div className="work-right" ref={pane}>
            {chosen === undefined ? (
              <NothingChosen first={ids[0]} onBegin={(id) => choose(id, true)} />
            ) : (
              <ItemPane
                key={chosen}
                id={chosen}
                isFocusWanted={isFocusWanted}
                hasNext={nextAfter(ids, chosen) !== undefined}
                onNext={() => choose(nextAfter(ids, chosen), true)}
              />
            )}
          </div>
        </div>
      )}
    </div>
  )
}

/** The time, as far as filters care. */
function useMinute(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
