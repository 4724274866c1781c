import { expect, test } from "vitest"
import { ruleMatrix, rulesByProcess } from "./rule-matrix.ts"

const tree = (on: string, at: string, rules: number, handler = "") => ({
  key: `${on} ${at}${handler && `#${handler}`}`,
  on,
  at,
  nodes: Array.from({ length: rules }),
})

const trees = [
  tree("Timeout", "claim/pay", 2),
  tree("itemPre", "claim/pay", 3),
  tree("Timeout", "claim", 1),
  tree("Timeout", "claim", 1, "tell"),
  tree("done(B3)", "claim/gone", 1),
  tree("Timeout", "everywhere", 1),
  tree("Timeout", "other", 4),
  tree("casePre", "claim", 0),
]

test("[SHOP1] rules are told by what they stand on and where, in the order of the process", () => {
  const steps = [
    { name: "check", title: "Check it" },
    { name: "pay", title: "Pay it" },
  ]
  expect(ruleMatrix(trees, "claim", steps)).toEqual({
    places: [
      { title: "The whole case" },
      { task: "check", title: "Check it" },
      { task: "pay", title: "Pay it" },
      { task: "gone", title: "gone" },
    ],
    lines: [
      {
        on: "itemPre",
        kind: "checkpoint",
        title: "Before an item",
        cells: [[], [], [{ key: "itemPre claim/pay", rules: 3 }], []],
      },
      {
        on: "Timeout",
        kind: "exception",
        title: "Timeout",
        cells: [
          [
            { key: "Timeout claim", rules: 1 },
            { key: "Timeout claim#tell", rules: 1, handler: "tell" },
          ],
          [],
          [{ key: "Timeout claim/pay", rules: 2 }],
          [],
        ],
      },
      {
        on: "done(B3)",
        kind: "happening",
        title: "B3 is done",
        cells: [[], [], [], [{ key: "done(B3) claim/gone", rules: 1 }]],
      },
    ],
    rules: 8,
  })
})

test("[SHOP1] of a process with many steps only those with rules are told", () => {
  const steps = Array.from({ length: 40 }, (_, index) => ({ name: `t${index}`, title: `T ${index}` }))
  const { places } = ruleMatrix([tree("Timeout", "big/t7", 1)], "big", steps)
  expect(places).toEqual([{ title: "The whole case" }, { task: "t7", title: "T 7" }])
})

test("[SHOP1] what belongs to no process is counted apart", () => {
  expect([...rulesByProcess(trees)]).toEqual([
    ["claim", 8],
    [undefined, 1],
    ["other", 4],
  ])
})
