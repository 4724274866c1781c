import { expect, test } from "vitest"
import type { Json } from "../messages/json.ts"
import { type Bindings, compileExpression, type Expression, isExpression, type Vocabulary } from "./expression.ts"
import type { ValueType } from "./value-type.ts"

const vocabulary: Vocabulary = {
  names: {
    seating: "number",
    name: "string",
    isNew: "boolean",
    due: "timestamp",
    term: "duration",
    tags: { list: "string" },
    days: { list: "timestamp" },
    buyer: { object: { name: "string", since: "timestamp" } },
    prices: { map: "number" },
    nothing: "number",
    anything: "any",
    missing: "any",
  },
  functions: {
    result: { arguments: ["string"], returns: "any" },
    round: { arguments: ["string"], returns: "number" },
    has: { arguments: ["string"], returns: "boolean" },
    began: { arguments: ["timestamp"], returns: "timestamp" },
  },
}

const data: Readonly<Record<string, Json>> = {
  seating: 20000,
  name: "Ann",
  isNew: true,
  due: "2026-01-31",
  term: "P1M",
  tags: ["red", "blue"],
  days: ["2026-01-31T00:00:00Z", "2026-02-01"],
  buyer: { name: "Bob", since: "2020-02-29T12:00:00+02:00" },
  prices: { apple: 2, pear: 3 },
  nothing: null,
  anything: { list: [1, 2, 3], number: 7, text: "x", none: null },
}

const bindings: Bindings = {
  value: (name) => data[name],
  call(name, args) {
    if (name === "result") return args[0] === "B2" ? "okay" : undefined
    return name === "round" ? 2 : name === "has" ? args[0] === "code-review" : args[0]
  },
}

function compiled(source: string, expected?: ValueType, words = vocabulary): Expression {
  const result = compileExpression(source, words, expected)
  if (!isExpression(result)) throw new Error(`${source}: ${JSON.stringify(result)}`)
  return result
}

function resultOf(source: string): Json {
  const outcome = compiled(source).evaluate(bindings)
  return outcome.ok ? outcome.value : `${outcome.error.code} ${outcome.error.part}`
}

function findingsOf(source: string, expected?: ValueType, words = vocabulary): readonly string[] {
  const result = compileExpression(source, words, expected)
  return isExpression(result) ? [] : result.map(({ code, start, end }) => `${code} ${source.slice(start, end)}`)
}

function remediesOf(source: string): readonly string[] {
  const result = compileExpression(source, vocabulary)
  return isExpression(result) ? [] : result.map((finding) => finding.remedy)
}

/** Each row: the source, and its value or `CODE part`. */
function evaluates(title: string, rows: readonly (readonly [string, Json])[]): void {
  test(title, () => {
    expect(rows.map(([source]) => [source, resultOf(source)])).toEqual(rows)
  })
}

/** Each row: the source, and `CODE part` of every finding. */
function finds(title: string, rows: readonly (readonly [string, readonly string[]])[]): void {
  test(title, () => {
    expect(rows.map(([source]) => [source, findingsOf(source)])).toEqual(rows)
  })
}

