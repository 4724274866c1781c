import { expect, test } from "vitest"
import { alikeIn, headline, type InterventionRow, isOverdue } from "./alike.ts"

const row = (id: string, at: string, more: Partial<InterventionRow> = {}): InterventionRow => ({
  id,
  family: "f",
  case: "f",
  process: "order",
  at,
  class: "Late",
  text: `Late at ${at}`,
  openedAt: 0,
  open: true,
  ...more,
})

test("[OPS5] questions about the same class at the same place are together, in the order of the first of each", () => {
  const rows = [row("1", "pay"), row("2", "ship"), row("3", "pay"), row("4", "pay", { process: "other" })]
  expect(alikeIn(rows).map(({ at, process, rows: alike }) => [process, at, alike.map(({ id }) => id)])).toEqual([
    ["order", "pay", ["1", "3"]],
    ["order", "ship", ["2"]],
    ["other", "pay", ["4"]],
  ])
})

test("[OPS5] what is about no exception is alike where the same is asked", () => {
  const asked = (id: string, text: string): InterventionRow => {
    const { class: _, ...rest } = row(id, "pay", { text })
    return rest
  }
  const groups = alikeIn([asked("1", "How much?"), asked("2", "Who?"), asked("3", "How much?")])
  expect(groups.map(({ rows }) => rows.map(({ id }) => id))).toEqual([["1", "3"], ["2"]])
})

test("[OPS5] what is answered is not overdue", () => {
  expect([
    isOverdue(row("1", "pay", { dueAt: 5 }), 5),
    isOverdue(row("1", "pay", { dueAt: 6 }), 5),
    isOverdue(row("1", "pay", { dueAt: 5, open: false }), 5),
    isOverdue(row("1", "pay"), 5),
  ]).toEqual([true, false, false, false])
})

test("[OPS5] what was reported is called as it was reported, anything else by its class and place", () => {
  const storm = row("1", "pay", { class: "Unforeseen", text: "Unforeseen at pay: A storm comes" })
  const flood = { ...storm, id: "2", text: "Unforeseen at pay: A flood comes" }
  expect([storm, row("3", "pay", { text: "Late at pay: by 2 days" })].map((row) => headline(row))).toEqual([
    "A storm comes",
    "Late at “Pay”",
  ])
  expect(alikeIn([storm, flood]).length).toBe(2)
})
