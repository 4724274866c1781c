import { expect, test } from "vitest"
import { shownValues } from "./shown-values.ts"

const values = [
  { name: "seating", about: "data", differs: false },
  { name: "ticketsSold", about: "data", differs: true },
  { name: "item.round", about: "item", differs: false },
  { name: "now", about: "case", differs: true },
  { name: "case.startedBy", about: "case", differs: true },
] as const

const names = (isCompared: boolean, isWhole: boolean) => {
  const { rows, hidden } = shownValues(values, { isCompared, isWhole })
  return [rows.map(({ name, begins }) => (begins ? `* ${name}` : name)), hidden]
}

test("[SHOP10] beside a cornerstone what differs is seen first, alone the data of the case", () => {
  expect([names(true, false), names(false, false), names(true, true)]).toEqual([
    [["* ticketsSold", "seating", "* case.startedBy"], 2],
    [["* seating", "ticketsSold"], 3],
    [["* ticketsSold", "seating", "* item.round", "* now", "case.startedBy"], 0],
  ])
})
