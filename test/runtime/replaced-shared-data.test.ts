import { expect, test } from "vitest"
import { accepted, type CaseId, familyOf, type RunId } from "../../src/main.ts"
import { House } from "./house.ts"

const hotel = `
process: stay
data:
  rate: { type: number, shared: true, default: 80 }
  nights: { type: integer, shared: true, default: 2 }
flow: [ { task: check-in }, { task: pay, writes: [rate] } ]
---
process: minibar
data: { rate: { type: number, shared: true } }
flow: [ { task: count, writes: [rate] } ]
---
process: upgrade
data: { rate: { type: number, shared: true }, nights: { type: integer, shared: true }, room: { type: string, shared: true } }
flow: [ { task: choose, writes: [rate, room] }, { task: move, writes: [rate, nights] } ]
---
process: spa
data: { rate: { type: number, shared: true } }
flow: [ { task: book, writes: [rate] } ]
---
rules:
  - { on: itemPre, at: stay/pay, then: [ { suspend: item }, { set: { nights: nights + 1 } }, { compensate: upgrade }, { continue: item } ] }
`

/** A stay whose payment waits for an upgrade. */
async function upgrading() {
  const house = await House.open(hotel)
  const { engine } = house
  const stay = accepted(await engine.start("stay", { number: "R7" })).case
  const bar = accepted(await engine.start("minibar", { number: "R7" })).case
  await house.complete(stay, "check-in")
  const upgrade = (await engine.cases({ process: "upgrade" }))[0]?.id as CaseId
  const replace = async (undo: boolean) => {
    const item = (await house.engine.caseItems(stay)).find(({ task }) => task === "pay")?.id
    if (item === undefined) throw new Error("nothing is to be paid")
    const from = { case: stay, item }
    const lesson = { on: "itemPre", at: "stay/pay", if: "rate > 0.0", then: "nothing", from, replace: true, undo }
    accepted(await house.engine.learn(lesson))
    await house.engine.idle()
  }
  const data = async (id: CaseId) => (await house.engine.case(id))?.data
  return { house, stay, bar, upgrade, replace, data }
}

test.each([true, false])(
  "[SHARE11] what an abandoned worklet wrote of what is shared is put back with undo (%j)",
  async (undo) => {
    const { house, stay, bar, upgrade, replace, data } = await upgrading()
    await house.complete(upgrade, "choose", { rate: 120, room: "suite" })
    expect([await data(stay), await data(bar)]).toEqual([{ rate: 120, nights: 3 }, { rate: 120 }])
    await house.crash()
    await replace(undo)
    expect((await house.engine.case(upgrade))?.state).toBe("removed")
    const expected = undo ? { rate: 80, nights: 2 } : { rate: 120, nights: 3 }
    expect([await data(stay), await data(bar)]).toEqual([expected, { rate: expected.rate }])
    await house.crash()
    expect([await data(stay), await data(bar)]).toEqual([expected, { rate: expected.rate }])
  },
)

test("[SHARE11] what another case or a person has written since stays, the rest is put back", async () => {
  const { house, stay, bar, upgrade, replace, data } = await upgrading()
  await house.complete(upgrade, "choose", { rate: 120, room: "suite" })
  await house.complete(bar, "count", { rate: 95 })
  await replace(true)
  expect(await data(stay)).toEqual({ rate: 95, nights: 2 })
  const other = await upgrading()
  await other.house.complete(other.upgrade, "choose", { rate: 120, room: "suite" })
  accepted(await other.house.engine.setData(other.upgrade, { rate: 120 }))
  await other.replace(true)
  expect(await other.data(other.stay)).toEqual({ rate: 120, nights: 2 })
})

test("[SHARE11] a case that joins has written nothing; what was shared while the run went on is put back all the same", async () => {
  const { house, stay, upgrade, replace, data } = await upgrading()
  await house.complete(upgrade, "choose", { rate: 120, room: "suite" })
  const late = accepted(await house.engine.start("spa", { number: "R7" })).case
  expect(await data(late)).toEqual({ rate: 120 })
  await replace(true)
  expect([await data(stay), await data(late)]).toEqual([{ rate: 80, nights: 2 }, { rate: 80 }])
})

test("[SHARE11] what worklets wrote that have ended, or that worklets of theirs wrote, is put back with what the run wrote", async () => {
  const house = await House.open(`${hotel}
---
process: spoil
data: { rate: { type: number, shared: true } }
flow: [ { task: cheer, writes: [rate] }, { task: leave } ]
---
rules:
  - { on: itemPre, at: upgrade/move, then: [ { suspend: item }, { compensate: spa }, { set: { rate: 500.0 } }, { compensate: spoil } ] }
`)
  const { engine } = house
  const stay = accepted(await engine.start("stay", { number: "R8" })).case
  await house.complete(stay, "check-in")
  const only = async (process: string) => (await house.engine.cases({ process }))[0]?.id as CaseId
  const rate = async () => (await house.engine.case(stay))?.data.rate
  await house.complete(await only("upgrade"), "choose", { rate: 120, room: "suite" })
  await house.complete(await only("spa"), "book", { rate: 200 })
  expect(await rate()).toBe(500)
  await house.complete(await only("spoil"), "cheer", { rate: 900 })
  await house.crash()
  const replaceRun = async (at: CaseId) => {
    const run = (await house.engine.runs(familyOf(stay))).find(({ case: of }) => of === at)
    accepted(await house.engine.replace(run?.id as RunId, { undo: true }))
    await house.engine.idle()
  }
  await replaceRun(await only("upgrade"))
  expect(await rate()).toBe(120)
  const spa = (await house.engine.cases({ process: "spa", state: "running" }))[0]?.id as CaseId
  await house.complete(spa, "book", { rate: 210 })
  expect(await rate()).toBe(500)
  await replaceRun(stay)
  expect(await rate()).toBe(80)
})
