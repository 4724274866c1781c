import { expect, test } from "vitest"
import { accepted, type CaseId, type JsonObject } from "../../src/main.ts"
import { House } from "./house.ts"

const bundle = `
process: parcel
data: { weight: { type: integer, default: 1 } }
flow: [ { task: pack }, { task: send } ]
exceptions: { Torn: { is: ItemTrigger }, Lost: { is: CaseTrigger } }
exlets: { again: [ { restart: item } ] }
`

async function parcels(): Promise<House & { torn(answer: JsonObject): Promise<CaseId> }> {
  const house = await House.open(bundle)
  const torn = async (answer: JsonObject) => {
    const id = await house.start("parcel")
    await house.complete(id, "pack")
    const item = (await house.engine.case(id))?.items.at(-1)
    if (item === undefined) throw new Error("there is nothing to send")
    accepted(await house.engine.startItem(item.id, { by: "bob" }))
    accepted(await house.engine.raise({ case: id, item: item.id, class: "Torn" }, { by: "bob" }))
    const [question] = await house.engine.interventions({ case: id })
    if (question) accepted(await house.engine.answer(question.id, answer, { by: "ann" }))
    await house.engine.idle()
    return id
  }
  return Object.assign(house, { torn })
}

test("[LEARN22] what was answered three times in the same way is a rule in the making, until it is learnt", async () => {
  const house = await parcels()
  const { engine } = house
  for (let times = 0; times < 2; times++) await house.torn({ do: "run", exlet: "again" })
  await house.torn({ do: "skip" })
  expect(await engine.repeatedAnswers("parcel")).toEqual([])
  const last = await house.torn({ do: "run", exlet: "again" })
  const [repeated, ...others] = await engine.repeatedAnswers("parcel")
  expect([others, repeated]).toEqual([
    [],
    {
      ...{ class: "Torn", at: "send", scope: "parcel/send", says: "again", count: 3, recurred: 0, then: "again" },
      ...{ case: last, lastAt: expect.any(Number), from: { family: last, version: expect.any(Number) } },
    },
  ])
  if (repeated === undefined) return
  const { class: on, scope: at, from, then } = repeated
  accepted(await engine.learn({ on, at, from, then, if: "true" }, { by: "ann", reason: "always the same" }))
  expect(await engine.repeatedAnswers("parcel")).toEqual([])
  const next = await house.torn({ do: "dismiss" })
  expect((await engine.exceptions({ case: next, open: false })).map(({ answer }) => answer?.stage)).toEqual(["rules"])
})

test("[LEARN22] answers that are not the same, or that no rule can give, are none", async () => {
  const house = await parcels()
  for (const text of ["a", "b", "c"])
    await house.torn({ do: "run", steps: [{ notify: "ann", text }, { skip: "item" }] })
  expect(await house.engine.repeatedAnswers("parcel")).toEqual([])
  for (let times = 0; times < 3; times++) await house.torn({ do: "run", steps: [{ skip: "item" }] })
  expect((await house.engine.repeatedAnswers("parcel", { least: 2 })).map(({ count, then }) => [count, then])).toEqual([
    [3, [{ skip: "item" }]],
  ])
  expect(await house.engine.repeatedAnswers("nothing")).toEqual([])
})

test("[LEARN22] of what was reported as unforeseen only the same is the same", async () => {
  const house = await parcels()
  const report = async (title: string) => {
    const id = await house.start("parcel")
    accepted(await house.engine.report({ case: id, title }, { by: "bob" }))
    const [question] = await house.engine.interventions({ case: id })
    if (question) accepted(await house.engine.answer(question.id, { do: "remove", target: "case" }, { by: "ann" }))
  }
  for (const title of ["Flood", "Fire", "Frost"]) await report(title)
  expect(await house.engine.repeatedAnswers("parcel")).toEqual([])
  for (const title of ["Frost", "Frost"]) await report(title)
  expect((await house.engine.repeatedAnswers("parcel")).map(({ class: name, count }) => [name, count])).toEqual([
    ["Unforeseen", 3],
  ])
})
