import { describe, expect, test } from "vitest"
import { condition, contextOf } from "../../test/language/rule-trees.ts"
import type { Json } from "../messages/json.ts"
import { bindingsOf } from "./context.ts"
import { differences } from "./differences.ts"

describe("a kept context", () => {
  test("[RDR16] conditions see in a kept context what they saw where it was taken from", () => {
    const bindings = bindingsOf(
      contextOf(
        { sold: 3, item: { task: "doShow" }, done: ["a"] },
        { results: { B2: "okay" }, counts: { A: 2 }, rounds: { loop: 3 }, past: { A: { 1: "done" } } },
      ),
    )
    const value = (source: string) => {
      const outcome = condition(source).evaluate(bindings)
      return outcome.ok ? outcome.value : outcome.error.code
    }
    expect(
      [
        'sold == 3 && item.task == "doShow" && "a" in done',
        'result("B2")',
        'count("A")',
        'count("B")',
        'round("loop")',
        'round("other")',
        'duringRound("A", 1)',
        'duringRound("A", 2)',
        'duringRound("toString", 1)',
        "toString",
        'result("B3") == 1',
      ].map(value),
    ).toEqual([true, "okay", 2, 0, 3, 0, "done", "notReady", "notReady", "MISSING_VALUE", "MISSING_VALUE"])
  })
})

describe("the differences of two contexts", () => {
  test("[RDR17] are told under the names a condition would use, in the same order whatever the order they were kept in", () => {
    const here = contextOf(
      {
        sold: 3,
        lines: [{ sku: "a", qty: 1 }, { sku: "b" }],
        item: { task: "t", data: { weight: 5, "odd key": 1 } },
        done: ["a", "b"],
        tags: ["x"],
        only: true,
      },
      { results: { B: { ok: true } }, counts: { A: 1 }, rounds: { loop: 1 }, past: { A: { 1: "done" } } },
    )
    const there = contextOf(
      {
        tags: ["x", "y"],
        done: ["b", "a"],
        item: { data: { "odd key": 2, weight: 7 }, task: "t" },
        lines: [{ qty: 2, sku: "a" }],
        sold: 3,
      },
      { results: { B: { ok: false } }, counts: { A: 2 }, rounds: { loop: 1 }, past: { A: { 1: "aborted" } } },
    )
    expect(differences(here, there)).toEqual([
      { name: 'item.data["odd key"]', here: 1, there: 2 },
      { name: "item.data.weight", here: 5, there: 7 },
      { name: "lines[0].qty", here: 1, there: 2 },
      { name: "lines[1]", here: { sku: "b" } },
      { name: "only", here: true },
      { name: "tags", here: ["x"], there: ["x", "y"] },
      { name: 'result("B").ok', here: true, there: false },
      { name: 'count("A")', here: 1, there: 2 },
      { name: 'duringRound("A", 1)', here: "done", there: "aborted" },
    ])
    expect(differences(here, here)).toEqual([])
  })

  test("[RDR18] leave out the moment and the ids, which always differ, and hold null for no value", () => {
    const at = (number: number) =>
      contextOf({
        now: `2026-01-0${number}T00:00:00Z`,
        case: { id: `f${number}`, process: "concert" },
        family: { id: `f${number}` },
        item: { id: `f${number}.i1`, task: "doShow" },
        items: { doShow: { id: `f${number}.i1`, status: "enabled" } },
        event: { class: "Timeout", item: `f${number}.i1`, case: `f${number}`, id: number },
        ...(number === 1 && { agent: null }),
      })
    expect(differences(at(1), at(2))).toEqual([{ name: "event.id", here: 1, there: 2 }])
  })

  test("[RDR22] data nested deeper than a stack is compared too", () => {
    const nested = (leaf: Json) => {
      let value = leaf
      for (let depth = 0; depth < 20_000; depth++) value = [value]
      return contextOf({ value })
    }
    expect(differences(nested([1]), nested([2]))).toMatchObject([{ here: [1], there: [2] }])
  })
})
