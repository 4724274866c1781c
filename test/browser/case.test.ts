import { afterAll, beforeAll, expect, test } from "vitest"
import { accepted } from "../../src/main.ts"
import { openWindow, type Window } from "./window.ts"

const trip = `
process: trip
title: Plan a trip
data: { days: integer, cost: number }
flow:
  - { task: choosePlace, title: Choose a place, writes: [days] }
  - activity: booking
    title: Book everything
    flow:
      - { task: bookTrain, title: Book the train, writes: [cost] }
      - { task: bookRoom, title: Book a room, writes: [cost] }
  - { task: travel, title: Travel }
exceptions:
  NoRoom: { title: No room }
  NoSingleRoom: { is: NoRoom, title: No single room }
exlets:
  look-again: [ { suspend: item }, { compensate: find-cheaper }, { continue: item } ]
rules:
  - on: itemPre
    at: trip/bookRoom
    tree: [ { if: cost > 500, then: look-again } ]
`
const stay = `
process: stay
title: Stay somewhere
data: { nights: integer }
flow: [ { task: arrive, title: Arrive }, { task: sleep, title: Sleep } ]
exceptions:
  Noise: { title: It is noisy }
  Music: { is: Noise, title: Loud music }
mandatory:
  tell: { on: Exception, at: stay, then: [ { notify: ann, text: 'Something is wrong at {{event.at}}' } ] }
exlets:
  move-room: { steps: [ { notify: ann, text: Move } ], solves: true, title: Move to another room }
rules:
  - { on: Noise, at: stay, tree: [ { if: nights > 1, then: move-room } ] }
`
const cheaper = `
process: find-cheaper
title: Find something cheaper
data: { cost: number }
flow: [ { task: search, writes: [cost] } ]
`

let window: Window
beforeAll(async () => {
  window = await openWindow({ bundles: [cheaper, trip, stay] })
}, 180_000)
afterAll(async () => {
  await window.close()
})

async function planned(cost?: number): Promise<string> {
  const { engine } = window
  const { case: id } = accepted(await engine.start("trip", { by: "ann" }))
  if (cost === undefined) return id
  await complete(id, "choosePlace", { days: 3 })
  await complete(id, "bookTrain", { cost })
  return id
}

async function complete(id: string, task: string, data: Record<string, number>): Promise<void> {
  const { items } = (await window.engine.case(id as never)) ?? { items: [] }
  const item = items.find((each) => each.task === task && each.endedAt === undefined)
  if (!item) throw new Error(`${task} is not there`)
  accepted(await window.engine.completeItem(item.id, data, { by: "ann" }))
}

test("[WEB4] what somebody else does is seen in the net and in the timeline without reloading", async () => {
  const id = await planned()
  const page = await window.open(`/cases/${id}`)
  await page.getByRole("button", { name: "Choose a place, enabled" }).waitFor()
  await complete(id, "choosePlace", { days: 3 })
  await page.getByRole("button", { name: "Choose a place, done" }).waitFor()
  await page.getByText("“Choose a place” was completed").waitFor()
  await page.close()
})

test("[CASEV2] a decision in the timeline opens its rule with the values it saw", async () => {
  const id = await planned(900)
  const page = await window.open(`/cases/${id}`)
  await page.getByText("said “look-again”").waitFor()
  await page.getByRole("button", { name: "Why?" }).first().click()
  const rule = page.getByRole("listitem").filter({ hasText: "This is the answer." })
  await rule.last().waitFor()
  const text = await rule.last().innerText()
  expect([text.includes("cost > 500"), text.includes("900")]).toEqual([true, true])
  await page.close()
})

