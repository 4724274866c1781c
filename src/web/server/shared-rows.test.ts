import { expect, test } from "vitest"
import { sharedRows } from "./shared-rows.ts"

test("[OPS13] of a list that has got a row on top only the rows that have changed are others", () => {
  const before = {
    pages: [
      {
        rows: [
          { id: "a", held: false },
          { id: "b", held: false },
        ],
      },
    ],
    pageParams: [1],
  }
  const after = {
    pages: [{ rows: [{ id: "new" }, { id: "a", held: false }] }, { rows: [{ id: "b", held: true }] }],
    pageParams: [1, 2],
  }
  const shared = sharedRows(before, after) as typeof after
  expect(shared).toEqual(after)
  const [first, second] = shared.pages
  expect([first?.rows[1] === before.pages[0]?.rows[0], second?.rows[0] === before.pages[0]?.rows[1]]).toEqual([
    true,
    false,
  ])
})

test("[OPS13] of a list that is as it was nothing is another", () => {
  const before = { pages: [{ rows: [{ id: "a", held: false }], next: "b" }], pageParams: [1] }
  expect([
    sharedRows(before, structuredClone(before)) === before,
    sharedRows(before, { ...before, pages: [{ rows: [{ id: "a", held: false }] }] }) === before,
    sharedRows(undefined, before) === before,
  ]).toEqual([true, false, true])
})
