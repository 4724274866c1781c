import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { compileExpression, isExpression } from "../../src/expressions/expression.ts"
import { foreignSource } from "../../src/interchange/foreign-source.ts"
import { ELEMENTS } from "../../src/interchange/wqm/elements.ts"
import { celOf } from "../../src/interchange/wqm/esp-formula.ts"
import { writeWqm } from "../../src/interchange/wqm/write-wqm.ts"
import type { Json, JsonObject } from "../../src/messages/json.ts"
import { readBundle, readBundleValues } from "../../src/model/bundle.ts"
import { isList, isMap } from "../../src/model/read-value.ts"
import { vocabularyOf } from "../../src/model/vocabulary.ts"
import { wqmBundle } from "../language/random-wqm.ts"
import { byTheSchema } from "../language/xsd.ts"
import { seed } from "../seed.ts"
import { assertInTime } from "./in-time.ts"

const often = {
  seed,
  numRuns: Number(process.env.RUNS ?? 300),
  limit: Number(process.env.LIMIT ?? 5_000),
} as const

const read = (text: string) => readBundle([{ name: "a.wqm.xml", text }], foreignSource)
const errorsIn = (text: string) => read(text).findings.filter(({ severity }) => severity === "error")

describe("a bundle of nothing but what WQM has words for", () => {
  test("[WQM8] written and read again is the same; written once more, byte for byte", () => {
    assertInTime(
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
    assertInTime(
      fc.property(wqmBundle, (bundle) => {
        expect(writeWqm(readBundleValues([inOtherWords(bundle)])).text).toBe(writeWqm(readBundleValues([bundle])).text)
      }),
      often,
    )
  })

  test("[WQM10] is written as the schema says", () => {
    assertInTime(
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
    assertInTime(
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
    assertInTime(
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

/** A formula over five tasks, their states and one number. */
type Formula =
  | { readonly kind: "in"; readonly task: string; readonly state: string }
  | { readonly kind: "subset"; readonly tasks: readonly string[]; readonly state: string }
  | { readonly kind: "compare"; readonly sign: string; readonly number: number }
  | { readonly kind: "not"; readonly of: Formula }
  | { readonly kind: "and" | "or"; readonly left: Formula; readonly right: Formula }

const states = ["notReady", "ready", "executing", "suspended", "done", "aborted"] as const
const tasks = ["A", "B2", "re-check", "wf1/C", "D"] as const

const { formula } = fc.letrec<{ formula: Formula }>((tie) => ({
  formula: fc.oneof(
    { maxDepth: 5 },
    fc.record({ kind: fc.constant("in" as const), task: fc.constantFrom(...tasks), state: fc.constantFrom(...states) }),
    fc.record({
      kind: fc.constant("subset" as const),
      tasks: fc.subarray([...tasks]),
      state: fc.constantFrom(...states),
    }),
    fc.record({
      kind: fc.constant("compare" as const),
      sign: fc.constantFrom("=", "≠", "<", "≤", ">", "≥"),
      number: fc.integer({ min: -2, max: 2000 }),
    }),
    fc.record({ kind: fc.constant("not" as const), of: tie("formula") }),
    fc.record({ kind: fc.constantFrom("and" as const, "or" as const), left: tie("formula"), right: tie("formula") }),
  ),
}))

const strength = { or: 1, and: 2, not: 3, in: 4, subset: 4, compare: 4 } as const

/** With no more brackets than are needed, in the signs of the logicians or in words. */
function written(each: Formula, isInWords: boolean): string {
  const inside = (part: Formula, least: number) => {
    const text = written(part, isInWords)
    return strength[part.kind] < least ? `(${text})` : text
  }
  const sign = (word: string, logical: string) => (isInWords ? ` ${word} ` : logical)
  switch (each.kind) {
    case "in":
      return `${each.task}${sign("in", "∈")}${isInWords ? each.state.toUpperCase() : each.state}`
    case "subset":
      return `{${each.tasks.join(", ")}}${sign("subset of", "⊆")}${each.state === "notReady" && isInWords ? "not ready" : each.state}`
    case "compare":
      return `budget ${each.sign} ${each.number >= 1000 ? each.number.toLocaleString("en-US") : each.number}`
    case "not":
      return `${isInWords ? "not " : "¬"}${inside(each.of, strength.not)}`
    default:
      return `${inside(each.left, strength[each.kind])}${sign(each.kind, each.kind === "and" ? "∧" : "∨")}${inside(each.right, strength[each.kind])}`
  }
}

const comparisons: Readonly<Record<string, (one: number, other: number) => boolean>> = {
  "=": (one, other) => one === other,
  "≠": (one, other) => one !== other,
  "<": (one, other) => one < other,
  "≤": (one, other) => one <= other,
  ">": (one, other) => one > other,
  "≥": (one, other) => one >= other,
}

interface World {
  readonly states: Readonly<Record<string, readonly string[]>>
  readonly budget: number
}

function holds(each: Formula, world: World): boolean {
  switch (each.kind) {
    case "in":
      return world.states[each.state]?.includes(each.task) ?? false
    case "subset":
      return each.tasks.every((task) => world.states[each.state]?.includes(task))
    case "compare":
      return comparisons[each.sign]?.(world.budget, each.number) ?? false
    case "not":
      return !holds(each.of, world)
    case "and":
      return holds(each.left, world) && holds(each.right, world)
    case "or":
      return holds(each.left, world) || holds(each.right, world)
  }
}

describe("a formula in the notation of ESP", () => {
  const world: fc.Arbitrary<World> = fc
    .record({
      places: fc.array(fc.constantFrom(...states), { minLength: tasks.length, maxLength: tasks.length }),
      budget: fc.integer({ min: -2, max: 2000 }),
    })
    .map(({ places, budget }) => ({
      budget,
      states: Object.fromEntries(states.map((state) => [state, tasks.filter((_, index) => places[index] === state)])),
    }))

  test("[WQM5] means in CEL what it says", () => {
    const vocabulary = vocabularyOf(
      new Map([["budget", { kind: "scalar", type: "number", required: false, path: [] }]]),
      new Map(),
    )
    assertInTime(
      fc.property(formula, fc.boolean(), world, (each, isInWords, around) => {
        const translated = celOf(written(each, isInWords))
        if (!translated.ok) throw new Error(`${written(each, isInWords)}: ${translated.message}`)
        const expression = compileExpression(translated.cel, vocabulary, "boolean")
        if (!isExpression(expression)) throw new Error(`${translated.cel}: ${JSON.stringify(expression)}`)
        const value = (name: string) => (name === "budget" ? around.budget : [...(around.states[name] ?? [])])
        expect(expression.evaluate({ value })).toEqual({ ok: true, value: holds(each, around) })
      }),
      often,
    )
  })

  test("[WQM7] is understood or not, whatever it is", () => {
    const sign = fc.constantFrom(
      "A",
      "in",
      "∈",
      "done",
      "{",
      "}",
      "(",
      ")",
      ",",
      "+",
      "-",
      "not",
      "∧",
      "or",
      "'x'",
      "3",
      "$",
      ".",
      "result",
      " ",
      "subset",
      "of",
      "é",
      "=",
    )
    assertInTime(
      fc.property(
        fc.oneof(
          fc.array(sign, { maxLength: 15 }).map((signs) => signs.join(" ")),
          fc.string({ unit: "binary" }),
        ),
        (text) => {
          const translated = celOf(text, "x")
          if (!translated.ok) expect(translated.at).toBeLessThanOrEqual(text.length)
          else
            for (let index = 0; index < translated.cel.length; index++)
              expect(translated.origin(index)).toBeLessThanOrEqual(text.length)
        },
      ),
      often,
    )
  })
})
