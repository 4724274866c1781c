import { expect, test } from "vitest"
import { readBundle, readBundleValues } from "./bundle.ts"
import { EMPTY_REPERTOIRE } from "./repertoire.ts"

const mistakes = [
  {
    title: "[DEF21] a document is a map of known words",
    text: `
      - a
      ---
      proces: p
      flo: []
      ---
      proces: p
      flow: [{task: 3}]
      ---
      ---
      rules: []
      exlets: {}
      exceptions: {}
      organisation: {}
      constraints: []
      rulez: 1
    `,
    findings: [
      "1:1 WRONG_KIND A document is a list.",
      "3:1 UNKNOWN_KEY The key 'proces' means nothing here.",
      "4:1 UNKNOWN_KEY The key 'flo' means nothing here.",
      "6:1 MISSING_KEY The key 'process' is missing in the process.",
      "6:1 UNKNOWN_KEY The key 'proces' means nothing in the process.",
      "7:15 WRONG_KIND The name of this 'task' cannot be the number 3.",
      "15:1 UNKNOWN_KEY The key 'rulez' means nothing here.",
    ],
  },
]

test.each(mistakes)("$title", ({ text, findings }) => {
  expect(findingsOf(text)).toEqual(findings)
})

test("[DEF22] one process per document, a list of them, or several documents", () => {
  const bundle = readBundle([
    {
      name: "a.yaml",
      text: "process: a\nflow: []\n---\nprocess: b\nflow: []\nprocesses: [ { process: c, flow: [] } ]\n",
    },
    { name: "d.json", text: '{ "process": "d", "flow": [] }' },
    { name: "empty.yaml", text: "" },
  ])
  expect(bundle.findings).toEqual([])
  expect(bundle.definitions.map(({ definition, source, isWhole }) => [definition.name, source, isWhole])).toEqual([
    ["a", { process: "a", flow: [] }, true],
    ["b", { process: "b", flow: [] }, true],
    ["c", { process: "c", flow: [] }, true],
    ["d", { process: "d", flow: [] }, true],
  ])
})

test("[DEF22] the same name of a process twice is told at the second", () => {
  const files = [
    { name: "a.yaml", text: "process: a\nflow: []\n" },
    { name: "b.yaml", text: "title: x\nprocess: a\nflow: []\n" },
  ]
  expect(readBundle(files).findings).toEqual([
    {
      code: "DUPLICATE_PROCESS",
      severity: "error",
      place: { file: "b.yaml", line: 2, column: 10, path: "process" },
      message: "There is already a process 'a', in a.yaml, line 1.",
      remedy: "Rename one of the two.",
    },
  ])
})

test("[REP13] exlets, rules and classes of all files are one repertoire, beside processes or alone", () => {
  const { definitions, repertoire, findings } = readBundle([
    {
      name: "a.yaml",
      text: "process: p\nflow: []\nexlets: { x: [ restart: item ] }\n---\nexlets: { y: [ skip: item ] }\n",
    },
    { name: "b.yaml", text: "rules: [ { on: timeout, at: p, then: x } ]\nexceptions: { Lost: {} }\n" },
  ])
  expect({
    processes: definitions.map(({ definition, source }) => [definition.name, source]),
    exlets: repertoire.exlets.map(({ name, locate, path }) => [name, locate(path).line]),
    trees: repertoire.trees.map(({ on, at, locate, path }) => [on, at, locate(path).file]),
    classes: repertoire.classes.map(({ name }) => name),
    findings,
  }).toEqual({
    processes: [["p", { process: "p", flow: [] }]],
    exlets: [
      ["x", 3],
      ["y", 5],
    ],
    trees: [["Timeout", "p", "b.yaml"]],
    classes: ["Lost"],
    findings: [],
  })
})

test("[REP14] [ESP9] an exlet, a class or a tree defined twice is told at the second, with the place of the first", () => {
  const one = `exlets: { x: [ restart: item ] }
exceptions: { Lost: {} }
rules: [ { on: timeout, at: p, then: x }, { at: p, first: [ { on: Lost, then: x }, { on: Timeout, then: x } ] } ]
`
  const { findings } = readBundle([
    { name: "a.yaml", text: one },
    { name: "b.yaml", text: "exlets: { x: [ skip: item ] }\nexceptions: { Lost: {} }\n" },
  ])
  const join = "Put its rules into that one; entries of one list are each other's else."
  expect(findings).toEqual([
    {
      code: "DUPLICATE_TREE",
      severity: "error",
      place: { file: "a.yaml", line: 3, column: 90, path: "rules[1].first[1].on" },
      message: "There is already a tree on 'Timeout' at 'p', in a.yaml, line 3.",
      remedy: join,
    },
    {
      code: "DUPLICATE_EXLET",
      severity: "error",
      place: { file: "b.yaml", line: 1, column: 11, path: "exlets.x" },
      message: "There is already an exlet 'x', in a.yaml, line 1.",
      remedy: "Rename one of the two.",
    },
    {
      code: "DUPLICATE_CLASS",
      severity: "error",
      place: { file: "b.yaml", line: 2, column: 15, path: "exceptions.Lost" },
      message: "There is already a class 'Lost', in a.yaml, line 2.",
      remedy: "Rename one of the two.",
    },
  ])
})

