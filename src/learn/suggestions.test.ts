import fc from "fast-check"
import { expect, test } from "vitest"
import { bindingsOf } from "../exceptions/context.ts"
import { compileExpression, isExpression, type Vocabulary } from "../expressions/expression.ts"
import type { Context } from "../messages/context.ts"
import type { JsonObject } from "../messages/json.ts"
import { ruleVocabulary } from "../model/vocabulary.ts"
import { momentBetween, roundBetween, roundNear } from "./between.ts"
import { sideBySide } from "./side-by-side.ts"
import { suggestions } from "./suggestions.ts"

const context = (names: JsonObject, more: Partial<Context> = {}): Context => ({
  names,
  results: {},
  counts: {},
  rounds: {},
  past: {},
  ...more,
})

const vocabulary: Vocabulary = {
  ...ruleVocabulary({ variables: new Map() }),
  names: {
    ...ruleVocabulary({ variables: new Map() }).names,
    amount: "number",
    limit: "number",
    kind: "string",
    urgent: "boolean",
    due: "timestamp",
    tags: { list: "string" },
    buyer: { object: { name: "string", age: "number" } },
  },
}

function suggested(here: Context, there?: Context, lookedAt: readonly string[] = []) {
  return suggestions({
    values: sideBySide(here, there),
    here: bindingsOf(here),
    there: there && bindingsOf(there),
    vocabulary,
    lookedAt: new Set(lookedAt),
  })
}
const conditions = (...asked: Parameters<typeof suggested>) => suggested(...asked).map((each) => each.if)

test("[LEARN18] of a number: a round one between, the number itself", () => {
  expect(suggested(context({ amount: 120 }), context({ amount: 900 }))).toEqual([
    { if: "amount < 500", why: "amount is 120 here and 900 there; 500 lies between" },
    { if: "amount <= 120", why: "amount is 120 here and 900 there" },
    { if: "amount == 120", why: "amount is 120 here and 900 there" },
  ])
  expect(conditions(context({ amount: 19_500 }), context({ amount: 18_000 }))).toEqual([
    "amount > 19000",
    "amount >= 19500",
    "amount == 19500",
  ])
})

test("[LEARN18] of texts, truths, moments, lists and what is missing", () => {
  const here = context({ kind: "vip", urgent: true, due: "2026-08-15", tags: ["fragile", "cold"] })
  const there = context({ kind: "plain", urgent: false, due: "2026-03-01", tags: ["cold"], buyer: { name: "ann" } })
  expect(suggested(here, there)).toEqual([
    { if: "!has(buyer)", why: 'buyer has no value here; there it is {"name":"ann"}' },
    {
      if: 'due >= timestamp("2026-08-01")',
      why: 'due is "2026-08-15" here and "2026-03-01" there; "2026-08-01" lies between',
    },
    { if: 'kind == "vip"', why: 'kind is "vip" here and "plain" there' },
    { if: '"fragile" in tags', why: '"fragile" is in tags here, and not there' },
    { if: "urgent", why: "urgent is true here and false there" },
    { if: 'due == "2026-08-15"', why: 'due is "2026-08-15" here and "2026-03-01" there' },
    { if: 'kind != "plain"', why: 'kind is "vip" here and "plain" there' },
    { if: "size(tags) > 1", why: "tags has 2 here and 1 there" },
    { if: 'due != "2026-03-01"', why: 'due is "2026-08-15" here and "2026-03-01" there' },
  ])
  expect(conditions(there, here).slice(0, 4)).toEqual([
    "has(buyer)",
    'due < timestamp("2026-08-01")',
    'kind == "plain"',
    '!("fragile" in tags)',
  ])
})

test("[LEARN18] what rules look at already comes first, two numbers of it as parts of one another", () => {
  const here = context({ kind: "a", amount: 60, limit: 100 })
  const there = context({ kind: "b", amount: 90, limit: 100 })
  expect(conditions(here, there, ["amount", "limit"])).toEqual([
    "amount < limit * 0.7",
    "amount < 70",
    'kind == "a"',
    "amount <= 60",
    'kind != "b"',
    "amount == 60",
  ])
  expect(conditions(here, undefined, ["amount", "limit"]).slice(0, 2)).toEqual([
    "amount >= limit * 0.6",
    "amount <= limit * 0.6",
  ])
})

