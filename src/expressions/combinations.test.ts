import { expect, test } from "vitest"
import { combinations } from "./combinations.ts"

function together(...sources: readonly string[]): readonly string[] | undefined {
  return combinations(sources)
    ?.map((combination) => combination.map((holds) => (holds ? "1" : "0")).join(""))
    .sort()
}

test("[EXPR33] which conditions can hold together is seen where it is plain", () => {
  expect(together("a", "b")).toEqual(["00", "01", "10", "11"])
  expect(together("a", "!a")).toEqual(["01", "10"])
  expect(together("true", "a")).toEqual(["10", "11"])
  expect(together("false")).toEqual(["0"])
  expect(together("n > 5", "n > 1")).toEqual(["00", "01", "11"])
  expect(together("n > 5", "3 > n")).toEqual(["00", "01", "10"])
  expect(together("n < 1", "n == 1", "n > 1")).toEqual(["001", "010", "100"])
  expect(together('kind == "a"', 'kind == "b"')).toEqual(["00", "01", "10"])
  expect(together('kind == "a"', 'kind != "a"')).toEqual(["01", "10"])
  expect(together("a < b", "b <= a")).toEqual(["01", "10"])
  expect(together("a == true", "a")).toEqual(["00", "11"])
  expect(together("a && b", "a")).toEqual(["00", "01", "11"])
  expect(together('round("x") < 2', 'round("x") >= 2')).toEqual(["01", "10"])
  expect(together("1 < 2")).toEqual(["1"])
})

test("[EXPR33] where there are too many ways nothing is said", () => {
  expect(together(...Array.from({ length: 13 }, (_, index) => `a${index}`))).toBeUndefined()
})
