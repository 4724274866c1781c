import { expect } from "vitest"
import type { Batch } from "../../src/store/port.ts"
import type { storeTests } from "./store-home.ts"
import { aBatch, aCase, anEntry, caseId, family } from "./store-rows.ts"

export function numbersContract(storeTest: ReturnType<typeof storeTests>): void {
  storeTest("[NUMBER3] the family of a case number is found, and rows of its cases tell it", async (store, reopen) => {
    const worklet = aCase("f", { id: caseId("f", 3), parent: caseId("f"), number: "VIN-42" })
    await store.commit(beginning("f", "VIN-42", { entries: [anEntry("f", 1)] }))
    await store.commit(aBatch({ entries: [anEntry("f", 2), anEntry("g", 1)], cases: [worklet, aCase("g")] }))
    for (const next of [async () => store, reopen]) {
      const each = await next()
      expect([...(await each.numbered(["VIN-42", "vin-42", "g", ""]))]).toEqual([["VIN-42", family("f")]])
      expect([...(await each.numbered([]))]).toEqual([])
    }
    const again = await reopen()
    const numbers = (await again.cases({ limit: 9 })).map(({ id, number }) => [id, number])
    expect(numbers).toEqual([
      [caseId("f"), "VIN-42"],
      [caseId("f", 3), "VIN-42"],
      [caseId("g"), undefined],
    ])
    expect(await again.case(caseId("f"))).toEqual(aCase("f", { number: "VIN-42" }))
  })

  storeTest("[NUMBER3] a number another family has is a conflict, and nothing is written", async (store) => {
    await store.commit(beginning("f", "VIN-42"))
    const other = beginning("g", "VIN-42", { entries: [anEntry("h", 1), anEntry("g", 1)] })
    expect(await store.commit(other)).toEqual({ ok: false, conflicts: [family("g")] })
    expect([await store.lastPosition(), await store.case(caseId("g"))]).toEqual([1, undefined])
    expect(await store.commit(beginning("g", "VIN-43"))).toEqual({ ok: true, positions: [2] })
  })

  storeTest("[NUMBER3] two families cannot begin with one number in one batch", async (store) => {
    const [one, other] = [beginning("f", "7"), beginning("g", "7")]
    const both = aBatch({
      entries: [...one.entries, ...other.entries],
      cases: [...one.cases, ...other.cases],
      numbers: [...one.numbers, ...other.numbers],
    })
    expect(await store.commit(both)).toEqual({ ok: false, conflicts: [family("g")] })
    expect(await store.lastPosition()).toBe(0)
  })

  storeTest("[NUMBER3] a family keeps its number when its rows are written again", async (store) => {
    await store.commit(beginning("f", "7"))
    const ended = aCase("f", { number: "7", state: "completed", endedAt: 9 })
    expect(await store.commit(aBatch({ entries: [anEntry("f", 2)], cases: [ended] }))).toMatchObject({ ok: true })
    expect([...(await store.numbered(["7"]))]).toEqual([["7", family("f")]])
  })

  storeTest("[NUMBER12] a family that is forgotten gives back its number", async (store) => {
    await store.commit(beginning("f", "7"))
    const [kept] = await store.records.of([family("f")])
    await store.records.forget([{ family: family("f"), version: 1, trees: [] }])
    expect([...(await store.numbered(["7"]))]).toEqual([])
    expect(await store.commit(beginning("g", "7"))).toEqual({ ok: true, positions: [2] })
    const { isWaiting: _, family: __, notifications: ___, ...rows } = kept ?? expect.fail("f is not there")
    expect(await store.whole.adopt(rows)).toEqual({ ok: false, conflicts: [family("f")] })
    await store.records.forget([{ family: family("g"), version: 1, trees: [] }])
    expect(await store.whole.adopt(rows)).toEqual({ ok: true, positions: [1] })
    expect([...(await store.numbered(["7"]))]).toEqual([["7", family("f")]])
  })
}

/** A family that begins under a case number. */
function beginning(name: string, number: string, more: Partial<Batch> = {}): Batch {
  const numbers = [{ number, family: family(name) }]
  return aBatch({ entries: [anEntry(name, 1)], cases: [aCase(name, { number })], numbers, ...more })
}
