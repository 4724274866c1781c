import { expect, test } from "vitest"
import { askedFor, filtersOf, isFiltered } from "./work-filters.ts"

test("[WLIST8] the address says which part of a worklist is looked at, and what makes no sense is left aside", () => {
  const whole = filtersOf(new URLSearchParams("show=mine&process=order&task=pay&due=today&text=a%20b&order=age"))
  expect([whole, filtersOf(new URLSearchParams("show=all&due=never&order=priority&text=%20&process="))]).toEqual([
    { show: "mine", process: "order", task: "pay", due: "today", text: "a b", order: "age" },
    {},
  ])
  expect([isFiltered(whole), isFiltered({ show: "mine", order: "due" })]).toEqual([true, false])
})

test("[WLIST8] what is late is asked for by whole minutes, what is due by the end of days", () => {
  const now = new Date(2026, 7, 15, 10, 20, 30).getTime()
  const before = (due: "overdue" | "today" | "week") => askedFor({ due }, now).dueBefore
  expect([before("overdue"), before("today"), before("week")]).toEqual([
    new Date(2026, 7, 15, 10, 20).getTime(),
    new Date(2026, 7, 16).getTime(),
    new Date(2026, 7, 22).getTime(),
  ])
})
