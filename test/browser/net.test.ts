import type { Locator, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { accepted, asItemId } from "../../src/main.ts"
import { obstacles, openWindow, type Window } from "./window.ts"

const tour = `
process: tour
title: Go on tour
data: { days: integer }
flow:
  - activity: prepare
    title: Prepare everything that has to be ready before anybody leaves
    flow:
      - { task: pack, title: Pack the instruments and costumes, needs: { role: crew } }
      - { task: tour, title: Donaudampfschifffahrtsgesellschaftskapitaensmuetze abholen }
  - parallel: checks
    branches:
      - [ { task: light, title: Check all lights and all the cables and connectors } ]
      - [ { task: sound, title: Sound } ]
  - { task: play, writes: [days] }
  - { task: load }
  - { task: drive, title: Drive home }
  - { task: unpack }
exceptions: { rain: { is: CaseTrigger, title: It rains }, broken: { is: ItemTrigger, title: Something broke } }
organisation: { agents: { ann: { roles: [crew] } }, roles: { crew: {} } }
`

const chain = (name: string, titles: readonly string[]) =>
  titles.map((title, at) => `{ task: ${name}${at + 1}, title: ${title} }`).join(", ")
const numbers = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh"]
const rooms = numbers.map((number) => `Pack the ${number} room`)
const move = `
process: move
title: Move the office
data: { isLarge: boolean }
flow:
  - { task: ask, title: Ask every team which rooms and connections they need, writes: [isLarge] }
  - activity: search
    title: Find a place
    flow: [ ${chain(
      "visit",
      numbers.map((number) => `Visit the ${number} building`),
    )} ]
  - parallel: prepare
    branches:
      - [ ${chain("network", ["Order the network", "Lay the cables", "Put up the phones", "Put up the printers"])} ]
      - - choice: size
          cases:
            - { when: isLarge, do: [ ${chain("lab", ["Ventilation", "Gas", "Permit of the authority for the laboratory"])} ] }
            - otherwise: [ { task: kitchen, title: Kitchen } ]
      - [ ${chain("pack", rooms)} ]
      - [ ${chain("tell", ["Tell the bank", "Tell the tax office", "Tell the press", "Tell the customers"])} ]
  - { task: truck, title: Rent a truck }
  ${[
    "Lock the doors",
    "Load",
    "Drive",
    "Unload",
    "Unpack",
    "Test all",
    "Put up the signs",
    "Clean",
    "Count",
    "Pay",
    "Thank all",
  ]
    .map((title, at) => `- { task: end${at}, title: ${title} }`)
    .join("\n  ")}
  - { task: keys, title: Give the keys back }
`

describe("a net in a browser", () => {
  let window: Window
  beforeAll(async () => {
    window = await openWindow({ bundles: [tour, move] })
  })
  afterAll(() => window?.close())
  afterEach(() => window.leave())

  const net = (page: Page) => page.getByRole("region", { name: "Net of Go on tour" })
  const step = (page: Page, name: RegExp) => net(page).getByRole("button", { name })

  test("[NETV8] a step is chosen by a click, an activity unfolds and folds by one, and what is pointed at says what it is", async () => {
    const { case: id } = accepted(await window.engine.start("tour"))
    const page = await window.open(`/cases/${id}`, { width: 1440, height: 900 })
    await step(page, /^Drive home/).click()
    await page.waitForURL(/task=drive/)
    await page.getByRole("heading", { name: "Drive home" }).waitFor()
    await step(page, /^Drive home/).click()
    await page.waitForURL((url) => !url.search.includes("task="))
    await net(page)
      .getByRole("button", { name: /^Close Prepare/ })
      .click()
    await step(page, /^Pack the instruments/).waitFor({ state: "detached" })
    await net(page)
      .getByRole("button", { name: /^Open Prepare/ })
      .click()
    await step(page, /^Pack the instruments/).click()
    await page.waitForURL(/task=pack/)
    const sound = step(page, /^Sound/)
    await sound.hover()
    expect(await pointedAt(page, sound)).toContain("Sound")
    expect(await pointedAt(page, step(page, /^Prepare everything/))).toContain("before anybody leaves")
    expect(window.errors).toEqual([])
  })

  test("[NETV8] dragging on a step moves the net and chooses nothing", async () => {
    const { case: id } = accepted(await window.engine.start("tour"))
    const page = await window.open(`/cases/${id}`, { width: 1440, height: 900 })
    const before = await middleOf(step(page, /^Sound/))
    await page.mouse.move(before.x, before.y)
    await page.mouse.down()
    await page.mouse.move(before.x + 40, before.y + 30, { steps: 4 })
    await page.mouse.up()
    const after = await middleOf(step(page, /^Sound/))
    expect([Math.round(after.x - before.x), Math.round(after.y - before.y), page.url().includes("task=")]).toEqual([
      ...[40, 30, false],
    ])
  })

  for (const [width, height] of [
    [820, 1100],
    [390, 844],
  ] as const)
    test(`[CASEV6] at ${width} px what is known of a step that was tapped comes into view`, async () => {
      const { case: id } = accepted(await window.engine.start("tour"))
      for (let round = 0; round < 20; round++) accepted(await window.engine.setData(id, { days: round }, { by: "ann" }))
      const page = await window.open(`/cases/${id}`, { width, height, hasTouch: true })
      await step(page, /^Pack the instruments/).tap()
      const head = page.getByRole("heading", { name: "Pack the instruments and costumes" })
      await head.waitFor()
      const isInView = async () => {
        const box = await head.boundingBox()
        return box !== null && box.y >= 0 && box.y + box.height <= height
      }
      await expect.poll(isInView).toBe(true)
    })

  test("[NETV8] a step is chosen and an activity unfolds by a finger", async () => {
    const { case: id } = accepted(await window.engine.start("tour"))
    const page = await window.open(`/cases/${id}`, { width: 820, height: 1100, hasTouch: true })
    await step(page, /^Sound/).tap()
    await page.waitForURL(/task=sound/)
    await net(page)
      .getByRole("button", { name: /^Close Prepare/ })
      .tap()
    await net(page)
      .getByRole("button", { name: /^Open Prepare/ })
      .waitFor()
  })

  for (const width of [1440, 820])
    test(`[NETV9] at ${width} px a net begins whole, with no step under the controls and no text outside its step`, async () => {
      const { case: id } = accepted(await window.engine.start("tour"))
      for (const address of [`/cases/${id}`, "/cases?process=tour", "/processes/tour"]) {
        const page = await window.open(address, { width, height: 900 })
        await step(page, /^Sound/).waitFor()
        const wrong = await cutOrCovered(page)
        expect([address, wrong]).toEqual([address, []])
        expect(await obstacles(page)).toEqual([])
        await page.close()
      }
    })

  for (const [width, height] of [
    [1440, 900],
    [820, 1180],
  ] as const)
    test(`[NETV10] at ${width} px a net of 40 steps begins whole, and its steps are chosen`, async () => {
      const { case: id } = accepted(await window.engine.start("move"))
      const page = await window.open(`/cases/${id}`, { width, height, hasTouch: width < 1000 })
      const move = page.getByRole("region", { name: "Net of Move the office" })
      const last = move.getByRole("button", { name: /^Give the keys back/ })
      await last.waitFor()
      expect(await cutOrCovered(page)).toEqual([])
      expect(await obstacles(page)).toEqual([])
      await (width < 1000 ? last.tap() : last.click())
      await page.waitForURL(/task=keys/)
      await move.getByRole("button", { name: /^Open Find a place/ }).click()
      await move.getByRole("button", { name: /^Visit the fourth building/ }).click()
      await page.waitForURL(/task=visit4/)
    })

  test("[CASEV4] what concerns a whole case is said above its net, and colours no step, not even one of the same name", async () => {
    const { case: id } = accepted(await window.engine.start("tour"))
    accepted(await window.engine.raise({ class: "rain", case: id }, { by: "ann" }))
    accepted(await window.engine.suspend({ kind: "case", case: id }, { by: "ann", reason: "wait" }))
    const page = await window.open(`/cases/${id}`, { width: 1440, height: 900 })
    const whole = page.getByRole("list", { name: "The whole case" })
    await whole.getByText("It rains, in the whole case").waitFor()
    await whole.getByText("The case is held by ann: wait").waitFor()
    expect(await page.locator(".net .in-trouble, .net .trouble, .net .held").count()).toBe(0)
    await step(page, /^Pack the instruments.*held with the case/).waitFor()
    expect(await obstacles(page)).toEqual([])
    accepted(await window.engine.continue({ kind: "case", case: id }, { by: "ann" }))
    const item = (await window.engine.case(id))?.items.find(({ task }) => task === "pack")
    accepted(
      await window.engine.raise({ class: "broken", case: id, item: item?.id ?? asItemId("none") }, { by: "ann" }),
    )
    await page.locator(".net-box.in-trouble", { hasText: "Pack the instruments" }).waitFor()
  })
})

/** What a net does not show as it should, though it shows all of itself. */
function cutOrCovered(page: Page): Promise<readonly string[]> {
  return page.evaluate(`(() => {
    const within = (one, other) => one.left >= other.left - 1 && one.right <= other.right + 1 && one.top >= other.top - 1 && one.bottom <= other.bottom + 1
    const frame = document.querySelector(".net").getBoundingClientRect()
    return [...document.querySelectorAll(".net-box, .net-gate, .net-point, .net-open")].flatMap((each) => {
      const box = each.getBoundingClientRect()
      const texts = [...each.querySelectorAll(".net-box-text, .net-box-title, .net-box-line, .net-open-title")]
      const button = each.querySelector("button:not(.net-toggle)")
      const own = button?.getBoundingClientRect()
      const hit = own && document.elementFromPoint(own.left + own.width / 2, own.top + own.height / 2)
      return [
        ...(within(box, frame) ? [] : ["cut: " + each.textContent]),
        ...texts.filter((text) => text.getClientRects().length > 0 && !within(text.getBoundingClientRect(), box)).map((text) => "outside: " + text.textContent),
        ...(hit && !button.contains(hit) ? ["covered: " + each.textContent] : []),
      ]
    })
  })()`)
}

async function middleOf(of: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await of.boundingBox()
  if (box === null) throw new Error("it is not to be seen")
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** What a browser would tell of whatever lies under the pointer there. */
async function pointedAt(page: Page, of: Locator): Promise<string> {
  const { x, y } = await middleOf(of)
  return page.evaluate(`document.elementFromPoint(${x}, ${y})?.closest("[title]")?.getAttribute("title") ?? ""`)
}
