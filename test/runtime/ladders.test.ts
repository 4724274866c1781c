import { expect, test } from "vitest"
import { accepted, openEngine, openMemoryStore, VirtualClock } from "../../src/main.ts"

const bundle = `
process: pay
involvement: automatic
flow:
  - activity: shipping
    do:
      - task: pack
        pattern: optional
        on: { Fire: alarm }
    aside: [ { task: alarm } ]
  - task: close
---
exceptions:
  Fire: { is: ItemTrigger }
  Damage: { is: ItemTrigger }
mandatory:
  tell: { on: Exception, at: everywhere, then: [ { notify: boss, text: something } ] }
rules:
  - { on: Damage, at: pay/shipping, if: 'false', then: [ { skip: item } ] }
`

async function packing() {
  const engine = await openEngine({ store: openMemoryStore(), clock: new VirtualClock("2026-01-05T09:00:00Z") })
  accepted(await engine.deploy(bundle))
  const { case: id } = accepted(await engine.start("pay"))
  const item = (await engine.case(id))?.items.find(({ task }) => task === "pack")?.id
  if (item === undefined) throw new Error("nothing to pack")
  return { engine, id, item }
}

test("[LADDER19] every stage an exception came to is told, with what it did not choose and why", async () => {
  const { engine, id, item } = await packing()
  accepted(await engine.raise({ class: "Damage", case: id, item }))
  const [raised] = await engine.exceptions({ case: id, open: false })
  const ladder = raised && (await engine.ladder(raised.id))
  expect(ladder?.rungs.map(({ stage, considered, says }) => ({ stage, considered, says }))).toEqual([
    { stage: "mandatory", considered: [{ what: "Exception everywhere#tell" }], says: ["steps"] },
    { stage: "procedural", considered: [{ what: "arc Fire → alarm", why: "Damage is no Fire" }], says: undefined },
    { stage: "rules", considered: [{ what: "Damage pay/shipping", why: "none of its rules holds" }], says: undefined },
    { stage: "pattern", considered: [{ what: "optional: skip" }], says: ["skip"] },
  ])
  await engine.stop()
})

test("[LADDER30] what came back tells what it came back from, and as what", async () => {
  const engine = await openEngine({ store: openMemoryStore(), clock: new VirtualClock("2026-01-05T09:00:00Z") })
  accepted(await engine.deploy("process: shop\nflow: [ { task: sell, pattern: repeatable, attempts: 3 } ]"))
  const { case: id } = accepted(await engine.start("shop"))
  const [sell] = await engine.items({ case: id })
  if (sell === undefined) throw new Error("nothing to sell")
  accepted(await engine.startItem(sell.id))
  for (let time = 0; time < 3; time++) accepted(await engine.raise({ class: "ItemAbort", case: id, item: sell.id }))
  const ids = (await engine.exceptions({ case: id, open: false })).map((row) => row.id)
  const links = []
  for (const each of ids) {
    const { recurrenceOf, recurredAs } = (await engine.ladder(each)) ?? {}
    links.push([recurrenceOf, recurredAs])
  }
  expect(links).toEqual([
    [undefined, ids[1]],
    [ids[0], ids[2]],
    [ids[1], undefined],
  ])
  await engine.stop()
})

test("[LADDER19] what would be done can be asked before it happens, and nothing happens", async () => {
  const { engine, id, item } = await packing()
  const before = (await engine.case(id))?.revision
  expect(await engine.applies({ on: "Fire", case: id, item })).toEqual({
    on: "Fire",
    scopes: ["pay/pack", "pay/shipping", "pay", "everywhere"],
    involvement: "automatic",
    stages: [
      { stage: "mandatory", considered: [{ what: "Exception everywhere#tell" }], says: ["steps"] },
      { stage: "procedural", considered: [{ what: "arc Fire → alarm" }], says: ["go on at alarm"] },
      { stage: "rules", considered: [] },
      { stage: "builtIn", considered: [] },
      { stage: "pattern", considered: [{ what: "optional: skip" }], says: ["skip"] },
      { stage: "person", considered: [{ what: "automatic" }] },
    ],
  })
  expect((await engine.case(id))?.revision).toBe(before)
  await engine.stop()
})
