import { expect, test } from "vitest"
import { entriesFor, mapOf, nameProblem } from "./expression-entries.ts"

test("[SHOP11] a name that is on its way to another takes nothing away", () => {
  const typed = [
    ["seat", "1"],
    ["seat", "2"],
  ] as const
  expect([mapOf(typed), entriesFor(typed, { seat: "1" })]).toEqual([{ seat: "1" }, typed])
  expect(nameProblem(typed)).toBe("“seat” stands here twice; only the first counts.")
  const done = [typed[0], ["seating", "2"]] as const
  expect([mapOf(done), nameProblem(done)]).toEqual([{ seat: "1", seating: "2" }, undefined])
  expect(entriesFor(done, { other: "3" })).toEqual([["other", "3"]])
})