test("[LEARN18] data before what was done, and what tells nothing not at all", () => {
  const flow = { results: { check: "bad" }, counts: { check: 3 } }
  const here = context(
    { urgent: true, done: ["check"], now: "2026-01-05T09:00:00Z", item: { id: "i1", data: { urgent: true } } },
    flow,
  )
  const there = context(
    { urgent: false, done: [], now: "2026-01-06T09:00:00Z", item: { id: "i2", data: { urgent: false } } },
    { results: { check: "good" }, counts: { check: 1 } },
  )
  expect(conditions(here, there)).toEqual([
    "urgent",
    '"check" in done',
    'result("check") == "bad"',
    'count("check") > 2',
    "size(done) > 0",
    'result("check") != "good"',
    'count("check") >= 3',
    'count("check") == 3',
  ])
})

test("[LEARN18] two contexts that do not differ leave nothing to suggest", () => {
  expect(suggested(context({ amount: 1 }), context({ amount: 1 }))).toEqual([])
})

const values = fc.record(
  {
    amount: fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
    limit: fc.integer({ min: -5, max: 5 }),
    kind: fc.oneof(fc.constantFrom("a", "b", ""), fc.string()),
    urgent: fc.boolean(),
    due: fc
      .date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true })
      .map((date) => date.toISOString()),
    tags: fc.array(fc.oneof(fc.constantFrom("x", "y"), fc.string()), { maxLength: 4 }),
    buyer: fc.record({ name: fc.constantFrom("ann", "bob"), age: fc.nat(9) }, { requiredKeys: [] }),
    event: fc.dictionary(fc.string({ minLength: 1 }), fc.oneof(fc.integer(), fc.string(), fc.boolean()), {
      maxKeys: 3,
    }),
  },
  { requiredKeys: [] },
)

test("[LEARN18] each compiles, is true here and false there, whatever the two contexts are", () => {
  fc.assert(
    fc.property(values, fc.option(values, { nil: undefined }), (one, other) => {
      const here = context(one as JsonObject)
      const there = other && context(other as JsonObject)
      for (const { if: source } of suggested(here, there, ["amount", "limit"])) {
        const compiled = compileExpression(source, vocabulary, "boolean")
        if (!isExpression(compiled)) throw new Error(`${source} does not compile`)
        expect(compiled.evaluate(bindingsOf(here))).toEqual({ ok: true, value: true })
        if (there) expect(compiled.evaluate(bindingsOf(there))).toEqual({ ok: true, value: false })
      }
    }),
  )
})

test("[LEARN18] two data that differ are told apart by something", () => {
  const plain = fc.record({ amount: fc.integer(), kind: fc.constantFrom("a", "b", "c"), urgent: fc.boolean() })
  fc.assert(
    fc.property(plain, plain, (one, other) => {
      fc.pre(JSON.stringify(one) !== JSON.stringify(other))
      expect(suggested(context(one), context(other)).length).toBeGreaterThan(0)
    }),
  )
})

test("[LEARN18] a round number lies between, and near", () => {
  expect(
    [
      [3, 9],
      [18_000, 19_500],
      [0.48, 0.52],
      [-7, 12],
      [99, 100],
      [0, 1e-7],
    ].map(([low = 0, high = 0]) => roundBetween(low, high)),
  ).toEqual([5, 19_000, 0.5, 0, 100, 1e-7])
  fc.assert(
    fc.property(
      fc.double({ noNaN: true, min: -1e9, max: 1e9 }),
      fc.double({ noNaN: true, min: 1e-6, max: 1e9 }),
      (low, more) => {
        fc.pre(low + more > low)
        const found = roundBetween(low, low + more)
        expect(found > low && found <= low + more).toBe(true)
      },
    ),
  )
  expect([18_000, 120, 80, -120, 0, 0.9].map((number) => [roundNear(number, "down"), roundNear(number, "up")])).toEqual(
    [
      [15_000, 20_000],
      [100, 150],
      [80, 80],
      [-150, -100],
      [0, 0],
      [0.9, 0.9],
    ],
  )
  const between = (low: string, high: string) => momentBetween(Date.parse(low), Date.parse(high))
  expect([
    between("2025-05-05", "2026-08-15"),
    between("2026-08-15T08:00:00Z", "2026-08-15T10:30:00Z"),
    between("2026-08-15T10:10:00Z", "2026-08-15T10:30:00Z"),
  ]).toEqual(["2026-01-01", "2026-08-15T10:00:00Z", "2026-08-15T10:30:00.000Z"])
})
