import { expect, test } from "vitest"
import type { Output } from "../../../client.ts"
import { nextAfter } from "../../parts/use-next.ts"
import { actionsAt, fieldsToFill, heldLast, isFillable, standingOf, stepAlong } from "./item-standing.ts"

const item: Output<"item"> = {
  ...{ id: "f.i1", case: "f", process: "order", task: "pay", kind: "work", status: "offered", held: false },
  ...{
    holds: [],
    incarnation: 1,
    instances: [],
    attempt: 0,
    enabledAt: 0,
    data: {},
    form: { fields: [] },
    revision: 1,
  },
}

test("[WLIST9] an item says how it stands to whoever looks: free, his, somebody else's, or over", () => {
  expect([
    standingOf(item, "ann"),
    standingOf({ ...item, status: "started", agent: "ann" }, "ann"),
    standingOf({ ...item, status: "started", agent: "bob" }, "ann"),
    standingOf({ ...item, status: "completed", agent: "bob", endedAt: 5 }, "ann"),
    standingOf({ ...item, kind: "program" }, "ann"),
  ]).toEqual([
    { is: "free" },
    { is: "mine" },
    { is: "taken", by: "bob" },
    { is: "over", as: "completed", by: "bob" },
    { is: "other" },
  ])
})

test("[WLIST9] what can be done with an item depends on how it stands, and with what is held nobody can do anything", () => {
  expect([
    actionsAt(item, "ann"),
    actionsAt({ ...item, status: "allocated", agent: "ann" }, "ann"),
    actionsAt({ ...item, status: "started", agent: "ann" }, "ann"),
    actionsAt({ ...item, status: "started", agent: "ann", held: true }, "ann"),
    actionsAt({ ...item, status: "started", agent: "bob" }, "ann"),
    actionsAt({ ...item, status: "completed", endedAt: 5 }, "ann"),
  ]).toEqual([
    ["complete", "start", "take", "decline", "raise"],
    ["complete", "start", "decline", "handBack", "delegate", "raise"],
    ["complete", "save", "handBack", "delegate", "raise"],
    ["raise"],
    ["raise"],
    [],
  ])
})

test("[WLIST9] what an item does not read need not be filled in, though it is required: the case has a value of it", () => {
  const field = { title: "A", type: "string", required: true, readOnly: false } as const
  const fields = [
    { ...field, name: "read" },
    { ...field, name: "unread" },
    { ...field, name: "shown", readOnly: true },
  ]
  expect(fieldsToFill({ ...item, form: { fields }, data: { read: "x", shown: "y" } })).toEqual([
    { ...field, name: "read" },
    { ...field, name: "unread", required: false },
  ])
})

test("[WLIST10] once an item is gone from the list, what was below it comes, and held items are last", () => {
  const before = ["a", "b", "c", "d"]
  expect([
    nextAfter(["a", "c", "d"], "b", before),
    nextAfter(["a", "d", "e"], "b", before),
    nextAfter(["e"], "d", before),
    nextAfter([], "d", before),
  ]).toEqual(["c", "d", "e", undefined])
  const rows = [true, false, true, false].map((held, at) => ({ held, at }))
  expect(heldLast(rows).map(({ at }) => at)).toEqual([1, 3, 0, 2])
  const held = { ...item, status: "started", agent: "ann", held: true }
  expect([isFillable(item, "ann"), isFillable(held, "ann"), isFillable({ ...item, agent: "bob" }, "ann")]).toEqual([
    ...[true, false, false],
  ])
})

test("[WLIST10] after an item comes the one below it, and from the end the first; keys stop at the ends", () => {
  const ids = ["a", "b", "c"]
  expect([nextAfter(ids, "a"), nextAfter(ids, "c"), nextAfter(ids, "gone"), nextAfter(["a"], "a")]).toEqual([
    ...["b", "a", "a", undefined],
  ])
  expect([
    stepAlong(ids, undefined, 1),
    stepAlong(ids, "a", 1),
    stepAlong(ids, "c", 1),
    stepAlong(ids, "a", -1),
    stepAlong([], "a", 1),
  ]).toEqual(["a", "b", "c", "a", undefined])
})