evaluates("[EXPR1] numbers are JSON numbers", [
  ["5 / 2", 2.5],
  ["6 / 2", 3],
  ["7 % 4", 3],
  ["5.5 % 2", 1.5],
  ["seating * 0.75 < 15001", true],
  ["1 + 0.5 == 1.5 && 2 == 2.0", true],
  ["0 * -1", 0],
  ["-seating", -20000],
  ["0x1F", 31],
])
evaluates("[EXPR2] strings, lists and maps", [
  ['"a" + name', "aAnn"],
  ['tags + ["x"]', ["red", "blue", "x"]],
  ["tags[1]", "blue"],
  ['{"a": [1, {"b": null}]} == {"a": [1, {"b": null}]}', true],
  ["[1, 2] == [2, 1]", false],
  ['prices["pear"] + prices.apple', 5],
  ['{name: 1, "b": [true]}', { Ann: 1, b: [true] }],
  ['"b" > "a"', true],
])
evaluates("[EXPR3] a name without a value cannot be read", [
  ["missing == 1", "MISSING_VALUE missing"],
  ["nothing > 3", "MISSING_VALUE nothing"],
  ["nothing == null", "MISSING_VALUE nothing"],
  ["[1, missing.x]", "MISSING_VALUE missing"],
])
evaluates("[EXPR4] has asks for names, fields and results", [
  ["has(missing)", false],
  ["has(nothing)", false],
  ["has(seating)", true],
  ["has(anything.none)", true],
  ["has(anything.nowhere)", false],
  ['has(anything["text"])', true],
  ["has(missing.x)", "MISSING_VALUE missing"],
  ["has(missing) && missing > 3", false],
  ['has(result("B2"))', true],
  ['has(result("B3"))', false],
  ['has("code-review") && !has("budget")', true],
  ["[1].all(x, has(x))", true],
])
evaluates("[EXPR5] what is not there cannot be read", [
  ["anything.nowhere", "NO_SUCH_FIELD anything.nowhere"],
  ['prices["plum"]', 'NO_SUCH_FIELD prices["plum"]'],
  ["tags[2]", "NO_SUCH_ELEMENT tags[2]"],
  ["tags[-1]", "NO_SUCH_ELEMENT tags[-1]"],
  ["tags[0.5]", "NO_SUCH_ELEMENT tags[0.5]"],
  ["anything.number.x", "BAD_OPERANDS anything.number.x"],
])
evaluates("[EXPR6] what decides, decides", [
  ["missing || true", true],
  ["true || missing", true],
  ["missing && false", false],
  ["missing && true", "MISSING_VALUE missing"],
  ["anything.number || missing.a || true", true],
  ["anything.number && true", "BAD_OPERANDS anything.number"],
  ["[0, 1].exists(x, 1 / x == 1)", true],
  ["[0, 2].all(x, 1 / x > 1)", false],
  ["[0, 1].exists(x, 1 / x == 5)", "DIVIDE_BY_ZERO 1 / x"],
  ["isNew ? 1 : missing", 1],
])
evaluates("[EXPR7] different kinds are different and have no order", [
  ['anything.number == "7"', false],
  ['anything.number != "7"', true],
  ["anything.list == anything.number", false],
  ['anything.number < "8"', 'BAD_OPERANDS anything.number < "8"'],
  ["anything.none < 1", "BAD_OPERANDS anything.none < 1"],
])
evaluates("[EXPR8] errors of arithmetic and conversion", [
  ["1 / (seating - 20000)", "DIVIDE_BY_ZERO 1 / (seating - 20000)"],
  ["1 % 0", "DIVIDE_BY_ZERO 1 % 0"],
  ["1e308 * 10", "OUT_OF_RANGE 1e308 * 10"],
  [
    'timestamp("9999-12-31") + duration("P999999999Y")',
    'OUT_OF_RANGE timestamp("9999-12-31") + duration("P999999999Y")',
  ],
  ["int(name)", "BAD_CONVERSION int(name)"],
])
finds("[EXPR9] every finding, at once, with its place", [
  ['"a" < 3', ['TYPE_MISMATCH "a" < 3']],
  ["name + 1", ["TYPE_MISMATCH name + 1"]],
  ["(name + 1) * (2 - isNew)", ["TYPE_MISMATCH name + 1", "TYPE_MISMATCH 2 - isNew"]],
  ["!5", ["TYPE_MISMATCH 5"]],
  ["seating == name", ["TYPE_MISMATCH seating == name"]],
  [
    'seating == "5" || buyer.nam == sitting',
    ['TYPE_MISMATCH seating == "5"', "UNKNOWN_FIELD buyer.nam", "UNKNOWN_NAME sitting"],
  ],
  ["isNew && seating", ["TYPE_MISMATCH seating"]],
  ["tags.size", ["TYPE_MISMATCH tags.size"]],
  ["tags.exists(t, t > 3)", ["TYPE_MISMATCH t > 3"]],
  ["seating.map(x, x)", ["TYPE_MISMATCH seating"]],
  ["3 in tags", ["TYPE_MISMATCH 3 in tags"]],
  ['"n" in name', ['TYPE_MISMATCH "n" in name']],
  ["name[0]", ["TYPE_MISMATCH name[0]"]],
  ["size(5)", ["TYPE_MISMATCH size(5)"]],
  ["result(5)", ["TYPE_MISMATCH result(5)"]],
  ["{1: 2}", ["TYPE_MISMATCH 1"]],
  ["isNew < true", ["TYPE_MISMATCH isNew < true"]],
  ["frob(seating)", ["UNKNOWN_FUNCTION frob(seating)"]],
  ["tags.exists(t)", ["TYPE_MISMATCH tags.exists(t)", "UNKNOWN_NAME t"]],
])
test("[EXPR9] a finding says what is wrong and what to do", () => {
  expect(compileExpression("seating > nam", vocabulary)).toEqual([
    { code: "UNKNOWN_NAME", message: "There is no `nam` here.", remedy: "Did you mean `name`?", start: 10, end: 13 },
  ])
})
test("[EXPR10] the nearest known word is proposed", () => {
  const sources = ["Seating > 1", "seatnig > 1", "buyer.nmae", "name.startWith(name)", "reslut(name)"]
  const near = ["seating", "seating", "name", "startsWith", "result"]
  expect(sources.flatMap(remediesOf)).toEqual(near.map((word) => `Did you mean \`${word}\`?`))
})
test("[EXPR11] common slips are recognised", () => {
  const rows = [
    ["a = b", "EXPRESSION_SYNTAX =", "Write `==`."],
    ["a and b", "EXPRESSION_SYNTAX and", "Write `&&`."],
    ["a or b", "EXPRESSION_SYNTAX or", "Write `||`."],
    ["a <> b", "EXPRESSION_SYNTAX >", "Write `!=`."],
    ["name == “x”", "EXPRESSION_SYNTAX “", 'Write `"`.'],
    ["not isNew", "EXPRESSION_SYNTAX isNew", "Write `!` in front of the condition."],
    [" ", "EXPRESSION_SYNTAX ", "Write a condition, such as `amount > 100`."],
    ["a +", "EXPRESSION_SYNTAX ", "Complete it, or remove what is left over at its end."],
    ['b"bytes"', 'EXPRESSION_SYNTAX b"bytes"', "Use strings, numbers, true, false, null, lists and maps."],
  ]
  expect(rows.map(([source = ""]) => [source, ...findingsOf(source), ...remediesOf(source)])).toEqual(rows)
})
test("[EXPR12] the result has the expected type", () => {
  expect(findingsOf("seating", "boolean")).toEqual(["TYPE_MISMATCH seating"])
  expect(findingsOf("isNew ? true : (isNew ? 5 : name)", "boolean")).toEqual(["TYPE_MISMATCH 5", "TYPE_MISMATCH name"])
  expect(findingsOf('"soon"', "timestamp")).toEqual(['TYPE_MISMATCH "soon"'])
  expect(findingsOf("null", "boolean")).toEqual(["TYPE_MISMATCH null"])
  expect(findingsOf("null", "number")).toEqual([])
  expect(findingsOf("[1, 2]", { list: "string" })).toEqual(["TYPE_MISMATCH [1, 2]"])
  expect(findingsOf('{"name": "x"}', { object: { name: "string" } })).toEqual([])
  expect(compiled("anything.text", "boolean").evaluate(bindings)).toMatchObject({
    ok: false,
    error: { code: "BAD_OPERANDS" },
  })
  expect(compiled("anything.text", "duration").evaluate(bindings)).toMatchObject({ error: { code: "BAD_CONVERSION" } })
  expect(compiled('"2026-01-05"', "timestamp").evaluate(bindings)).toEqual({ ok: true, value: "2026-01-05" })
})
test("[EXPR13] an open vocabulary knows any name", () => {
  const open = { names: {}, open: true }
  expect(findingsOf("whatever.x > 1 && frob(1)", "any", open)).toEqual(["UNKNOWN_FUNCTION frob(1)"])
  expect(compiled("seating + 1", "number", open).evaluate(bindings)).toEqual({ ok: true, value: 20001 })
})
test("[EXPR14] names and calls are told", () => {
  const { names, calls, type } = compiled('tags.exists(t, t == name) && result("B2") == "okay" && has(due)')
  expect({ names: [...names], calls: [...calls], type }).toEqual({
    names: ["tags", "name", "due"],
    calls: ["result"],
    type: "boolean",
  })
})

