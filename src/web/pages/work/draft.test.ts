import { expect, test } from "vitest"
import { draftFrom, nothingTyped, outputOf, overtaken, shownIn, stillTyped, typedInto, without } from "./draft.ts"

const data = { venue: "Stadium", seats: 20_000, lines: [{ a: 1, b: 2 }] }

test("[WLIST6] what is typed is shown over the item's data, also when that changes meanwhile", () => {
  const draft = typedInto(nothingTyped, data, { ...data, seats: 500 })
  const later = { ...data, seats: 9000, venue: "Hall" }
  expect([draft, shownIn(draft, later)]).toEqual([
    { seats: { from: 20_000, to: 500 } },
    { venue: "Hall", seats: 500, lines: data.lines },
  ])
})

test("[WLIST6] only what was changed is written; what was taken away is written as no value", () => {
  const { venue: _, ...rest } = data
  const draft = typedInto(nothingTyped, data, { ...rest, note: "new" })
  expect(outputOf(draft)).toEqual({ venue: null, note: "new" })
  expect(shownIn(draft, data)).toEqual({ ...rest, note: "new" })
})

test("[WLIST6] what is as it was is not typed any more", () => {
  const draft = typedInto(nothingTyped, data, { ...data, seats: 500 })
  expect(typedInto(draft, data, { ...data, lines: [{ b: 2, a: 1 }] })).toEqual({})
})

test("[WLIST7] what somebody else has changed since is told, and can be taken", () => {
  const draft = typedInto(nothingTyped, data, { ...data, seats: 500, venue: "Hall" })
  const later = { ...data, seats: 9000, venue: "Hall" }
  expect([overtaken(draft, later), overtaken(draft, data), without(draft, "seats")]).toEqual([
    ["seats"],
    [],
    { venue: { from: "Stadium", to: "Hall" } },
  ])
})

test("[WLIST6] what was saved is not typed any more, and the rest is", () => {
  const draft = typedInto(nothingTyped, data, { ...data, seats: 500, venue: "Hall" })
  expect(stillTyped(draft, { ...data, seats: 500 })).toEqual({ venue: { from: "Stadium", to: "Hall" } })
})

test("[WLIST6] a draft is kept as text, and what is none is none", () => {
  const draft = typedInto(nothingTyped, data, { ...data, seats: 500 })
  expect([JSON.stringify(draft), null, "{", "[1]", '{"a":1}', "7"].map(draftFrom)).toEqual([draft, {}, {}, {}, {}, {}])
})