test("[REP15] reading the source of an exlet or class again gives the same", () => {
  const text = `exlets:
  x: { steps: [ { compensate: [ w, { worklet: v, with: { a: 1 } } ] }, propagate ], solves: true }
exceptions: { Lost: { is: caseTrigger, parameters: { what: string } } }
`
  const { exlets, classes } = readBundle([{ name: "a.yaml", text }]).repertoire
  const stored = {
    exlets: Object.fromEntries(exlets.map(({ name, source }) => [name, source])),
    exceptions: Object.fromEntries(classes.map(({ name, source }) => [name, source])),
  }
  const again = readBundleValues([JSON.parse(JSON.stringify(stored))])
  const plain = ({ locate: _, ...rest }: { locate: unknown }) => rest
  expect(again.findings).toEqual([])
  expect(again.repertoire.exlets.map(plain)).toEqual(exlets.map(plain))
  expect(again.repertoire.classes.map(plain)).toEqual(classes.map(plain))
})

test("[DEF24] stories are left aside", () => {
  const files = ["a.story.yaml", "b/c.story.yml", "d.story.json"].map((name) => ({ name, text: "story: x" }))
  expect(readBundle(files)).toEqual({
    definitions: [],
    documents: [],
    repertoire: EMPTY_REPERTOIRE,
    organisation: [],
    findings: [],
  })
})

test("[DEF25] reading the source again gives the same definition", () => {
  const text = `processes:
  - process: p
    data: { lines: { list: { sku: string } }, n: { type: integer, default: 0 } }
    net: { start: { to: A }, A: { split: xor, to: { B: n > 1, end: otherwise } }, B: { to: end } }
  - &q { process: q, flow: [ { task: a, on: { x: b } }, [ { task: c } ] ], aside: [ { task: b, then: c } ] }
`
  const { definitions, findings } = readBundle([{ name: "p.yaml", text }])
  expect(findings).toEqual([])
  const stored = definitions.map(({ source }) => JSON.parse(JSON.stringify(source)) as unknown)
  const again = readBundleValues(stored)
  expect(again.definitions.map(({ definition, source }) => ({ definition, source }))).toEqual(
    definitions.map(({ definition, source }) => ({ definition, source })),
  )
  const then = "c"
  expect(stored).toEqual([
    {
      process: "p",
      data: { lines: { list: { sku: "string" } }, n: { type: "integer", default: 0 } },
      net: { start: { to: "A" }, A: { split: "xor", to: { B: "n > 1", end: "otherwise" } }, B: { to: "end" } },
    },
    {
      process: "q",
      flow: [{ task: "a", on: { x: "b" } }, [{ task: "c" }]],
      aside: [{ task: "b", then }],
    },
  ])
})

test("[DEF26] a process with an error is given as far as it could be read, and says so", () => {
  const text = "process: p\nflow: [ { task: a, colour: red }, 7, { task: b } ]\n"
  const [process] = readBundle([{ name: "p.yaml", text }]).definitions
  const body = process?.definition.body
  expect([process?.isWhole, body?.form === "flow" && body.flow.map(({ name }) => name)]).toEqual([false, ["a", "b"]])
})

test("[DEF27] of more than two hundred findings in a file the rest is counted", () => {
  const text = `process: p\nflow: []\n${Array.from({ length: 250 }, (_, index) => `x${index}: 1`).join("\n")}\n`
  const { findings } = readBundle([{ name: "p.yaml", text }])
  expect(findings.length).toBe(201)
  expect(findings.at(-1)).toEqual({
    code: "MORE_FINDINGS",
    severity: "error",
    place: { file: "p.yaml", line: 203, column: 1, path: "x200" },
    message: "There are 50 more findings.",
    remedy: "Correct those before first.",
  })
})

test("[DEF31] a bundle of very many tasks, blocks and variables is refused, with the process that is too much", () => {
  const small = { process: "small", flow: [{ task: "a" }] }
  const tasks = Array.from({ length: 19_990 }, (_, index) => ({ task: `t${index}` }))
  const variables = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`v${index}`, "string"]))
  const fits = readBundleValues([{ processes: [small, { process: "large", flow: tasks }] }])
  expect([fits.definitions.length, fits.findings]).toEqual([2, []])
  const { definitions, findings } = readBundleValues([
    { processes: [small, { process: "large", data: variables, flow: tasks }] },
  ])
  expect(definitions).toEqual([])
  expect(findings).toEqual([
    {
      code: "TOO_LARGE",
      severity: "error",
      place: { path: "processes[1]" },
      message: "With the process 'large' there are more than 20000 tasks, blocks and variables.",
      remedy: "Move parts of it into processes of their own, or deploy fewer processes at once.",
    },
  ])
})

function findingsOf(text: string): readonly string[] {
  const yaml = text.replace(/^\n/, "").replace(/^ {6}/gm, "").replace(/ +$/, "")
  return readBundle([{ name: "bundle.yaml", text: yaml }]).findings.map(
    ({ place, code, message }) => `${place.line}:${place.column} ${code} ${message}`,
  )
}
