import { expect, test } from "vitest"
import { Lanes } from "./lanes.ts"
import { Turns } from "./turns.ts"

test("[HTTP40] callers take turns, and whatever else has come gets its own between any two", async () => {
  const told: string[] = []
  const turns = new Turns(async () => {
    await new Promise((resolve) => setImmediate(resolve))
    told.push("others")
  })
  const slice = (who: string) => turns.next(who).then(() => void told.push(who))
  await Promise.all([slice("ann"), slice("ann"), slice("ann"), slice("ann"), slice("bob"), slice("eve")])
  expect(told.filter((each) => each !== "others")).toEqual(["ann", "bob", "eve", "ann", "ann", "ann"])
  expect(told.filter((each) => each === "others").length).toBe(6)
  expect(told.every((each, index) => (each === "others") === (index % 2 === 0))).toBe(true)
})

test("[HTTP40] so many answers are made for one caller at a time, and a line of bounded length waits", async () => {
  const lanes = new Lanes({ workEach: 2, requestsEach: 3 }, new Turns(async () => undefined), { hasRoom: () => true })
  const entered: number[] = []
  const enter = (number: number) => {
    const way = lanes.enter("ann")
    if (way === "now") entered.push(number)
    else void way?.then(() => entered.push(number))
    return way === undefined ? "refused" : way === "now" ? "now" : "waits"
  }
  expect([1, 2, 3, 4, 5, 6].map(enter)).toEqual(["now", "waits", "waits", "waits", "waits", "refused"])
  expect(lanes.enter("bob")).toBe("now")
  lanes.leave("ann")
  await new Promise((resolve) => setImmediate(resolve))
  expect([entered, lanes.underWay("ann")]).toEqual([[1, 2, 3], 2])
  for (let count = 0; count < 4; count++) lanes.leave("ann")
  await new Promise((resolve) => setImmediate(resolve))
  expect(entered).toEqual([1, 2, 3, 4, 5])
})

test("[HTTP40] of what a caller asks at once a second answer is begun when others have had a turn", async () => {
  const told: string[] = []
  const turns = new Turns(async () => {
    await new Promise((resolve) => setImmediate(resolve))
    told.push("others")
  })
  const lanes = new Lanes({ workEach: 4, requestsEach: 99 }, turns, { hasRoom: () => true })
  const answer = async (who: string) => {
    const way = lanes.enter(who)
    if (way !== "now") await way
    told.push(who)
    lanes.leave(who)
  }
  await Promise.all([..."aaaaaa", "b"].map(answer))
  expect(told.join(" ").replaceAll(/others( others)*/g, "|")).toBe("a b | a | a | a | a | a")
  await new Promise((resolve) => setImmediate(resolve))
  await answer("a")
  expect(told.at(-1)).toBe("a")
})

test("[HTTP41] where there is no room for another page, one answer at a time is made for a caller", () => {
  const asked: number[] = []
  const kept = { hasRoom: (_: string, pages: number) => asked.push(pages) < 0 }
  const lanes = new Lanes({ workEach: 4, requestsEach: 3 }, new Turns(async () => undefined), kept)
  expect([lanes.enter("ann"), typeof lanes.enter("ann"), asked]).toEqual(["now", "object", [2]])
})
