import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { readBundleValues } from "./bundle.ts"
import { describe as inWords, valueTypeOf } from "./data-types.ts"
import { checkValue, initialData } from "./data-values.ts"
import type { DataType } from "./definition.ts"

/** Types as the language writes them. */
function typesOf(data: Record<string, unknown>): ReadonlyMap<string, DataType> {
  const { definitions, findings } = readBundleValues([{ process: "p", data, flow: [] }])
  expect(findings).toEqual([])
  return definitions[0]?.definition.data ?? new Map()
}

function problemsOf(type: unknown, value: unknown): readonly string[] {
  const [[name, read] = []] = [...typesOf({ x: type })]
  return read === undefined || name === undefined
    ? ["no type"]
    : checkValue(read, value, name).map(({ field, code, message }) => `${field} ${code} ${message}`)
}

const lines = { list: { object: { sku: { type: "string", required: true }, qty: { type: "integer", min: 1 } } } }

describe("values are checked against their type", () => {
  test.each([
    ["[DATA1] text", "string", "", []],
    ["[DATA1] a number is no text", "string", 5, ["x WRONG_TYPE x must be text, not 5."]],
    ["[DATA1] a boolean", "boolean", false, []],
    ["[DATA1] text is no boolean", "boolean", "false", ["x WRONG_TYPE x must be true or false, not 'false'."]],
    ["[DATA2] a whole number", "integer", 5, []],
    ["[DATA2] a whole number written as a decimal", "integer", 5.0, []],
    ["[DATA2] a fraction is no whole number", "integer", 5.5, ["x WRONG_TYPE x must be a whole number, not 5.5."]],
    ["[DATA2] a fraction is a number", "number", 5.5, []],
    ["[DATA2] what is not finite is no number", "number", Number.NaN, ["x WRONG_TYPE x must be a number, not NaN."]],
    ["[DATA3] a day", "date", "2028-02-29", []],
    [
      "[DATA3] a day that does not exist",
      "date",
      "2026-02-29",
      ["x WRONG_TYPE x must be a date such as 2026-01-05, not '2026-02-29'."],
    ],
    [
      "[DATA3] a moment is no day",
      "date",
      "2026-01-05T09:00:00Z",
      ["x WRONG_TYPE x must be a date such as 2026-01-05, not '2026-01-05T09:00:00Z'."],
    ],
    ["[DATA3] a moment", "datetime", "2026-01-05T09:00:00.123+01:00", []],
    [
      "[DATA3] a moment without an offset",
      "datetime",
      "2026-01-05T09:00:00",
      ["x WRONG_TYPE x must be a datetime such as 2026-01-05T09:00:00Z, not '2026-01-05T09:00:00'."],
    ],
    [
      "[DATA3] an hour that does not exist",
      "datetime",
      "2026-01-05T24:00:00Z",
      ["x WRONG_TYPE x must be a datetime such as 2026-01-05T09:00:00Z, not '2026-01-05T24:00:00Z'."],
    ],
    ["[DATA3] a duration", "duration", "P1Y2M3W4DT5H6M7.5S", []],
    ["[DATA3] a duration of nothing", "duration", "PT", ["x WRONG_TYPE x must be a duration such as P30D, not 'PT'."]],
    [
      "[DATA3] a negative duration",
      "duration",
      "-P1D",
      ["x WRONG_TYPE x must be a duration such as P30D, not '-P1D'."],
    ],
    ["[DATA4] no value", "string", null, []],
    [
      "[DATA4] no value where one is required",
      { type: "string", required: true },
      null,
      ["x REQUIRED x needs a value."],
    ],
    [
      "[DATA4] nothing at all where a value is required",
      { type: "any", required: true },
      undefined,
      ["x REQUIRED x needs a value."],
    ],
    ["[DATA4] no value in a list", { list: "string" }, ["a", null], ["x[1] REQUIRED x[1] needs a value."]],
    ["[DATA5] too small", { type: "integer", min: 3 }, 2, ["x TOO_SMALL x must be at least 3, not 2."]],
    ["[DATA5] too large", { type: "number", max: 3 }, 3.1, ["x TOO_LARGE x must be at most 3, not 3.1."]],
    ["[DATA5] the bounds themselves", { type: "integer", min: 3, max: 3 }, 3, []],
    [
      "[DATA5] a text too short",
      { type: "string", min: 3 },
      "ab",
      ["x TOO_SMALL x must be at least 3 characters long, not 2."],
    ],
    [
      "[DATA5] a list too long",
      { list: "any", max: 1 },
      [1, 2],
      ["x TOO_LARGE x must be at most 1 entries long, not 2."],
    ],
    [
      "[DATA5] not among the allowed",
      { type: "string", enum: ["a", "b"] },
      "c",
      ['x NOT_ALLOWED x must be one of "a", "b".'],
    ],
    ["[DATA6] a list", lines, [{ sku: "s", qty: 1 }, { sku: "t" }], []],
    ["[DATA6] no list", lines, { 0: 1 }, ["x WRONG_TYPE x must be a list of objects, not an object."]],
    [
      "[DATA6] all problems at any depth",
      lines,
      [{ qty: 0, colour: "red" }, 7, { sku: 5, qty: "1", skuu: 1 }],
      [
        "x[0].sku REQUIRED x[0].sku needs a value.",
        "x[0].qty TOO_SMALL x[0].qty must be at least 1, not 0.",
        "x[0].colour UNKNOWN_FIELD There is no 'colour' in x[0]. It has sku, qty.",
        "x[1] WRONG_TYPE x[1] must be an object with sku, qty, not 7.",
        "x[2].sku WRONG_TYPE x[2].sku must be text, not 5.",
        "x[2].qty WRONG_TYPE x[2].qty must be a whole number, not '1'.",
        "x[2].skuu UNKNOWN_FIELD There is no 'skuu' in x[2]. Did you mean 'sku'?",
      ],
    ],
    [
      "[DATA6] a key every JavaScript object has",
      { object: { a: "string" } },
      JSON.parse('{ "__proto__": { "a": 1 } }'),
      ["x.__proto__ UNKNOWN_FIELD There is no '__proto__' in x. It has a."],
    ],
    ["[DATA7] anything", "any", { a: [1, "b", null] }, []],
    [
      "[DATA7] what JSON cannot hold",
      "any",
      { a: [() => 1] },
      ["x.a[0] WRONG_TYPE x.a[0] is not a value JSON can hold."],
    ],
  ])("%s", (_title, type, value, problems) => {
    expect(problemsOf(type, value)).toEqual(problems)
  })

  test("[DATA7] a value nested without end", () => {
    let value: unknown = 1
    for (let depth = 0; depth < 100_000; depth++) value = [value]
    expect(problemsOf("any", value).map((problem) => problem.split(" ")[1])).toEqual(["TOO_DEEP"])
  })
})

