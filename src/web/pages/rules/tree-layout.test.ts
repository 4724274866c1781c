import { expect, test } from "vitest"
import { layOutTree, litPath } from "./tree-layout.ts"

test("[SHOP4] exceptions stand right of their rule, what is asked otherwise below it and them", () => {
  // 1 has the exceptions 2 (itself with 3) and 4; 5 is asked where 1 does not hold.
  const { places, edges, columns, rows } = layOutTree([
    { node: 1, branch: "true" },
    { node: 2, parent: 1, branch: "true" },
    { node: 3, parent: 2, branch: "true" },
    { node: 4, parent: 2, branch: "false" },
    { node: 5, parent: 1, branch: "false" },
  ])
  expect([...places.values()]).toEqual([
    { node: 1, column: 0, row: 0 },
    { node: 2, column: 1, row: 0 },
    { node: 3, column: 2, row: 0 },
    { node: 4, column: 1, row: 1 },
    { node: 5, column: 0, row: 2 },
  ])
  expect(edges).toEqual([
    { from: 1, to: 2, branch: "true" },
    { from: 2, to: 3, branch: "true" },
    { from: 2, to: 4, branch: "false" },
    { from: 1, to: 5, branch: "false" },
  ])
  expect({ columns, rows }).toEqual({ columns: 3, rows: 3 })
})

test("[SHOP4] no two rules stand in one place, however the tree grew", () => {
  // A list of ten, each with two exceptions below each other.
  const nodes = Array.from({ length: 10 }, (_, index) => [
    { node: index * 3 + 1, branch: "false" as const, ...(index > 0 && { parent: index * 3 - 2 }) },
    { node: index * 3 + 2, parent: index * 3 + 1, branch: "true" as const },
    { node: index * 3 + 3, parent: index * 3 + 2, branch: "false" as const },
  ]).flat()
  const { places } = layOutTree(nodes)
  expect(new Set([...places.values()].map(({ column, row }) => `${column} ${row}`)).size).toBe(30)
})

test("[SHOP5] a walk lights up the rules it looked at, the lines between them and the one that answered", () => {
  const lit = litPath({
    path: [
      { node: 1, outcome: "held" },
      { node: 2, outcome: "did not hold" },
      { node: 4, outcome: "failed" },
    ],
    answer: 1,
  })
  expect(lit).toEqual({
    nodes: new Map([
      [1, "held"],
      [2, "did not hold"],
      [4, "failed"],
    ]),
    edges: new Set(["1>2", "2>4"]),
    answer: 1,
  })
})
