import { expect, test } from "vitest"
import { caseQuery, readFilters } from "./case-filters.ts"

const now = Date.UTC(2026, 0, 31, 10, 30)
const asked = (address: string) => caseQuery(readFilters(new URLSearchParams(address)), now)

test("[OPS7] the address says which cases are looked at, the newest first", () => {
  expect(asked("")).toEqual({ order: "newest" })
  expect(asked("process=order&version=2&state=running&standing=trouble&exception=Late&where=amount > 5")).toEqual({
    process: "order",
    version: 2,
    state: "running",
    trouble: true,
    exception: "Late",
    where: "amount > 5",
    order: "newest",
  })
})

test("[OPS7] what makes no sense in an address is left out", () => {
  expect(asked("version=2&state=odd&standing=odd&age=odd&task=pay&where= ")).toEqual({ order: "newest" })
})

test("[OPS7] age is counted from the hour", () => {
  expect([asked("age=today"), asked("age=older")]).toEqual([
    { startedAfter: Date.UTC(2026, 0, 30, 10), order: "newest" },
    { startedBefore: Date.UTC(2026, 0, 1, 10), order: "newest" },
  ])
})

test("[OPS7] a step of the net is a condition beside the one that was written", () => {
  const isThere = '"pay" in ready || "pay" in executing || "pay" in suspended'
  expect(asked("process=order&task=pay").where).toBe(isThere)
  expect(asked("process=order&task=pay&where=a || b").where).toBe(`(a || b) && (${isThere})`)
})
