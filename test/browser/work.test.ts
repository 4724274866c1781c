import type { Locator, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { accepted, asItemId } from "../../src/main.ts"
import { obstacles, openWindow, type Window } from "./window.ts"

const shop = `
process: order
title: Sell something
data:
  customer: { type: string, default: Ada }
  pieces: { type: integer, min: 1, max: 99, title: How many }
  wishes: { list: { what: { type: string, required: true }, by: duration } }
  isPaid: boolean
flow:
  - task: takeOrder
    title: Take the order
    reads: [customer]
    writes: [pieces, wishes, isPaid]
`
const trouble = `
exceptions:
  out-of-stock: { is: CaseTrigger, title: Out of stock, parameters: { left: { type: integer, required: true, min: 0 } } }
exlets:
  wait-for-stock: [ { suspend: case }, { compensate: restock }, { continue: case } ]
rules:
  - { on: out-of-stock, at: order, then: wait-for-stock }
`
const restock = "process: restock\nflow: [ { task: callSupplier } ]"
const counting = `
process: count-stock
data: { pieces: integer, note: string, isRight: boolean }
flow: [ { task: count, writes: [pieces, note, isRight] }, { task: report } ]
`
const people = `
organisation:
  agents: { ann: {}, bob: {}, dot: {} }
  permissions:
    ann: [see, do, raise]
    bob: [see, do, raise, intervene]
    dot: [do]
`

describe("work in a browser", () => {
  let window: Window

  beforeAll(async () => {
    window = await openWindow({ bundles: [shop, restock, counting, trouble, people] })
  })
  afterAll(() => window?.close())
  afterEach(async () => {
    await window.leave()
    for (const { id, state, parent } of await window.engine.cases({ limit: 1000 }))
      if (state === "running" && parent === undefined) accepted(await window.engine.removeCase(id))
  })

  const begin = async () => accepted(await window.engine.start("order")).case
  const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true }).waitFor()
  const field = (page: Page, label: string) => page.getByLabel(label)

  test("[WLIST12] an item is filled in and completed by keys alone; a wrong value is told beside its field, and Enter opens the next item", async () => {
    const [first, second] = [await begin(), await begin()]
    const page = await window.open("/work", { as: "ann" })
    await page
      .getByRole("link", { name: /Take the order/ })
      .first()
      .waitFor()
    await page.keyboard.press("j")
    await heading(page, "Take the order")
    await page.keyboard.press("Enter")
    await page.keyboard.type("100")
    await page.keyboard.press("Control+Enter")
    await page.getByText("Must be at most 99.").waitFor()
    const focused = page.locator(":focus")
    expect(await focused.getAttribute("aria-invalid")).toBe("true")
    await page.keyboard.press("Control+A")
    await page.keyboard.type("12")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await page.getByRole("textbox", { name: "What", exact: true }).waitFor()
    await page.keyboard.type("a ribbon")
    await page.keyboard.press("Tab")
    await page.keyboard.type("2 days")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("Control+Enter")
    await page.getByText("“Take the order” is completed.").waitFor()
    await page.getByText("Next: Take the order, Sell something.").waitFor()
    await page.waitForURL(`**/work/${first}.i1`)
    await page.keyboard.press("Enter")
    await page.waitForURL(`**/work/${second}.i1`)
    expect(await focused.getAttribute("inputmode")).toBe("numeric")
    const done = await window.engine.case(first)
    expect([done?.state, done?.data]).toEqual([
      "completed",
      { customer: "Ada", pieces: 12, wishes: [{ what: "a ribbon", by: "P2D" }], isPaid: true },
    ])
    expect(await obstacles(page)).toEqual([])
    expect(window.errors).toEqual([])
  })

  test("[WLIST12] Enter opens the next item also where that comes after the last one was completed", async () => {
    const first = await begin()
    const page = await window.open(`/work/${first}.i1`, { as: "ann" })
    await field(page, "How many").fill("3")
    await page.getByRole("button", { name: "Add to Wishes" }).click()
    await page.getByRole("textbox", { name: "What", exact: true }).fill("a bow")
    await page.getByRole("radio", { name: "Yes" }).check()
    await page.keyboard.press("Control+Enter")
    await page.getByText("There is nothing else to do now.").waitFor()
    const second = await begin()
    await page.getByText("Press Enter to open it.").waitFor()
    await page.keyboard.press("Enter")
    await page.waitForURL(`**/work/${second}.i1`)
    expect(await page.locator(":focus").getAttribute("inputmode")).toBe("numeric")
  })

  for (const width of [1440, 820, 390])
    test(`[WLIST19] at ${width} px a click on Complete with empty fields asks first, and further clicks at the same place do nothing else`, async () => {
      const [first, second] = [await begin(), await begin()]
      const page = await window.open(`/work/${first}.i1`, { as: "ann", width, height: 900 })
      const button = page.getByRole("article").getByRole("button", { name: "Complete", exact: true }).first()
      await button.click()
      const dialog = page.getByRole("dialog")
      await dialog.getByText("These 3 fields are empty:").waitFor()
      await dialog.getByText("“Sell something” was completed").waitFor()
      expect(await obstacles(page)).toEqual([])
      const box = await button.boundingBox()
      const at = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
      await page.mouse.click(at.x, at.y)
      expect((await window.engine.case(first))?.state).toBe("running")
      await dialog.getByRole("button", { name: "Back to the form" }).click()
      await field(page, "How many").fill("3")
      await page.getByRole("button", { name: "Add to Wishes" }).click()
      await page.getByRole("textbox", { name: "What", exact: true }).fill("a bow")
      await page.getByRole("radio", { name: "Yes" }).check()
      await button.scrollIntoViewIfNeeded()
      const now = await button.boundingBox()
      const there = { x: (now?.x ?? 0) + (now?.width ?? 0) / 2, y: (now?.y ?? 0) + (now?.height ?? 0) / 2 }
      await page.mouse.click(there.x, there.y)
      await page.getByText("“Take the order” is completed.").waitFor()
      for (let more = 0; more < 4; more++) await page.mouse.click(there.x, there.y)
      const states = await Promise.all([first, second].map(async (id) => (await window.engine.case(id))?.state))
      expect(states).toEqual(["completed", "running"])
      expect(await obstacles(page)).toEqual([])
      await page.getByRole("button", { name: "Next item" }).click()
      await page.waitForURL(`**/work/${second}.i1`)
      expect(window.errors).toEqual([])
    })

  for (const width of [820, 390])
    test(`[WLIST22] at ${width} px the item that was tapped far down the list is in view, and so is one opened by its address`, async () => {
      for (let each = 0; each < 24; each++) await begin()
      const page = await window.open("/work", { as: "ann", width, height: 844, hasTouch: true })
      const row = page.getByRole("link", { name: /Take the order/ }).nth(20)
      await row.tap()
      await page.waitForURL("**/work/*.i1")
      const head = page.getByRole("article").getByRole("heading", { name: "Take the order" })
      await expect.poll(() => isInView(head, 844)).toBe(true)
      await page.reload()
      await page.locator(".work-row[aria-current]").waitFor()
      await head.waitFor()
      expect(await isInView(head, 844)).toBe(true)
    })

  test("[WLIST20] a held item comes last, takes no text, and what was typed before is still shown", async () => {
    const [first, second] = [await begin(), await begin()]
    const typing = await window.open(`/work/${first}.i1`, { as: "bob" })
    await field(typing, "How many").fill("5")
    accepted(await window.engine.suspend({ kind: "case", case: first }, { by: "bob", reason: "no paper" }))
    await typing.getByRole("region", { name: "What you typed" }).getByText("5", { exact: true }).waitFor()
    expect(await field(typing, "How many").count()).toBe(0)
    const page = await window.open("/work", { as: "ann" })
    await page.getByRole("button", { name: "Begin with the first" }).click()
    await page.waitForURL(`**/work/${second}.i1`)
    await heading(page, "Take the order")
    expect(await page.locator(":focus").count()).toBe(0)
    await page.keyboard.press("j")
    await page.waitForURL(`**/work/${first}.i1`)
    await page.getByText(/Held by bob/).waitFor()
    await page.keyboard.press("k")
    await page.waitForURL(`**/work/${second}.i1`)
    accepted(await window.engine.continue({ kind: "case", case: first }, { by: "bob" }))
    await field(typing, "How many").waitFor()
    expect(await field(typing, "How many").inputValue()).toBe("5")
    accepted(await window.engine.completeItem(asItemId(`${first}.i1`), { pieces: 4 }, { by: "ann" }))
    await typing.getByRole("region", { name: "What was entered" }).getByText("4", { exact: true }).waitFor()
    await typing.getByRole("region", { name: "What you typed" }).getByText("5", { exact: true }).waitFor()
  })

  test("[WLIST21] a completed item shows what was entered, whatever the case has become since", async () => {
    const { case: id } = accepted(await window.engine.start("count-stock"))
    accepted(await window.engine.completeItem(asItemId(`${id}.i1`), { pieces: 4, isRight: true }, { by: "ann" }))
    accepted(await window.engine.setData(id, { pieces: 9 }, { by: "bob" }))
    const page = await window.open(`/work/${id}.i1`, { as: "bob" })
    const entered = page.getByRole("region", { name: "What was entered" })
    await entered.waitFor()
    expect(await entered.locator("dl > div").allTextContents()).toEqual(["Pieces4", "Note–", "Is rightYes"])
  })

  test("[WLIST13] what somebody takes in one browser is gone from the other, which says who has it", async () => {
    const id = await begin()
    const [ann, bob] = [await window.open("/work", { as: "ann" }), await window.open(`/work/${id}.i1`, { as: "bob" })]
    const row = ann.getByRole("link", { name: /Take the order/ })
    await row.waitFor()
    await field(bob, "How many").fill("5")
    await ann.getByRole("link", { name: /Take the order/ }).click()
    await ann.getByRole("button", { name: "Start", exact: true }).click()
    await ann.getByRole("region", { name: "With you" }).waitFor()
    await bob.getByText("ann has this item now. What you have typed was not sent.").waitFor()
    await bob.getByRole("link", { name: /Take the order/ }).waitFor({ state: "detached" })
    expect(await obstacles(bob)).toEqual([])
  })

  test("[WLIST6] what is typed is there after others have changed the item, and after the page is loaded again", async () => {
    const id = await begin()
    const page = await window.open(`/work/${id}.i1`, { as: "ann" })
    await field(page, "How many").fill("7")
    accepted(await window.engine.setData(id, { customer: "Grace" }))
    await page.getByText("Grace").waitFor()
    expect(await field(page, "How many").inputValue()).toBe("7")
    await page.reload()
    await page.getByText("Grace").waitFor()
    expect(await field(page, "How many").inputValue()).toBe("7")
    await page.getByRole("button", { name: "As it was" }).click()
    expect(await field(page, "How many").inputValue()).toBe("")
  })

  test("[WLIST14] what is held says by whom and why, and offers nothing that would be refused", async () => {
    const id = await begin()
    accepted(await window.engine.suspend({ kind: "case", case: id }, { by: "bob", reason: "no paper" }))
    const page = await window.open(`/work/${id}.i1`, { as: "ann" })
    await page.getByText(/Held by bob since .*: no paper\./).waitFor()
    expect(await page.getByRole("button", { name: "Complete" }).count()).toBe(0)
  })

  test("[WLIST14] giving an item away asks for a reason and tells what follows", async () => {
    const id = await begin()
    const page = await window.open(`/work/${id}.i1`, { as: "ann" })
    await page.getByRole("button", { name: "Take", exact: true }).click()
    await page.getByRole("button", { name: "Delegate" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("To").selectOption("bob")
    await dialog.getByText("“Take the order” is with bob").waitFor()
    expect(await dialog.getByRole("button", { name: "Delegate" }).isDisabled()).toBe(true)
    await dialog.getByLabel("Reason").fill("I am away")
    await dialog.getByRole("button", { name: "Delegate" }).click()
    await page.getByText("“Take the order” is with bob now.").waitFor()
    expect((await window.engine.worklist("bob", { mine: true })).map((row) => row.id)).toEqual([`${id}.i1`])
  })

  test("[WLIST18] whoever may only do items reads what people call their processes", async () => {
    await begin()
    const page = await window.open("/work", { as: "dot" })
    await page.getByRole("link", { name: /Take the order.*Sell something/ }).click()
    await page.getByRole("article", { name: "Take the order" }).getByText("Sell something").waitFor()
  })

  test("[WLIST15] who has nothing to do is told where work comes from", async () => {
    const page = await window.open("/work", { as: "ann" })
    await page.getByText("Nothing to do for ann").waitFor()
    await page.getByRole("link", { name: "start one of a process" }).waitFor()
    const worker = await window.open("/work", { as: "dot", isDark: true })
    await worker.getByText("Nothing to do for dot").waitFor()
    expect(await worker.getByRole("link", { name: "start one of a process" }).count()).toBe(0)
    expect(await worker.getByText("The server is not there").count()).toBe(0)
    expect([...(await obstacles(page)), ...(await obstacles(worker))]).toEqual([])
  })

  test("[WLIST16] a known trigger is raised with its parameters, after what follows was shown", async () => {
    const id = await begin()
    const page = await window.open(`/work/${id}.i1`, { as: "ann" })
    await page.getByRole("link", { name: "Raise" }).click()
    await page.getByRole("radio", { name: /Out of stock/ }).check()
    await page.getByRole("button", { name: "Raise", exact: true }).click()
    await page.getByText("Needs a value.").waitFor()
    await field(page, "Left").fill("3")
    await page.getByText("The exlet “wait-for-stock” began").waitFor()
    expect(await obstacles(page)).toEqual([])
    await page.getByRole("button", { name: "Raise", exact: true }).click()
    await page.waitForURL(`**/cases/${id}`)
    const view = await window.engine.case(id)
    expect([view?.held, view?.runs.map(({ exlet, parameters }) => [exlet, parameters])]).toEqual([
      true,
      [["wait-for-stock", { left: 3 }]],
    ])
  })

  test("[WLIST17] something else is reported: the case is held at once, and somebody is asked", async () => {
    const id = await begin()
    const page = await window.open(`/cases/${id}/raise`, { as: "ann", isDark: true })
    await page.getByRole("radio", { name: /Something else/ }).check()
    await field(page, "Title").fill("The shop burns")
    await field(page, "What happened").fill("There is smoke.")
    await field(page, "What should be done").fill("Call somebody")
    await page.getByText("“Sell something” is held").waitFor()
    expect(await obstacles(page)).toEqual([])
    await page.getByRole("button", { name: "Report, and hold the case" }).click()
    await page.waitForURL(`**/cases/${id}`)
    await page.getByText("“The shop burns” was reported. The case is held.").waitFor()
    const view = await window.engine.case(id)
    expect([view?.held, view?.exceptions.map(({ parameters }) => parameters), view?.interventions.length]).toEqual([
      true,
      [{ title: "The shop burns", text: "There is smoke.\n\nWhat should be done: Call somebody" }],
      1,
    ])
  })

  test("[WLIST17] nothing can be raised at a case that is over, or is not there", async () => {
    const id = await begin()
    accepted(await window.engine.removeCase(id))
    const page = await window.open(`/cases/${id}/raise`, { as: "ann" })
    await page.getByText("This case is over: removed").waitFor()
    await page.goto(`${window.url}/cases/nowhere/raise`)
    await page.getByText("There is no such case").waitFor()
  })
})

async function isInView(of: Locator, height: number): Promise<boolean> {
  const box = await of.boundingBox()
  return box !== null && box.y >= 0 && box.y + box.height <= height
}

describe("a long worklist in a browser", () => {
  let window: Window

  beforeAll(async () => {
    window = await openWindow({ bundles: [shop, people] })
  })
  afterAll(() => window?.close())

  test("[WLIST8] a list of thousands comes in parts, and words find what is far down in it", async () => {
    const started = await Promise.all(Array.from({ length: 3000 }, () => window.engine.start("order")))
    const cases = started.map((answer) => accepted(answer).case).toSorted()
    const page = await window.open("/work", { as: "ann" })
    const rows = page.getByRole("region", { name: "Offered to you" }).getByRole("listitem")
    await rows.first().waitFor()
    expect(await rows.count()).toBe(50)
    await page.getByRole("button", { name: "Show more" }).click()
    await rows.nth(99).waitFor()
    await page.getByLabel("Find in the worklist").fill(cases.at(-1) ?? "")
    await page.waitForURL(/text=/)
    await rows.nth(1).waitFor({ state: "detached" })
    expect(await rows.first().textContent()).toContain(cases.at(-1))
  })
})