test("[CASEV5] from an exception a better rule is taught in the tree that answered, with the case it was learnt from", async () => {
  const { engine } = window
  const first = await planned(400)
  const item = async (id: string) => (await engine.case(id as never))?.items.find(({ task }) => task === "bookRoom")?.id
  const raised = async (id: string) => {
    const own = await item(id)
    if (own === undefined) throw new Error("there is no room to book")
    return accepted(await engine.raise({ class: "NoSingleRoom", case: id as never, item: own }, { by: "ann" }))
  }
  await raised(first)
  const from = { case: first as never, item: (await item(first)) as never }
  accepted(await engine.learn({ on: "NoRoom", at: "trip", from, if: "cost > 1", then: "look-again" }, { by: "ann" }))
  const second = await planned(300)
  await raised(second)
  const page = await window.open(`/cases/${second}`)
  await page.getByRole("button", { name: "Why?" }).first().click()
  await page.getByRole("link", { name: "Was this wrong? Teach a better rule" }).click()
  await page.waitForURL(/on=NoRoom&at=trip&/)
  await page.getByText("The answer now is look-again").waitFor()
  await page.getByText(first).first().waitFor()
  await page.close()
})

test("[CASEV5] beside a handler the tree that answered is the one to teach in, in the timeline and under Exceptions", async () => {
  const { engine } = window
  const raised = async (nights: number) => {
    const { case: id } = accepted(await engine.start("stay", { by: "ann", data: { nights } }))
    const item = (await engine.case(id))?.items[0]?.id
    if (item === undefined) throw new Error("nobody arrives")
    accepted(await engine.raise({ class: "Music", case: id, item }, { by: "ann" }))
    return id
  }
  const answered = await raised(3)
  const page = await window.open(`/cases/${answered}`)
  const better = page.getByRole("link", { name: "Was this wrong? Teach a better rule" })
  await page.getByRole("button", { name: "Why?" }).nth(0).click()
  await page.getByText("This is the rule of a handler.").waitFor()
  expect(await better.count()).toBe(0)
  await page.getByRole("button", { name: "Why?" }).nth(1).click()
  await better.click()
  await page.waitForURL(/on=Noise&at=stay&/)
  await page.getByText("The answer now is move-room").waitFor()
  await page.goto(`${window.url}/cases/${answered}?tab=exceptions`)
  await page.locator(".exception-list summary", { hasText: "Loud music" }).click()
  await page.getByRole("link", { name: "Teach a rule about this" }).click()
  await page.waitForURL(/on=Noise&at=stay&/)
  await page.getByText("The answer now is move-room").waitFor()
  await page.goto(`${window.url}/cases/${await raised(1)}?tab=exceptions`)
  await page.locator(".exception-list summary", { hasText: "Loud music" }).click()
  await page.getByRole("link", { name: "Teach a rule about this" }).click()
  await page.waitForURL(/on=Music&at=stay%2Farrive&/)
  expect(window.errors).toEqual([])
  await page.close()
})

test("[CASEV1] the family is there to be clicked: case, exlet, worklet", async () => {
  const id = await planned(900)
  const page = await window.open(`/cases/${id}`)
  const family = page.getByRole("region", { name: "Family" })
  await family.getByRole("link", { name: /look-again/ }).waitFor()
  await family.getByRole("link", { name: /Find something cheaper/ }).click()
  await page.getByRole("heading", { name: "Find something cheaper" }).waitFor()
  await page.close()
})

