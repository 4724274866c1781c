import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { foreignSource } from "../../src/interchange/foreign-source.ts"
import { ELEMENTS } from "../../src/interchange/wqm/elements.ts"
import { writeWqm } from "../../src/interchange/wqm/write-wqm.ts"
import type { Json, JsonObject } from "../../src/messages/json.ts"
import { readBundle, readBundleValues } from "../../src/model/bundle.ts"
import { isList, isMap } from "../../src/model/read-value.ts"
import { wqmBundle } from "../language/random-wqm.ts"
import { byTheSchema } from "../language/xsd.ts"
import { seed } from "../seed.ts"

const often = {
  seed,
  numRuns: Number(process.env.RUNS ?? 300),
  interruptAfterTimeLimit: Number(process.env.LIMIT ?? 5_000),
} as const

const read = (text: string) => readBundle([{ name: "a.wqm.xml", text }], foreignSource)
const errorsIn = (text: string) => read(text).findings.filter(({ severity }) => severity === "error")

describe("a bundle of nothing but what WQM has words for", () => {
  test("[WQM8] written and read again is the same; written once more, byte for byte", () => {
    fc.assert(
      fc.property(wqmBundle, (bundle) => {
        const given = readBundleValues([bundle])
        expect(given.findings.filter(({ severity }) => severity === "error")).toEqual([])
        const { text, findings } = writeWqm(given)
        expect(findings).toEqual([])
        const again = read(text)
        expect(again.findings.filter(({ severity }) => severity === "error")).toEqual([])
        expect(again.documents).toEqual([bundle])
        expect(writeWqm(again)).toEqual({ text, findings: [] })
      }),
      often,
    )
  })

  test("[WQM8] said in other words is written the same", () => {
    fc.assert(
      fc.property(wqmBundle, (bundle) => {
        expect(writeWqm(readBundleValues([inOtherWords(bundle)])).text).toBe(writeWqm(readBundleValues([bundle])).text)
      }),
      often,
    )
  })

  test("[WQM10] is written as the schema says", () => {
    fc.assert(
      fc.property(wqmBundle, (bundle) => {
        expect(byTheSchema(writeWqm(readBundleValues([bundle])).text)).toEqual([])
      }),
      often,
    )
  })
})

describe("a document with something wrong in it", () => {
  const written = wqmBundle.map((bundle) => writeWqm(readBundleValues([bundle])).text)

  test("[WQM7] is read to its end, whatever stands in it, and what is told stands in the text", () => {
    const sign = fc.constantFrom(
      "<",
      ">",
      "/",
      '"',
      "'",
      "&",
      ";",
      "=",
      " ",
      "\u0000",
      "\n",
      "<!--",
      "]]>",
      "<![CDATA[",
      "<?",
      "<!DOCTYPE a>",
      "x",
    )
    const change = fc.tuple(fc.nat(), fc.nat(20), fc.oneof(sign, fc.constant(""), fc.string({ maxLength: 5 })))
    fc.assert(
      fc.property(written, fc.array(change, { minLength: 1, maxLength: 5 }), (text, changes) => {
        const changed = changes.reduce((before, [at, length, instead]) => {
          const start = at % (before.length + 1)
          return before.slice(0, start) + instead + before.slice(start + length)
        }, text)
        const lines = changed.split(/\r\n?|\n/)
        for (const { place, message, remedy } of read(changed).findings) {
          expect(place.file).toBe("a.wqm.xml")
          expect(lines[(place.line ?? 0) - 1]).toBeDefined()
          expect((place.column ?? 0) - 1).toBeLessThanOrEqual(lines[(place.line ?? 0) - 1]?.length ?? -1)
          expect([message, remedy]).not.toContain("")
        }
        if (byTheSchema(changed) !== "no XML") return
        expect(errorsIn(changed)).not.toEqual([])
      }),
      often,
    )
  })

  test("[WQM10] is wrong by the schema and to us alike", () => {
    const words = fc.constantFrom(
      ...Object.keys(ELEMENTS),
      ...Object.values(ELEMENTS).flatMap(({ attributes }) => Object.keys(attributes)),
      "wfl",
      "x y",
      "1",
      "true",
    )
    const shift = fc.record({
      at: fc.nat(),
      to: fc.nat(),
      word: words,
      kind: fc.constantFrom("rename", "drop", "move", "value", "attribute"),
    })
    fc.assert(
      fc.property(written, fc.array(shift, { minLength: 1, maxLength: 3 }), (text, shifts) => {
        const changed = shifts.reduce((before, each) => shifted(before, each), text)
        const bySchema = byTheSchema(changed)
        const codes = errorsIn(changed).map(({ code }) => code)
        // Whatever we take is right by the schema, and what is right by the schema has the right shape for us.
        if (codes.length === 0) expect(bySchema).toEqual([])
        if (bySchema.length === 0) expect(codes.filter((code) => SHAPE.has(code))).toEqual([])
      }),
      often,
    )
  })
})

