import { expect, test } from "vitest"
import { changeWords } from "./change-words.ts"

test("[SHOP7] every change of a tree is told in a line", () => {
  expect(
    [
      { kind: "replaced", nodes: [{ id: 1, if: "true" }] },
      { kind: "added", under: 0, branch: "except", node: { id: 1, if: "a > 1" } },
      { kind: "added", under: 1, branch: "except", node: { id: 2, if: "a > 1" } },
      { kind: "added", under: 2, branch: "else", node: { id: 3, if: "b" } },
      { kind: "removed", node: 3 },
      { kind: "undone", version: 4 },
    ].map(changeWords),
  ).toEqual([
    "The whole tree was deployed, 1 rule",
    "Rule 1 was learnt: if a > 1",
    "Rule 2 was learnt as an exception to rule 1: if a > 1",
    "Rule 3 was learnt for where rule 2 does not hold: if b",
    "Rule 3 was removed",
    "Version 4 was taken back",
  ])
})
