import { expect, test } from "vitest"
import { placeOfUse } from "./place-of-use.ts"

test("[SHOP13] whatever uses an exlet and has a page is led to", () => {
  expect(['rule 3 of "itemPre claim/pay"', "exlet give-up", "handler late"].map(placeOfUse)).toEqual([
    { tree: "itemPre claim/pay", node: "3" },
    { exlet: "give-up" },
    undefined,
  ])
})
