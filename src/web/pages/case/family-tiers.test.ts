import { expect, test } from "vitest"
import { familyTiers } from "./family-tiers.ts"

const member = (id: string, parent?: string) => ({
  id,
  process: `p-${id}`,
  state: "running",
  held: false,
  ...(parent !== undefined && { parent }),
})

test("[CASEV1] a family is told as cases, the exlets that run for each, and the worklets of each exlet", () => {
  const run = { id: "r1", exlet: "move", case: "a", at: "show", worklets: ["b"] }
  const [a, b, c, d] = [member("a"), member("b", "a"), member("c", "a"), member("d", "b")]
  expect(familyTiers("a", [a, b, c, d], [run])).toEqual([
    {
      member: a,
      runs: [{ run, worklets: [{ member: b, runs: [], others: [{ member: d, runs: [], others: [] }] }] }],
      others: [{ member: c, runs: [], others: [] }],
    },
  ])
})

test("[CASEV1] cases started under one case number stand beside each other, each with its own worklets", () => {
  const [a, b, c, lost] = [member("a"), member("b"), member("c", "b"), member("d", "absent")]
  expect(familyTiers("a", [a, b, c, lost], [])).toEqual([
    { member: a, runs: [], others: [{ member: lost, runs: [], others: [] }] },
    { member: b, runs: [], others: [{ member: c, runs: [], others: [] }] },
  ])
})
