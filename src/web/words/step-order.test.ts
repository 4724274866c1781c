import { expect, test } from "vitest"
import type { DrawnNode } from "../../model/drawing.ts"
import { nodesInOrder } from "./step-order.ts"

test("[SHOP1] what is inside of an activity comes behind it, however deep", () => {
  const node = (id: string, opens?: string): DrawnNode => ({ id, kind: "task", title: id, ...(opens && { opens }) })
  const nets = [
    { name: "", nodes: [node("a"), node("b", "b"), node("e")], edges: [] },
    { name: "c", nodes: [node("d")], edges: [] },
    { name: "b", nodes: [node("c", "c")], edges: [] },
    { name: "lost", nodes: [node("f")], edges: [] },
  ]
  expect(nodesInOrder({ nets }).map(({ id }) => id)).toEqual(["a", "b", "c", "d", "e", "f"])
})
