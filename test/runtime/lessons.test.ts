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
