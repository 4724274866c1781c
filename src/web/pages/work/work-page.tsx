import { useEffect, useRef, useState } from "react"
import { titleOf } from "../../../model/forms.ts"
import { navigate, useLocation } from "../../app/location.tsx"
import type { PageProps } from "../../app/pages.tsx"
import { isWriting } from "../../app/shortcuts.ts"
import { PageHead } from "../../parts/page-head.tsx"
import { useNext } from "../../parts/use-next.ts"
import { useList } from "../../server/ask.ts"
import { useFurther } from "../../server/further.ts"
import { useProcessTitle } from "../../server/process-titles.ts"
import { useSession } from "../../server/session.tsx"
import { addressOfItem, focusInside, isBesideList } from "./going.ts"
import { ItemPane } from "./item-pane.tsx"
import { heldLast, stepAlong } from "./item-standing.ts"
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
    { title: "With you", list: mine, rows: heldLast(rowsOf(mine, filters.show !== "offered")) },
    { title: "Offered to you", list: offered, rows: heldLast(rowsOf(offered, filters.show !== "mine")) },
  ]
  const hasFree = (rows: (typeof groups)[number]["rows"]) => rows.some(({ held }) => !held)
  useFurther(
    mine,
    groups.some(({ rows }) => hasFree(rows)),
    mostPages,
  )
  useFurther(
    offered,
    groups.some(({ rows }) => hasFree(rows)),
    mostPages,
  )
  const rows = groups.flatMap((group) => group.rows)
  const ids = rows.map(({ id }) => id)
  const chosen = parameters.item
  const next = useNext(
    rows.flatMap(({ id, held }) => (held ? [] : [id])),
    chosen,
  )
  const processTitle = useProcessTitle()
  const comes = rows.find(({ id }) => id === next)
  const pane = useRef<HTMLDivElement>(null)
  const [isFocusWanted, setFocusWanted] = useState(false)
  const choose = (id: string | undefined, focus = false) => {
    setFocusWanted(focus)
    navigate(addressOfItem(id), { replace: true })
  }
  useEffect(() => {
    if (chosen === undefined || pane.current === null || isBesideList()) return
    const { top } = pane.current.getBoundingClientRect()
    if (top < 0 || top > innerHeight / 2) pane.current.scrollIntoView({ block: "start" })
  }, [chosen])
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
            <WorkFilterBar filters={filters} rows={rows} />
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
              <NothingChosen first={next} onBegin={choose} />
            ) : (
              <ItemPane
                key={chosen}
                id={chosen}
                isFocusWanted={isFocusWanted}
                next={
                  comes && {
                    title: comes.title ?? titleOf(comes.task),
                    process: comes.processTitle ?? processTitle(comes.process),
                  }
                }
                onNext={(focus) => choose(next, focus)}
              />
            )}
          </div>
        </div>
      )}
    </div>
  )
}

/** Held items alone are no reason to stop looking; so many pages are. */
const mostPages = 5

/** The time, as far as filters care. */
function useMinute(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
