import { expect, test } from "vitest"
import { occasions } from "./occasions.ts"

test("[SHOP17] whoever comes from no case is offered what rules can be asked about in the process", () => {
  const node = { id: "1", title: "Wash it", task: "wash" }
  const offered = (nodes: Parameters<typeof occasions>[0]["nets"][number]["nodes"]) =>
    occasions({ nets: [{ name: "", nodes, edges: [] }] }).map(({ on, steps }) => [on, steps.length])
  const start = { id: "0", kind: "start", title: "start" } as const
  expect(offered([start, { ...node, kind: "task" }])).toEqual([
    ["itemPre", 1],
    ["itemPost", 1],
    ["casePre", 0],
    ["casePost", 0],
    ["exception", 0],
  ])
  expect(offered([start, { ...node, kind: "task", isNominated: true }])).toContainEqual(["select", 1])
  expect(offered([start]).map(([on]) => on)).toEqual(["casePre", "casePost", "exception"])
})
