import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { readBundle, readBundleValues } from "./bundle.ts"
import { readSource, sourceOfValue } from "./source.ts"

const mistakes = [
  {
    title: "[DEF4] a key stands once, and what JSON cannot hold is told",
    text: `
      process: p
      data:
        a: { type: number, default: .nan, default: 1 }
        b: { type: any, default: 12345678901234567890 }
        ? [x]
        : string
        c: *nowhere
        d: &d { object: *d }
      flow: []
      flow: []
    `,
    findings: [
      "3:31 NOT_PLAIN This is not a value JSON can hold.",
      "3:37 DUPLICATE_KEY The key 'default' stands here a second time.",
      "4:28 NOT_EXACT This number is too large to be exact.",
      "5:5 BAD_KEY A key must be a plain word.",
      "7:6 BAD_ALIAS There is no anchor '&nowhere' above.",
      "8:19 BAD_ALIAS The alias stands inside its own anchor.",
      "10:1 DUPLICATE_KEY The key 'flow' stands here a second time.",
    ],
  },
  {
    title: "[DEF2] a text that is not well formed is told where",
    text: `
      process: p
      flow: [ {task: a
      title: "x
    `,
    findings: [
      "3:1 BAD_SYNTAX Flow map in block collection must be sufficiently indented and end with a }.",
      "3:1 BAD_SYNTAX Flow sequence in block collection must be sufficiently indented and end with a ].",
      '4:1 BAD_SYNTAX Missing closing "quote.',
    ],
  },
  {
    title: "[DEF2] tags mean nothing",
    text: `
      process: !secret p
      flow: []
    `,
    findings: ["1:10 BAD_SYNTAX Unresolved tag: !secret."],
  },
]

test.each(mistakes)("$title", ({ text, findings }) => {
  expect(findingsOf(text)).toEqual(findings)
})

test.each([
  [
    "several YAML documents",
    "a: 1\n---\nb: [x, 2026-01-05, yes, ~, 0x10]\n",
    [{ a: 1 }, { b: ["x", "2026-01-05", "yes", null, 16] }],
  ],
  ["JSON", '{\n\t"a": {"b": [1, -0, true, null, "\\ud83d\\ude00\\/"]}\n}', [{ a: { b: [1, 0, true, null, "😀/"] } }]],
  ["a version 1.1 directive", "%YAML 1.1\n---\na: 2026-01-05\nb: yes\n", [{ a: "2026-01-05", b: "yes" }]],
  ["aliases", "a: &x [1]\nb: &y [*x]\nc: &x 2\nd: [*y, *x]\n", [{ a: [1], b: [[1]], c: 2, d: [[[1]], 2] }]],
  ["nothing", "", []],
  ["a comment", "# nothing\n", []],
])("[DEF1] %s are read into plain values", (_, text, values) => {
  expect(readSource("f", text).findings).toEqual([])
  expect(readSource("f", text).documents.map(({ value }) => value)).toEqual(values)
})

describe("[DEF3] what is too large is refused with a finding", () => {
  const bomb = ["a0: &a0 [x]", ...Array.from({ length: 30 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`)].join(
    "\n",
  )
  test.each([
    ["a text", "x".repeat(1024 * 1024 + 1), ["undefined TOO_LARGE"]],
    ["nested lists", "[".repeat(100_000), ["1:401 TOO_DEEP"]],
    ["nested dashes", "- ".repeat(100_000), ["1:801 TOO_DEEP"]],
    ["nested dashes without end", "- ".repeat(500_000), ["1:801 TOO_DEEP"]],
    ["more words than anybody writes", "a: b\n".repeat(100_000), ["42858:1 TOO_LARGE"]],
    [
      "errors as far as it goes",
      `[${",".repeat(200_000)}]`,
      Array.from({ length: 20 }, (_, i) => `1:${i + 3} BAD_SYNTAX`),
    ],
    ["aliases that multiply", bomb, ["16:12 TOO_MANY_VALUES"]],
    [
      "aliases that nest",
      ["a0: &a0 x", ...Array.from({ length: 401 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}]`)].join("\n"),
      ["401:14 TOO_DEEP"],
    ],
    ["errors without end", "}".repeat(1000), Array.from({ length: 20 }, (_, i) => `1:${i + 1} BAD_SYNTAX`)],
  ])("[DEF3] %s", (_, text, findings) => {
    const found = readSource("f", text).findings
    expect(
      found.map(
        ({ place, code }) => `${place.line === undefined ? undefined : `${place.line}:${place.column}`} ${code}`,
      ),
    ).toEqual(findings)
  })

  test("[DEF3] a value that contains itself", () => {
    const flow: unknown[] = []
    flow.push(flow, flow)
    const value = { process: "p", flow }
    expect(sourceOfValue(value).findings.map(({ code }) => code)).toContain("TOO_MANY_VALUES")
  })
})