/** The codes of what a schema can say. */
const SHAPE = new Set([
  "NOT_WQM",
  "UNKNOWN_ELEMENT",
  "MISPLACED_ELEMENT",
  "MISSING_ELEMENT",
  "UNKNOWN_ATTRIBUTE",
  "MISSING_ATTRIBUTE",
  "STRAY_TEXT",
  "NOT_ALLOWED",
  "BAD_NAME",
])

interface Shift {
  readonly at: number
  readonly to: number
  readonly word: string
  readonly kind: string
}

/** A line is an element, or its end: small changes that leave most of it well formed. */
function shifted(text: string, { at, to, word, kind }: Shift): string {
  const lines = text.split("\n")
  const index = 1 + (at % Math.max(1, lines.length - 2))
  const line = lines[index] ?? ""
  const rest = lines.filter((_, other) => other !== index)
  switch (kind) {
    case "rename":
      return lines.with(index, line.replace(/<(\w+)/, `<${word}`)).join("\n")
    case "drop":
      return lines.with(index, line.replace(/ \w+=("[^"]*"|'[^']*')/, "")).join("\n")
    case "value":
      return lines.with(index, line.replace(/=("[^"]*"|'[^']*')/, `="${word}"`)).join("\n")
    case "attribute":
      return lines.with(index, line.replace(/<(\w+)/, `<$1 ${word}="true"`)).join("\n")
    default:
      return rest.toSpliced(1 + (to % Math.max(1, rest.length - 1)), 0, line).join("\n")
  }
}

/** The same meaning, written as people might: long forms for short ones, lists for sequences, trees for lists of rules. */
function inOtherWords({ processes = [], exlets = {}, rules = [] }: JsonObject): JsonObject {
  return {
    processes: listOf(processes).map(processInOtherWords),
    exlets: eachOf(exlets, (exlet) => (isList(exlet) ? { steps: exlet } : exlet)),
    rules: listOf(rules).map(asTree),
  }
}

function processInOtherWords(process: JsonObject): JsonObject {
  const { data, flow = [], ...rest } = process
  const types = data && eachOf(data, (type) => (typeof type === "string" ? { type } : type))
  return { ...rest, ...(types && { data: types }), flow: blockInOtherWords(flow) }
}

/** Also of lists of blocks, and of the cases of a choice. */
function blockInOtherWords(block: Json): Json {
  if (isList(block)) return block.map(blockInOtherWords)
  if (!isMap(block)) return block
  if (block.sequence === null && block.title === undefined) return blockInOtherWords(block.do ?? [])
  const { task, worker, ...rest } = block
  if (task !== undefined && worker === task) return { program: task, ...rest }
  const inside = (key: string, part: Json) =>
    ["do", "branches", "cases", "otherwise"].includes(key) ? blockInOtherWords(part) : part
  return Object.fromEntries(Object.entries(block).map(([key, part]) => [key, inside(key, part)]))
}

function asTree(list: JsonObject): JsonObject {
  const nodes = listOf(list.first ?? [])
  const [first] = nodes
  if (nodes.some(({ on }) => on !== first?.on)) return list
  return {
    at: list.at ?? null,
    on: first?.on ?? null,
    tree: nodes.map(({ on: _, ...node }) => ({ if: true, ...node })),
  }
}

function listOf(list: Json): readonly JsonObject[] {
  return isList(list) ? list.filter(isMap) : []
}

function eachOf(map: Json, change: (part: Json) => Json): JsonObject {
  return isMap(map) ? Object.fromEntries(Object.entries(map).map(([key, part]) => [key, change(part)])) : {}
}
