import { expect, test } from "vitest"
import { familyOf } from "./families-of.ts"

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
