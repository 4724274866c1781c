import { expect, test } from "vitest"
import { accepted, asItemId, type CaseId } from "../../src/main.ts"
import { concert, House, lesson, refusal } from "./house.ts"

const rule = { on: "itemPre", at: "concert/show" }
const showOf = (id: CaseId) => ({ case: id, item: asItemId(`${id}.i2`) })

test("[LEARN17] a lesson is about the moment the tree was asked, and nothing is done", async () => {
  const house = await House.open(concert)
  const id = await house.concertWith(60)
  accepted(await house.engine.setData(id, { sold: 99 }))
  const before = await house.engine.lastPosition()
  const { says, values } = accepted(await house.engine.lesson({ ...rule, from: showOf(id) }))
  expect([says, values.find(({ name }) => name === "sold")]).toEqual([
    "move",
    { name: "sold", about: "data", here: 60, differs: false },
  ])
  expect(await house.engine.lastPosition()).toBe(before)
  expect(refusal(await house.engine.lesson({ ...rule, at: "change-venue", from: showOf(id) })).code).toBe(
    "DECISION_NOT_FOUND",
  )
})

test("[LEARN20] of a cornerstone nobody may see nothing is told", async () => {
  const house = await House.open(concert)
  const secret = await house.start("concert", { venue: "hideout" })
  await house.complete(secret, "sell", { sold: 60 })
  accepted(await house.engine.learn(lesson('venue == "hideout"', "cancel", showOf(secret))))
  const other = await house.start("concert", { venue: "hideout" })
  await house.complete(other, "sell", { sold: 70 })
  const asked = { ...rule, from: showOf(other) }
  const seen = accepted(await house.engine.lesson(asked))
  expect([seen.there?.case, seen.values.find(({ name }) => name === "sold")?.there]).toEqual([secret, 60])
  const hidden = accepted(await house.engine.lesson({ ...asked, maySee: () => false }))
  expect([hidden.there, hidden.values.filter((value) => value.differs || "there" in value)]).toEqual([undefined, []])
  const checked = accepted(await house.engine.checkCondition({ ...asked, if: "sold > 65", maySee: () => false }))
  expect([checked.isAcceptable, checked.there, checked.here?.outcome]).toEqual([true, undefined, "held"])
})

test("[LEARN21] what happened to an item teaches rules for the activity and the process around it", async () => {
  const house = await House.open(`
process: trip
flow: [ { task: plan }, { activity: journey, do: [ { task: ride }, { task: stay } ] }, { task: pay } ]
---
rules: [ { on: itemPost, at: trip/ride, tree: [ { if: 'false', then: nothing } ] } ]
`)
  const id = await house.start("trip")
  for (const task of ["plan", "ride", "stay"]) await house.complete(id, task)
  const { items = [] } = (await house.engine.case(id)) ?? {}
  const ride = items.find(({ task }) => task === "ride")?.id
  const [decision] = await house.engine.decisions({ tree: "itemPost trip/ride" })
  if (ride === undefined || decision === undefined) throw new Error("nobody has ridden")
  const { family, version } = decision
  const learntAt = async (at: string, from: Parameters<typeof house.engine.lesson>[0]["from"]) => {
    const told = await house.engine.lesson({ on: "itemPost", at, from })
    return told.ok ? told.value.here.item : told.rejection.code
  }
  const seen = []
  for (const at of ["trip/ride", "trip/journey", "trip", "everywhere"])
    seen.push([await learntAt(at, { case: id, item: ride }), await learntAt(at, { family, version })])
  expect(seen).toEqual(Array(4).fill([ride, ride]))
  expect(await learntAt("trip/stay", { family, version })).toBe("DECISION_NOT_FOUND")
})

test("[LEARN19] a rule that only tells people is said to leave the exception to the next stage", async () => {
  const house = await House.open(`${concert}
---
exceptions: { RainedOn: { is: CaseTrigger } }
`)
  const id = await house.start("concert")
  accepted(await house.engine.raise({ case: id, class: "RainedOn" }))
  const asked = { on: "RainedOn", at: "concert", if: "true", from: { case: id } }
  const passes = async (then: string | undefined, on = "RainedOn") =>
    accepted(await house.engine.checkCondition({ ...asked, on, ...(then !== undefined && { then }) })).passes
  expect([await passes("cheer"), await passes("cancel"), await passes("nothing"), await passes(undefined)]).toEqual([
    ...[true, undefined, undefined, undefined],
  ])
  expect(await passes("cheer", "casePre")).toBe(undefined)
})