test("[EXPR32] the sources read under external are told, and no fields of a variable called so", () => {
  const words: Vocabulary = { names: { external: { map: "any" }, rows: { list: "any" } } }
  const sourcesOf = (source: string) => [...compiled(source, "any", words).sources]
  expect(sourcesOf('external.weather.wind > 3 && external["stock"].left > 1')).toEqual(["weather", "stock"])
  expect(sourcesOf("has(external.rates) ? 1 : 2")).toEqual(["rates"])
  expect(sourcesOf("rows.exists(external, external.weather > 1)")).toEqual([])
  expect(sourcesOf("rows.exists(row, row.external.x > 1)")).toEqual([])
})

evaluates("[EXPR15] macros go through lists and maps", [
  ["[1, 2, 3].map(x, x * 2)", [2, 4, 6]],
  ["[1, 2, 3].map(x, x > 1, x * 2)", [4, 6]],
  ["[1, 2, 3].filter(x, x != 2)", [1, 3]],
  ["[1, 2].exists_one(x, x > 1)", true],
  ["[1, 2].all(x, x > 0) && ![].exists(x, true)", true],
  ["prices.filter(fruit, prices[fruit] > 2)", ["pear"]],
  ["[1].map(name, name)", [1]],
  ["[[1, 2], [3]].map(row, row.map(x, x + row[0]))", [[2, 3], [6]]],
  ["anything.number.all(x, x)", "BAD_OPERANDS anything.number"],
])
evaluates("[EXPR16] strings", [
  ['"Wolf".lowerAscii() + "Wolf".upperAscii()', "wolfWOLF"],
  ['"Ä".lowerAscii()', "Ä"],
  ['" x ".trim()', "x"],
  ['"a,b,c".split(",")', ["a", "b", "c"]],
  ['"a,b,c".split(",", 2)', ["a", "b,c"]],
  ['["a", "b"].join("-") + ["a", "b"].join()', "a-bab"],
  ['"aaa".replace("a", "bc") + "aaa".replace("a", "b", 1)', "bcbcbcbaa"],
  ['"x😀yz".substring(1, 3) + "x😀yz".substring(3)', "😀yz"],
  ['["x😀y".size(), "x😀y".indexOf("y"), "abab".indexOf("a", 1), "a".indexOf("b")]', [3, 2, 2, -1]],
  ['name.contains("nn") && name.startsWith("A") && name.endsWith("n")', true],
  ['"abc".substring(2, 9)', 'OUT_OF_RANGE "abc".substring(2, 9)'],
  ["[1].join()", "BAD_OPERANDS [1].join()"],
])
evaluates("[EXPR17] patterns are found anywhere in the text", [
  ['"order-17".matches("[0-9]+$")', true],
  ['matches(name, "^n")', false],
  ['name.matches("(" + name)', 'BAD_CONVERSION name.matches("(" + name)'],
])
finds("[EXPR17] a bad pattern is a finding", [
  ['name.matches("[")', ['BAD_PATTERN "["']],
  ['name.matches("(?=x)")', ['BAD_PATTERN "(?=x)"']],
])
evaluates("[EXPR18] numbers and collections", [
  ["[min(3, 1, 2), max(3, 1, 2), min([5, 4]), [5, 4].max()]", [1, 3, 4, 5]],
  ["[abs(-1), round(2.5), round(-2.5), floor(-0.5), ceil(-0.5)]", [1, 3, -3, -1, 0]],
  ["[sum([1, 2.5]), sum([]), size(tags), size(prices)]", [3.5, 0, 2, 2]],
  ['["red"].subsetOf(tags) && !["red", "x"].subsetOf(tags) && [].subsetOf(tags)', true],
  ['"red" in tags && !("x" in tags) && "apple" in prices && [1] in [[1]]', true],
  ["max([])", "BAD_OPERANDS max([])"],
  ['sum([1, "a"])', 'BAD_OPERANDS sum([1, "a"])'],
])
evaluates("[EXPR19] conversions", [
  ['[int("12"), int(-1.9), double("1.5e1"), int(timestamp("1970-01-01T00:01:00Z"))]', [12, -1, 15, 60]],
  ['[string(1.5), string(true), string(due), string(duration("90s"))]', ["1.5", "true", "2026-01-31", "PT1M30S"]],
  ['bool("true") && !bool("0")', true],
  ['[timestamp(60), duration("-1h30m"), duration("P1W")]', ["1970-01-01T00:01:00Z", "-PT1H30M", "P7D"]],
  ["bool(name)", "BAD_CONVERSION bool(name)"],
])
finds("[EXPR19] a literal is converted when stored", [
  ['timestamp("2026-02-30")', ['TYPE_MISMATCH timestamp("2026-02-30")']],
  ['duration("soon")', ['TYPE_MISMATCH duration("soon")']],
])
evaluates("[EXPR20] times are read from data and written back", [
  ["due", "2026-01-31"],
  ["days", ["2026-01-31T00:00:00Z", "2026-02-01"]],
  ["buyer.since", "2020-02-29T10:00:00Z"],
  ["days[0] == due && due in days && days == [due, days[1]]", true],
  ["days.filter(day, day > due)", ["2026-02-01"]],
  ["[buyer].map(b, b.since + term)", ["2020-03-29T10:00:00Z"]],
  ['due + duration("P1D")', "2026-02-01"],
  ['due + duration("PT1H")', "2026-01-31T01:00:00Z"],
  ['{"x": [term]}', { x: ["P1M"] }],
  ["timestamp(anything.text)", "BAD_CONVERSION timestamp(anything.text)"],
  ["began(due) == due", true],
])
evaluates("[EXPR21] times are calculated and compared", [
  ["due + term", "2026-02-28"],
  ['due - "P1Y"', "2025-01-31"],
  ['due - "2026-01-01"', "P30D"],
  ["max(days) - due", "P1D"],
  ['due < "2026-02-01" && due == "2026-01-31T01:00:00+01:00"', true],
  ['term > "P27D" && term < "P32D" && term + term == "P2M"', true],
  ['"P12M" == duration("P1Y")', true],
  ['term - "P1D"', 'BAD_OPERANDS term - "P1D"'],
  ["-term", "-P1M"],
])
finds("[EXPR21] a string beside a time is a time", [
  ['due < "soon"', ['TYPE_MISMATCH "soon"']],
  ['due < "P1D"', ['TYPE_MISMATCH due < "P1D"']],
  ["due < name", ["TYPE_MISMATCH due < name"]],
  ["due + due", ["TYPE_MISMATCH due + due"]],
  ["term - due", ["TYPE_MISMATCH term - due"]],
])
evaluates("[EXPR22] parts of a timestamp", [
  ["[due.getFullYear(), due.getMonth(), due.getDate(), due.getDayOfMonth()]", [2026, 0, 31, 30]],
  ["[due.getDayOfWeek(), due.getDayOfYear()]", [6, 30]],
  ['timestamp("2026-07-01T22:30:05.250Z").getHours("Europe/Berlin")', 0],
  [
    '[timestamp("2026-07-01T22:30:05.250Z")].map(t, [t.getHours(), t.getMinutes(), t.getSeconds(), t.getMilliseconds()])',
    [[22, 30, 5, 250]],
  ],
  ['[duration("PT90M").getHours(), duration("PT90M").getMinutes()]', [1, 90]],
  ["due.getHours(name)", "BAD_CONVERSION due.getHours(name)"],
])
evaluates("[EXPR23] functions of the vocabulary", [
  ['result("B2") == "okay"', true],
  ['result("B3") == "okay"', 'MISSING_VALUE result("B3")'],
  ['[round("loop"), round(3.4)]', [2, 3]],
  ["[round(anything.text), round(anything.number)]", [2, 7]],
  ["began(due + term)", "2026-02-28"],
])
evaluates("[EXPR27] nothing is inherited", [
  ["has(anything.constructor) || has(prices.toString)", false],
  ["anything.constructor", "NO_SUCH_FIELD anything.constructor"],
  ['prices["__proto__"]', 'NO_SUCH_FIELD prices["__proto__"]'],
  ['"toString" in prices', false],
])
test("[EXPR27] no name or function is inherited either", () => {
  expect(findingsOf("constructor == 1")).toEqual(["UNKNOWN_NAME constructor"])
  expect(findingsOf("toString(1)")).toEqual(["UNKNOWN_FUNCTION toString(1)"])
  expect(findingsOf("buyer.hasOwnProperty")).toEqual(["UNKNOWN_FIELD buyer.hasOwnProperty"])
  const outcome = compiled('{"__proto__": {"polluted": true}}').evaluate(bindings)
  expect(Object.keys(outcome.ok ? Object(outcome.value) : {})).toEqual(["__proto__"])
})
test("[EXPR29] bindings may evaluate and throw", () => {
  const inner = compiled("[1, 2].map(x, x + seating)")
  const nested: Bindings = {
    value: (name) => {
      const outcome = name === "anything" ? inner.evaluate(bindings) : undefined
      return outcome?.ok ? outcome.value : data[name]
    },
  }
  expect(compiled("[5].map(x, anything[0] + x + seating)").evaluate(nested)).toEqual({ ok: true, value: [40006] })
  const broken: Bindings = {
    value: () => {
      throw new Error("no store")
    },
  }
  expect(() => compiled("seating > 1 || true").evaluate(broken)).toThrow("no store")
})
