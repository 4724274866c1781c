import { expect, test } from "vitest"
import { taskMarks } from "./task-marks.ts"

test("[OPS8] a step of the net shows how many items stand there, how many are held, and what went wrong", () => {
  const marks = taskMarks([
    { task: "pay", items: { offered: 3, started: 1 }, held: 0, exceptions: 0 },
    { task: "ship", items: { offered: 2 }, held: 1, exceptions: 1 },
    { task: "bill", items: {}, held: 0, exceptions: 0 },
  ])
  expect([...marks]).toEqual([
    [
      "pay",
      {
        tone: "busy",
        counts: [
          { tone: "ready", count: 3, word: "offered" },
          { tone: "busy", count: 1, word: "started" },
        ],
      },
    ],
    [
      "ship",
      {
        tone: "trouble",
        counts: [
          { tone: "ready", count: 2, word: "offered" },
          { tone: "held", count: 1, word: "held" },
        ],
        trouble: 1,
      },
    ],
    ["bill", { tone: "idle", counts: [] }],
  ])
})
