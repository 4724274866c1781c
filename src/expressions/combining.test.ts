import fc from "fast-check"
import { expect, test } from "vitest"
import { combined } from "./combining.ts"
import { compileExpression, isExpression } from "./expression.ts"

const not = (text: string) => combined([{ if: text, holds: false }])

test("[EXPR33] what is wanted not to hold is written the other way round", () => {
  const written = [
    ["a < b", "a >= b"],
    ["(a + b) == (c)", "(a + b) != (c)"],
    ["!(a || b)", "a || b"],
    ["a || b", "!(a || b)"],
    ["a && b", "!(a && b)"],
    ["a in b", "!(a in b)"],
    ["has(a.b)", "!has(a.b)"],
    ["a ? b : c", "!(a ? b : c)"],
    ["a == 'x < y'", "a != 'x < y'"],
    ["a // less < than\n < b", "!(a // less < than\n < b)"],
    ["not at all", "!(not at all)"],
    ["false", "true"],
  ]
  expect(written.map(([text = ""]) => [text, not(text)])).toEqual(written)
})

test("[EXPR33] several become one: what is always true is left out, nothing is said twice, nothing falls apart", () => {
  expect(combined([])).toBe("true")
  expect(
    combined([
      { if: "true", holds: true },
      { if: "a || b", holds: true },
      { if: "!(c < 1)", holds: true },
      { if: "c < 1", holds: false },
      { if: "d // whatever", holds: false },
    ]),
  ).toBe("(a || b) && c >= 1 && !d")
})

const condition = fc.letrec<{ any: string; leaf: string }>((tie) => ({
  leaf: fc.oneof(
    fc.constantFrom("a", "b", "true", "false"),
    fc
      .tuple(
        fc.constantFrom("x", "y", "3"),
        fc.constantFrom("<", "<=", ">", ">=", "==", "!="),
        fc.constantFrom("x", "2"),
      )
      .map((parts) => parts.join(" ")),
    fc.constant("x in [1, 2]"),
  ),
  any: fc.oneof(
    { depthSize: "small" },
    tie("leaf"),
    fc
      .tuple(tie("any"), fc.constantFrom("&&", "||"), tie("any"))
      .map(([one, operator, other]) => `(${one}) ${operator} (${other})`),
    tie("any").map((inner) => `!(${inner})`),
    fc.tuple(tie("leaf"), tie("any"), tie("any")).map(([one, two, three]) => `${one} ? (${two}) : (${three})`),
  ),
})).any

test("[EXPR33] the whole holds exactly where each comes out as wanted", () => {
  const wanted = fc.array(fc.record({ if: condition, holds: fc.boolean() }), { maxLength: 4 })
  const values = fc.record({ a: fc.boolean(), b: fc.boolean(), x: fc.nat(4), y: fc.nat(4) })
  fc.assert(
    fc.property(wanted, values, (all, names) => {
      const holdsIn = (source: string) => {
        const compiled = compileExpression(
          source,
          { names: { a: "boolean", b: "boolean", x: "number", y: "number" } },
          "boolean",
        )
        if (!isExpression(compiled)) throw new Error(`${source}: ${compiled[0]?.message}`)
        const outcome = compiled.evaluate({ value: (name) => names[name as keyof typeof names] })
        return outcome.ok && outcome.value
      }
      expect(holdsIn(combined(all))).toBe(all.every(({ if: source, holds }) => holdsIn(source) === holds))
    }),
  )
})
