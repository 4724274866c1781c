import { expect, test } from "vitest"
import { freshKey, RequestKeys } from "./request-keys.ts"

test("[WEB12] what is asked for again has the same key until an answer came", () => {
  let count = 0
  const keys = new RequestKeys(() => `key ${++count}`)
  const first = keys.keyOf("removeCase", { case: "a" })
  const other = keys.keyOf("removeCase", { case: "b" })
  const again = keys.keyOf("removeCase", { case: "a" })
  keys.answered("removeCase", { case: "a" })
  const anew = keys.keyOf("removeCase", { case: "a" })
  expect([first, other, again, anew]).toEqual(["key 1", "key 2", "key 1", "key 3"])
})

test("no two keys are the same", () => {
  expect(new Set(Array.from({ length: 100 }, freshKey)).size).toBe(100)
})
