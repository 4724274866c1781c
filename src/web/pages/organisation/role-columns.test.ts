import { expect, test } from "vitest"
import { type Entry, factsOf } from "./organisation-facts.ts"
import { columnsOf, tiedTo } from "./role-columns.ts"

const entry = (kind: string, name: string, source: Entry["source"]): Entry => ({
  ...{ kind, name, source },
  ...{ version: 1, at: 0, by: "administrator" },
})
const facts = factsOf([
  entry("role", "approver", { is: "clerk", has: "sign" }),
  entry("role", "clerk", {}),
  entry("agent", "bob", { roles: "approver" }),
  entry("agent", "ann", { roles: "clerk", capabilities: "weld" }),
])

test("[PROC8] people, roles and capabilities stand side by side, tied to each other", () => {
  expect(columnsOf(facts)).toEqual({
    spots: [
      { key: "agent ann", column: 0, row: 0, title: "Ann" },
      { key: "agent bob", column: 0, row: 1, title: "Bob" },
      { key: "role clerk", column: 1, row: 0, title: "Clerk" },
      { key: "role approver", column: 1, row: 1, title: "Approver" },
      { key: "capability weld", column: 2, row: 0, title: "Weld" },
      { key: "capability sign", column: 2, row: 1, title: "Sign" },
    ],
    ties: [
      { from: "agent ann", to: "role clerk" },
      { from: "agent ann", to: "capability weld" },
      { from: "agent bob", to: "role approver" },
      { from: "role approver", to: "role clerk" },
      { from: "role approver", to: "capability sign" },
    ],
    rows: 2,
    left: 0,
  })
  expect(columnsOf(facts, 1)).toMatchObject({ left: 1 })
})

test("[PROC8] whatever is chosen shows what it leads to and what leads to it", () => {
  expect([...tiedTo("agent bob", facts, 0)].toSorted()).toEqual([
    ...["agent bob", "capability sign", "role approver", "role clerk"],
  ])
  expect([...tiedTo("role clerk", facts, 0)].toSorted()).toEqual([
    ...["agent ann", "agent bob", "role approver", "role clerk"],
  ])
  expect([...tiedTo("capability sign", facts, 0)].toSorted()).toEqual([
    ...["agent bob", "capability sign", "role approver"],
  ])
})
