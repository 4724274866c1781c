import { expect, test } from "vitest"
import { nearest } from "./nearest.ts"

const numbered = (word: string, count: number) => Array.from({ length: count }, (_, index) => `${word}${index}`)

test("[EXPR10] the nearest of a thousand names is found, whatever they have in common", () => {
  expect(nearest("variablenumbxr400", numbered("variablenumber", 1_000))).toBe("variablenumber400")
})

test("[EXPR10] among very many names only some are looked at", () => {
  let looked = 0
  const names = function* () {
    for (const name of numbered("zyxwvutsrqponmlkjihg", 100_000)) {
      looked++
      yield name
    }
  }
  expect(nearest("abcdefghijklmnopqrstuvwxy", names())).toBe(undefined)
  expect(looked).toBeLessThan(1_000)
})