test("an action asks why, shows what will happen, does it, and can be undone", async () => {
  const id = await planned()
  const page = await window.open(`/cases/${id}`)
  await page.getByRole("button", { name: "Suspend" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByText("is held").waitFor()
  const isDisabled = await dialog.getByRole("button", { name: "Suspend" }).isDisabled()
  await dialog.getByLabel("Reason").fill("the weather is bad")
  await dialog.getByRole("button", { name: "Suspend" }).click()
  await page.getByRole("button", { name: "Continue" }).waitFor()
  const held = await window.engine.case(id as never)
  await page.getByRole("button", { name: "Undo" }).click()
  await page.getByRole("button", { name: "Suspend" }).waitFor()
  const freed = await window.engine.case(id as never)
  expect([isDisabled, held?.held, freed?.held]).toEqual([true, true, false])
  await page.close()
})

test("[WEB9] a net is gone through by arrow keys, and a step chosen by Enter", async () => {
  const id = await planned()
  const page = await window.open(`/cases/${id}`)
  await page.getByRole("button", { name: "Choose a place, enabled" }).focus()
  await page.keyboard.press("ArrowRight")
  await page.locator('[data-task="booking"]:focus').waitFor()
  await page.keyboard.press("Enter")
  await page.getByRole("region", { name: "Book everything" }).waitFor()
  expect(new URL(page.url()).searchParams.get("task")).toBe("booking")
  await page.close()
})

test("[WEB13] a dialog begins in its first field and gives the focus back; the palette goes anywhere by a few letters", async () => {
  const [id, other] = [await planned(), await planned()]
  const page = await window.open(`/cases/${id}`)
  const suspend = page.getByRole("button", { name: "Suspend" })
  await suspend.press("Enter")
  await page.getByLabel("Reason").and(page.locator(":focus")).waitFor()
  await page.keyboard.press("Escape")
  await suspend.and(page.locator(":focus")).waitFor()
  await page.keyboard.press("Control+K")
  await page.keyboard.type(other)
  await page.getByRole("option", { name: other }).waitFor()
  await page.keyboard.press("Enter")
  await page.waitForURL(`**/cases/${other}`)
  await page.locator("main:focus").waitFor()
  await page.close()
})

test("[SHARE4] the data of a case says what is shared, and shows what another case has written", async () => {
  accepted(
    await window.engine.deploy(
      "process: car\ndata: { price: { type: integer, shared: true }, bay: integer }\nflow: [ { task: build } ]\n---\nprocess: recall\ndata: { price: { type: integer, shared: true } }\nflow: [ { task: fix } ]\n",
    ),
  )
  const car = accepted(await window.engine.start("car", { number: "VIN-42", data: { price: 9, bay: 2 } })).case
  const recall = accepted(await window.engine.start("recall", { number: "VIN-42" })).case
  const page = await window.open(`/cases/${car}`)
  await page.getByRole("tab", { name: "Data" }).click()
  const row = page.getByRole("row", { name: /Price shared/ })
  await row.getByRole("cell", { name: "9", exact: true }).waitFor()
  accepted(await window.engine.setData(recall, { price: 7 }))
  await row.getByRole("cell", { name: "7", exact: true }).waitFor()
  expect(await page.getByRole("row", { name: /shared/ }).count()).toBe(1)
  await page.close()
})

test("[NETV7] of a net of 500 steps only what is in view is drawn, and the page answers meanwhile", async () => {
  const tasks = Array.from({ length: 500 }, (_, index) => `  - task: step${index}`)
  accepted(await window.engine.deploy(`process: long-way\nflow:\n${tasks.join("\n")}\n`))
  const { case: id } = accepted(await window.engine.start("long-way", { by: "ann" }))
  const page = await window.open(`/cases/${id}`)
  await page.getByRole("tab", { name: "Data" }).click()
  await page.getByRole("button", { name: "Step0, enabled" }).waitFor()
  const drawn = await page.locator(".react-flow__node").count()
  expect([drawn > 3, drawn < 120]).toEqual([true, true])
  await page.close()
}, 90_000)

test("[WEB8] what one may not do is not offered", async () => {
  const id = await planned()
  accepted(
    await window.engine.deploy(
      "organisation:\n  roles: { auditor: {} }\n  agents: { vera: { roles: [auditor] } }\n  permissions: { auditor: [see] }\n",
    ),
  )
  const page = await window.open(`/cases/${id}`, { as: "vera" })
  await page.getByRole("heading", { name: "Plan a trip" }).waitFor()
  const buttons = await page.getByRole("button", { name: /Suspend|More/ }).count()
  const places = await page.getByRole("navigation", { name: "Pages" }).getByRole("link").allInnerTexts()
  expect([buttons, places.map((text) => text.trim().split("\n")[0])]).toEqual([
    0,
    ["Overview", "Cases", "Rules", "Exlets", "Processes", "Organisation"],
  ])
  await page.close()
})