test("[DEF5] keys every JavaScript object has are keys like any other", () => {
  const text = "__proto__: { polluted: true }\nconstructor: 1\n"
  const [document] = readSource("f", text).documents
  expect(Object.entries(document?.value ?? {})).toEqual([
    ["__proto__", { polluted: true }],
    ["constructor", 1],
  ])
  expect(Object.getPrototypeOf(document?.value)).toBe(Object.prototype)
  expect("polluted" in {}).toBe(false)
})

describe("[DEF6] every place can be looked up", () => {
  const text = [
    "process: p",
    "flow:",
    "  - task: a",
    "    cost: 'it''s + 1'",
    '  - { task: b, cost: "a\\tb + x" }',
    "  - task: c",
    "    cost: |",
    "      one +",
    "        two",
    "  - task: d",
    "    cost: one +",
    "      two",
    "  - &x { task: e }",
    "  - *x",
    "",
  ].join("\n")
  const [document] = readSource("f.yaml", text).documents
  test.each([
    ["the whole", [], undefined, "1:1", ""],
    ["a value", ["process"], undefined, "1:10", "process"],
    ["a key", ["process"], "key", "1:1", "process"],
    ["an entry of a list", ["flow", 1], undefined, "5:5", "flow[1]"],
    ["what is not there, by what is around it", ["flow", 0, "needs", "role"], undefined, "3:5", "flow[0].needs.role"],
    ["what an alias stands for", ["flow", 5, "task"], undefined, "13:16", "flow[5].task"],
    ["a part of a text in single quotes", ["flow", 0, "cost"], { start: 7, end: 8 }, "4:20", "flow[0].cost"],
    ["a part of a text in double quotes", ["flow", 1, "cost"], { start: 6, end: 7 }, "5:30", "flow[1].cost"],
    ["a part of a block of text", ["flow", 2, "cost"], { start: 8, end: 11 }, "9:9", "flow[2].cost"],
    ["a part of a text over two lines", ["flow", 3, "cost"], { start: 6, end: 9 }, "12:7", "flow[3].cost"],
    ["a part of what is no text", ["flow", 3], { start: 1, end: 2 }, "10:5", "flow[3]"],
  ] as const)("[DEF6] %s", (_, path, within, at, text) => {
    const place = document?.locate(path, within)
    expect(place).toEqual({
      file: "f.yaml",
      line: Number(at.split(":")[0]),
      column: Number(at.split(":")[1]),
      path: text,
    })
  })

  test("[DEF6] in a value that was never text, a place is a path", () => {
    const [fromValue] = sourceOfValue({ flow: [] }, "request").documents
    expect(fromValue?.locate(["flow", 0, "task"])).toEqual({ file: "request", path: "flow[0].task" })
  })
})

test("[DEF4] a value that was never text is made plain, or told", () => {
  const value = { a: undefined, b: Number.NaN, c: [() => 1, new Date(0)], d: { e: "f" }, g: 10n }
  const { documents, findings } = sourceOfValue(value)
  expect(documents[0]?.value).toEqual({ b: null, c: [null, null], d: { e: "f" }, g: null })
  expect(findings.map(({ code, place }) => `${code} ${place.path}`)).toEqual([
    "NOT_PLAIN b",
    "NOT_PLAIN c[0]",
    "NOT_PLAIN c[1]",
    "NOT_PLAIN g",
  ])
})

describe("[DEF23] reading never throws", () => {
  const words =
    "process: |flow:|net:|task: |- |[|]|{|}|,|&a |*a|\n|  |p|'|\"|#|---\n|data:|list:|!x |? |%|on:|start:|to:|aside:|case".split(
      "|",
    )
  test("[DEF23] on random text", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void readBundle([{ name: "f.yaml", text }])))
  })
  test("[DEF23] on random words of the language", () => {
    const texts = fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((parts) => parts.join(""))
    fc.assert(
      fc.property(texts, (text) => void readBundle([{ name: "f.yaml", text }])),
      { numRuns: 500 },
    )
  })
  test("[DEF23] on random values", () => {
    fc.assert(fc.property(fc.anything(), (value) => void readBundleValues([value])))
  })
  test("[DEF23] on random values under the keys of the language", () => {
    const keys = [
      "process",
      "flow",
      "net",
      "data",
      "aside",
      "on",
      "task",
      "activity",
      "forEach",
      "choice",
      "cases",
      "do",
    ]
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof({ maxDepth: 6 }, fc.jsonValue({ maxDepth: 1 }), tie("list"), tie("map")),
      list: fc.array(tie("tree"), { maxLength: 4 }),
      map: fc.dictionary(
        fc.constantFrom(...keys, "start", "to", "when", "in", "as", "needs", "type", "list"),
        tie("tree"),
      ),
    }))
    fc.assert(
      fc.property(tree, (value) => void readBundleValues([{ process: "p", flow: [value], net: value, data: value }])),
    )
  })
})

function findingsOf(text: string): readonly string[] {
  const yaml = text.replace(/^\n/, "").replace(/^ {6}/gm, "").replace(/ +$/, "")
  return readBundle([{ name: "bundle.yaml", text: yaml }]).findings.map(
    ({ place, code, message }) => `${place.line}:${place.column} ${code} ${message}`,
  )
}
