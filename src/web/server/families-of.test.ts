import { expect, test } from "vitest"
import { changedBy, familyOf } from "./families-of.ts"

test("[WEB3] what is asked or done names its family by any id in it", () => {
  expect(
    [
      { case: "a.c2" },
      { item: "a.i1", case: "b" },
      { intervention: "a.q1" },
      { on: "itemPre", from: { family: "a", version: 3 } },
      { target: { kind: "item", item: "a.i4" } },
      { process: "order", exception: "TooFew" },
      { interventions: ["a.q1", "b.q1"] },
      {},
      undefined,
    ].map(familyOf),
  ).toEqual(["a", "b", "a", "a", "a", undefined, undefined, undefined, undefined])
})

test("[WEB3] what teaches changes rules, and so what every family may show", () => {
  expect(changedBy("learn", { from: { family: "a", version: 3 } })).toBe(undefined)
  expect(changedBy("answer", { intervention: "a.q1", do: "teach" })).toBe(undefined)
  expect(changedBy("answer", { intervention: "a.q1", do: "continue" })).toBe("a")
  expect(changedBy("start", { process: "order" })).toBe("")
})
