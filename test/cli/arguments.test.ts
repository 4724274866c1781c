import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import type { Flag } from "../../src/cli/flags.ts"
import { valuesOf } from "../../src/cli/given.ts"
import { parseArguments } from "../../src/cli/parse-arguments.ts"
import { surroundings } from "../../src/cli/surroundings.ts"
import { office } from "./office.ts"

const flags: readonly Flag[] = [
  { name: "limit", kind: { type: "integer", least: 1, most: 9 }, about: "" },
  { name: "ratio", kind: { type: "number" }, about: "" },
  { name: "live", kind: { type: "boolean" }, about: "" },
  { name: "order", kind: { type: "choice", of: ["age", "due"] }, about: "" },
  { name: "data", kind: { type: "object" }, about: "" },
  { name: "then", kind: { type: "value" }, about: "" },
  { name: "until", kind: { type: "moment" }, about: "" },
  { name: "right", kind: { type: "text" }, many: true, about: "" },
  { name: "set", short: "d", kind: { type: "pair" }, many: true, about: "" },
]
const shape = {
  arguments: [
    { name: "item", kind: { type: "text" } },
    { name: "more", kind: { type: "integer" }, optional: true, many: true },
  ],
  flags,
  behind: "-- COMMAND",
} as const

const around = { ...surroundings(new AbortController().signal), stdin: async () => '{"from": "stdin"}' }
const read = async (...args: string[]) => {
  const given = await valuesOf(parseArguments(args, shape), around)
  const names = [...shape.arguments, ...flags].map(({ name }) => name).filter((name) => given.has(name))
  return Object.fromEntries(names.map((name) => [name, given.list(name)]))
}

describe("a command line", () => {
  test("[CLI15] gives each value its kind, wherever its flag stands", async () => {
    const line = [
      "--limit",
      "3",
      "f1.i2",
      "--ratio=-0.5",
      "--live",
      "7",
      "--order",
      "due",
      "--until",
      "1700000000000",
      "8",
    ]
    expect(await read(...line)).toEqual({
      item: ["f1.i2"],
      more: [7, 8],
      limit: [3],
      ratio: [-0.5],
      live: [true],
      order: ["due"],
      until: [1_700_000_000_000],
    })
    expect(await read("x", "--no-live", "--until", "2026-01-01T00:00:00Z")).toMatchObject({
      live: [false],
      until: ["2026-01-01T00:00:00Z"],
    })
    expect(await read("x", "--live=false")).toMatchObject({ live: [false] })
    expect(await read("x", "--live", "false", "7")).toEqual({ item: ["x"], live: [false], more: [7] })
    expect(await read("--live", "true", "x")).toEqual({ item: ["x"], live: [true] })
    // Where the word is missing elsewhere, it belongs there.
    expect(await read("--live", "false")).toEqual({ item: ["false"], live: [true] })
  })

  test("[CLI15] reads JSON as it stands, from a file and from what comes in, and data value by value", async () => {
    const { folder } = await office()
    const file = join(folder, "data.json")
    writeFileSync(file, '{"from": "a file"}')
    expect(await read("x", "--data", '{"n": 1}')).toMatchObject({ data: [{ n: 1 }] })
    expect(await read("x", "--data", `@${file}`)).toMatchObject({ data: [{ from: "a file" }] })
    expect(await read("x", "--data", "-")).toMatchObject({ data: [{ from: "stdin" }] })
    expect(await read("x", "-d", "n=1", "-d", "text=one=two", "--set", "list=[1]")).toMatchObject({
      set: [{ n: 1 }, { text: "one=two" }, { list: [1] }],
    })
    expect(await read("x", "--then", "greet", "--right", "see", "--right", "do")).toMatchObject({
      then: ["greet"],
      right: ["see", "do"],
    })
    expect(await read("x", "--then", '["a", "b"]')).toMatchObject({
      then: [["a", "b"]],
    })
  })

  test("[CLI15] what stands behind -- is left alone", () => {
    expect(parseArguments(["x", "--", "--limit", "-x"], shape).behind).toEqual(["--limit", "-x"])
  })

  test.each([
    [["x", "--limt", "3"], "There is no flag '--limt' here. Did you mean '--limit'?"],
    [["x", "--colour"], "There is no flag '--colour' here. --help lists them."],
    [["x", "--limit", "three"], "--limit takes a whole number, not 'three'."],
    [["x", "--limit", "1.5"], "--limit takes a whole number, not '1.5'."],
    [["x", "--limit", "0"], "--limit is at least 1."],
    [["x", "--limit", "10"], "--limit is at most 9."],
    [["x", "--limit"], "--limit needs a value."],
    [["x", "--limit", "--live"], "--limit needs a value."],
    [["x", "--limit", "1", "--limit", "2"], "--limit may be written once only."],
    [["x", "--ratio", ""], "--ratio takes a number, not ''."],
    [["x", "--order", "size"], "--order is one of age, due, not 'size'."],
    [["x", "--live=perhaps"], "--live takes no value, or true or false."],
    [["x", "--data", "[1]"], "--data takes a JSON object, as in '{\"amount\": 99}'."],
    [["x", "--data", "@nowhere.json"], "--data: there is no file 'nowhere.json' that can be read."],
    [["x", "-d", "name"], "--set takes name=value, not 'name'."],
    [["x", "seven"], "MORE takes a whole number, not 'seven'."],
    [["x", "--live", "perhaps"], "MORE takes a whole number, not 'perhaps'."],
    [["x", "--no-live", "true"], "MORE takes a whole number, not 'true'."],
    [["x", "--live", "false", "--live", "true"], "--live may be written once only."],
    [[], "ITEM is missing."],
  ])("[CLI16] %j is refused with what is wrong", async (args, message) => {
    await expect(read(...args)).rejects.toThrow(message)
  })
})
