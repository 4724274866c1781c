import { expect, test } from "vitest"
import { isOutdated } from "./outdated.ts"

const happened = new Set(["a"])

test("[WEB3] what happens in a family makes old what was asked about it, and lists, and nothing else", () => {
  expect([
    isOutdated({ name: "case", of: "a" }, happened),
    isOutdated({ name: "case", of: "b" }, happened),
    isOutdated({ name: "cases" }, happened),
    isOutdated({ name: "trees" }, happened),
  ]).toEqual(["family", undefined, "list", undefined])
})