describe("the data a case begins with", () => {
  const types = {
    seats: { type: "integer", default: 25000, required: true },
    venue: "string",
    owner: { type: "string", required: true },
    lines: { list: { object: { sku: { type: "string", required: true, default: "?" }, qty: "integer" } } },
  }
  test.each([
    ["[DATA8] defaults are put where nothing is given", { owner: "ann" }, { seats: 25000, owner: "ann" }],
    [
      "[DATA8] null counts as not given",
      { owner: "ann", seats: null, venue: null },
      { seats: 25000, owner: "ann", venue: null },
    ],
    [
      "[DATA8] defaults are put at any depth",
      { owner: "ann", seats: 1, lines: [{ qty: 2 }] },
      { owner: "ann", seats: 1, lines: [{ qty: 2, sku: "?" }] },
    ],
  ])("%s", (_title, given, data) => {
    expect(initialData(typesOf(types), given)).toEqual({ ok: true, data })
  })

  test.each([
    [
      "[DATA9] all problems are told",
      { seats: "many", ownr: "ann", lines: [{ sku: 1 }] },
      ["seats WRONG_TYPE", "owner REQUIRED", "lines[0].sku WRONG_TYPE", "ownr UNKNOWN_FIELD"],
    ],
    ["[DATA9] data is an object", [1], ["data WRONG_TYPE"]],
    ["[DATA9] what JSON cannot hold is told once", { owner: () => "ann" }, ["owner WRONG_TYPE"]],
  ])("%s", (_title, given, problems) => {
    const result = initialData(typesOf(types), given)
    expect(result.ok ? [] : result.problems.map(({ field, code }) => `${field} ${code}`)).toEqual(problems)
  })

  test("[DATA10] the result shares nothing with what was given", () => {
    const given = { owner: "ann", lines: [{ sku: "s" }] }
    const result = initialData(typesOf(types), given)
    given.lines.push({ sku: "t" })
    expect(result).toEqual({ ok: true, data: { seats: 25000, owner: "ann", lines: [{ sku: "s" }] } })
  })

  test("[DATA10] random data never throws and never adds a name", () => {
    const declared = typesOf(types)
    fc.assert(
      fc.property(fc.anything(), (given) => {
        const result = initialData(declared, given)
        expect(result.ok ? Object.keys(result.data).filter((name) => !declared.has(name)) : []).toEqual([])
      }),
    )
  })
})

test("[DATA11] expressions see dates and datetimes as timestamps and all numbers as numbers", () => {
  const types = typesOf({
    a: "date",
    b: "datetime",
    c: "integer",
    d: "number",
    e: "duration",
    f: { list: { x: "boolean", y: "any" } },
    g: "string",
  })
  expect([...types].map(([name, type]) => [name, valueTypeOf(type), inWords(type)])).toEqual([
    ["a", "timestamp", "a date such as 2026-01-05"],
    ["b", "timestamp", "a datetime such as 2026-01-05T09:00:00Z"],
    ["c", "number", "a whole number"],
    ["d", "number", "a number"],
    ["e", "duration", "a duration such as P30D"],
    ["f", { list: { object: { x: "boolean", y: "any" } } }, "a list of objects"],
    ["g", "string", "text"],
  ])
})
