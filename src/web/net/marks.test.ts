import { expect, test } from "vitest"
import type { Drawing } from "../../model/drawing.ts"
import { activitiesToOpen, type Marks, withTroubleInside } from "./marks.ts"

const drawing: Drawing = {
  process: "order",
  version: 1,
  nets: [
    { name: "", nodes: [{ id: "a", kind: "activity", title: "A", task: "a", opens: "a" }], edges: [] },
    { name: "a", nodes: [{ id: "b", kind: "activity", title: "B", task: "b", opens: "b" }], edges: [] },
    { name: "b", nodes: [{ id: "c", kind: "task", title: "C", task: "c" }], edges: [] },
  ],
}

test("[NETV3] trouble inside an activity is told on it and on all around it", () => {
  const marks: Marks = new Map([["c", { tone: "ready" as const, trouble: 2 }]])
  expect(Object.fromEntries(withTroubleInside(marks, drawing))).toEqual({
    a: { tone: "idle", troubleInside: 2 },
    b: { tone: "idle", troubleInside: 2 },
    c: { tone: "ready", trouble: 2 },
  })
})

test("[NETV4] activities in which something goes on, or went wrong, are drawn open", () => {
  const marks = withTroubleInside(new Map([["c", { tone: "ready" as const, trouble: 1 }]]), drawing)
  expect([activitiesToOpen(drawing, marks), activitiesToOpen(drawing, new Map())]).toEqual([
    new Set(["a", "b"]),
    new Set(),
  ])
})
