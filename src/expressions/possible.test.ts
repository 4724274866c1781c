import { describe, expect, test } from "vitest"
import { canAllBe, type Surroundings, type TermFacts } from "./possible.ts"

const facts: Readonly<Record<string, TermFacts>> = {
  n: { type: "number", isWhole: true },
  sure: { type: "number", isPresent: true },
  seating: { type: "number", isWhole: true, min: 0 },
  sold: { type: "number", isWhole: true },
  small: { type: "number", min: 0, max: 10 },
  colour: { type: "string", values: ["red", "green"], isPresent: true },
  flag: { type: "boolean" },
  surely: { type: "boolean", isPresent: true },
}
const around: Surroundings = {
  term: (text) => facts[text] ?? {},
  sets: new Set(["notReady", "ready", "executing", "suspended", "done", "aborted"]),
  isInOneSet: (name) => name.startsWith("B"),
}

/** `not: …` for a condition that does not hold. */
function can(...texts: readonly string[]): boolean {
  const claims = texts.map((text) => ({ source: text.replace(/^not: /, ""), holds: !text.startsWith("not: ") }))
  return canAllBe(claims, around)
}

describe("what can all be", () => {
  test.each([
    [["n > 5", "n < 3"]],
    [["x > 5", "x < 3"]],
    [["n > 5 && n < 3"]],
    [["n > 5", "n < 6"]],
    [["not: x > 5", "x > 10"]],
    [["not: x > 5", "x == 7"]],
    [["not: x >= 5", "not: y > 2", "x > 8"]],
    [["not: a > 5 || b", "a > 6"]],
    [["false"]],
    [["x == null"]],
    [["x != x"]],
    [["x < y", "y < z", "z < x"]],
    [["not: sold < seating * 0.75", "sold < seating * 0.5"]],
    [["small > 10"]],
    [["small + 5 < 4"]],
    [['colour == "blue"']],
    [['not: colour == "red"', 'not: colour == "green"']],
    [['kind == "a"', 'kind == "b"']],
    [['kind == "a"', 'kind != "a"']],
    [['not: kind in ["a", "b"]', 'kind == "b"']],
    [["flag", "!flag"]],
    [["flag", "flag == false"]],
    [["not: surely", "not: !surely"]],
    [["not: sure > 5", "not: sure <= 5"]],
    [["not: event.amount > 100", "event.amount > 200"]],
    [['result("B2") == "okay"', 'result("B2") == "cancel"']],
    [['"B2" in done', '"B2" in executing']],
    [['["B2", "B3"].subsetOf(done)', '"B3" in ready']],
    [['not: "B2" in done', '"B2" in done && n > 1']],
    [["has(x)", "!has(x)"]],
    [["not: true"]],
    [['text.startsWith("a") && n > 1', '!text.startsWith("a")']],
    [["not: n > 3 && flag", "n > 4", "flag"]],
    [["(n + 1) * 2 > 10", "n < 4"]],
    [["-n > 3", "n > 0"]],
    [["n != 1", "n > 0", "n < 2"]],
  ])("not %j", (texts) => {
    expect(can(...texts)).toBe(false)
  })

  test.each([
    [["n > 5", "n < 30"]],
    [["y > 5", "y < 6"]],
    [["not: x > 5", "not: x <= 5"]],
    [["not: flag", "not: !flag"]],
    [["sold < seating * 0.75", "sold < seating * 0.5"]],
    [["not: sold < other * 0.75", "sold < other * 0.5"]],
    [["x > y", "y > 5"]],
    [['x == "a"', "y > 5"]],
    [['"C2" in done', '"C2" in executing']],
    [["not: a && b", "a"]],
    [["not: a / b > 1", "not: a / b <= 1"]],
    [["not: event.x > 1", "not: event.x <= 1"]],
    [["x.y > 3", "x.z < 3"]],
    [["size(lines) > 3", "size(others) < 3"]],
    [["items.exists(i, i.held)", "!items.all(i, i.held)"]],
    [['kind != "a"', 'kind != "b"']],
    [["a ? b : c", "!b"]],
    [["x >= 5", "x <= 5"]],
    [["n % 2 == 0", "n > 3"]],
    [["x != null && x > 3"]],
  ])("perhaps %j", (texts) => {
    expect(can(...texts)).toBe(true)
  })
})
