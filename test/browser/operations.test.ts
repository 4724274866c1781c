import type { Locator, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { accepted } from "../../src/main.ts"
import type { CaseId } from "../../src/messages/ids.ts"
import { obstacles, openWindow, type Window } from "./window.ts"

const parcel = `
process: parcel
title: Send a parcel
data: { weight: { type: number, title: Weight in kg }, street: string }
flow:
  - { task: pack, title: Pack it, writes: [weight] }
  - { task: ship, title: Ship it }
exceptions:
  TornBox: { title: The box is torn }
`

let window: Window
beforeAll(async () => {
  window = await openWindow({ bundles: [parcel] })
}, 180_000)
afterAll(async () => {
  await window.close()
})

async function started(): Promise<CaseId> {
  return accepted(await window.engine.start("parcel", { by: "ann" })).case
}

async function inTrouble(): Promise<CaseId> {
  const id = await started()
  const [item] = (await window.engine.case(id))?.items ?? []
  if (item) accepted(await window.engine.raise({ class: "TornBox", case: id, item: item.id }, { by: "ann" }))
  return id
}

const tasksOf = async (id: CaseId) =>
  ((await window.engine.case(id))?.items ?? []).filter(({ endedAt }) => endedAt === undefined).map(({ task }) => task)

async function isInView(of: Locator): Promise<boolean> {
  const box = await of.first().boundingBox()
  const { width, height } = of.page().viewportSize() ?? { width: 0, height: 0 }
  return box !== null && box.x >= 0 && box.x + box.width <= width && box.y >= 0 && box.y + box.height <= height
}

async function why(page: Page, reason: string): Promise<void> {
  await page.getByRole("dialog").getByLabel("Reason").fill(reason)
}

test("[OPS10] [WEB14] from the overview to the question, answered, and taken back", async () => {
  const id = await inTrouble()
  const page = await window.open("/")
  await page
    .getByRole("link", { name: /In trouble/ })
    .first()
    .waitFor()
  expect(await obstacles(page)).toEqual([])
  await page.getByRole("listitem").getByRole("link", { name: "The box is torn at “Pack it”" }).click()
  await page.getByRole("heading", { name: "The box is torn at “Pack it”" }).waitFor()
  expect(await obstacles(page)).toEqual([])
  await page.getByRole("button", { name: /^Skip/ }).click()
  await page.getByRole("dialog").getByText("“Pack it” was skipped").waitFor()
  expect(await obstacles(page)).toEqual([])
  expect(await tasksOf(id)).toEqual(["pack"])
  await why(page, "it is packed already")
  await page.getByRole("dialog").getByRole("button", { name: "Skip" }).click()
  await page.getByRole("heading", { name: "Answered" }).waitFor()
  await page.getByRole("region", { name: "What came of it" }).getByText("“Ship it” can begin").waitFor()
  await page.getByText("Nobody is asked anything").waitFor()
  expect(await obstacles(page)).toEqual([])
  expect(await tasksOf(id)).toEqual(["ship"])
  await page.getByRole("button", { name: "Undo" }).click()
  await page.getByRole("heading", { name: "The box is torn at “Pack it”" }).waitFor()
  expect(await tasksOf(id)).toEqual(["pack"])
}, 90_000)

for (const width of [1440, 820, 390])
  test(`[OPS15] at ${width} px an answered question stays, and further clicks at the same place answer nothing`, async () => {
    const [one, two] = [await inTrouble(), await inTrouble()]
    const [{ id: first } = { id: "" }] = await window.engine.interventions({ case: one })
    const page = await window.open(`/interventions/${first}`, { width, height: 900 })
    await page.getByRole("button", { name: /^Skip/ }).click()
    await why(page, "it is packed already")
    const confirm = page.getByRole("dialog").getByRole("button", { name: "Skip" })
    const box = await confirm.boundingBox()
    const at = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
    await page.mouse.click(at.x, at.y)
    await page.getByRole("region", { name: "What came of it" }).getByText("“Ship it” can begin").waitFor()
    expect(page.url()).toContain(first)
    await expect.poll(() => isInView(page.getByRole("heading", { name: "What came of it" }))).toBe(true)
    for (const name of ["Undo", "Dismiss"])
      expect([name, await isInView(page.locator(".toast").getByRole("button", { name }))]).toEqual([name, true])
    await page.getByRole("button", { name: /^Remove/ }).waitFor({ state: "detached" })
    await page.mouse.click(at.x, at.y)
    expect([await tasksOf(one), await tasksOf(two)]).toEqual([["ship"], ["pack"]])
    await page.keyboard.press("Escape")
    await page.getByRole("link", { name: "Next question" }).click()
    await page.waitForURL((url) => !url.href.includes(first))
    await page.getByRole("button", { name: /^Skip/ }).waitFor()
    expect(window.errors).toEqual([])
    await page.close()
    for (const id of [one, two]) accepted(await window.engine.removeCase(id))
  }, 90_000)

test("[OPS11] questions that are alike are answered together", async () => {
  await inTrouble()
  await inTrouble()
  const page = await window.open("/interventions")
  await page.getByRole("button", { name: "3 like this" }).waitFor()
  await page.getByRole("button", { name: "Answer all…" }).click()
  await page.getByRole("dialog").getByLabel("Answer", { exact: false }).first().selectOption("dismiss")
  await page.getByText("3 would be answered").waitFor()
  expect((await window.engine.interventions({ limit: 10 })).length).toBe(3)
  await why(page, "boxes are always torn")
  await page.getByRole("button", { name: "Answer 3" }).click()
  await page.getByText("3 answered").waitFor()
  expect(await obstacles(page)).toEqual([])
  expect(await window.engine.interventions({ limit: 10 })).toEqual([])
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click()
  await page.getByText("Nobody is asked anything").waitFor()
}, 90_000)

test("[OPS12] several cases are suspended: first what would happen to each, then what did", async () => {
  const ids = [await started(), await started()]
  const heldNow = async () => Promise.all(ids.map(async (id) => (await window.engine.case(id))?.held))
  const page = await window.open("/cases?process=parcel")
  for (const id of ids) await page.getByLabel(`Choose Parcel ${id}`).check()
  expect(await obstacles(page)).toEqual([])
  await page.getByRole("button", { name: "Suspend" }).click()
  await page.getByText("2 would be suspended").waitFor()
  expect(await heldNow()).toEqual([false, false])
  await why(page, "the van is broken")
  await page.getByRole("button", { name: "Suspend 2" }).click()
  await page.getByText("2 suspended").waitFor()
  expect(await obstacles(page)).toEqual([])
  expect(await heldNow()).toEqual([true, true])
  expect(window.errors).toEqual([])
}, 90_000)

test("[OPS14] the net above the cases counts what the list shows, in each version", async () => {
  const { engine } = window
  const two = "process: two\ntitle: Two versions\ndata: { size: integer }\nflow: [ { task: old, title: The old step } ]"
  accepted(await engine.deploy(two))
  const old = [1, 2, 3]
  for (const size of old) accepted(await engine.start("two", { data: { size }, by: "ann" }))
  accepted(await engine.deploy(two.replace("old, title: The old step", "fresh, title: The new step")))
  for (const size of [1, 2]) accepted(await engine.start("two", { data: { size }, by: "ann" }))
  const page = await window.open("/cases?process=two", { width: 1440, height: 900 })
  const step = (name: string) => page.getByRole("region", { name: "Net of Two versions" }).getByRole("button", { name })
  await step("The new step, 2 enabled").waitFor()
  await page.getByRole("button", { name: "Version 1: 3 items" }).click()
  await step("The old step, 3 enabled").waitFor()
  expect(await obstacles(page)).toEqual([])
  await page.goto(`${window.url}/cases?process=two&where=${encodeURIComponent("size > 1")}`)
  await step("The new step, 1 enabled").waitFor()
  await page.getByRole("button", { name: "Version 1: 2 items" }).click()
  await step("The old step, 2 enabled").click()
  await page.waitForURL(/task=old/)
  await page.getByText("Only at “Old”").waitFor()
  // The rows before stay until those at the step have come.
  await page.getByRole("row").nth(3).waitFor({ state: "detached" })
  expect(await page.getByRole("row").count()).toBe(3)
  await page.close()
}, 90_000)

test("[OPS15] a question that somebody else answers stays in view, answered", async () => {
  await inTrouble()
  await inTrouble()
  const page = await window.open("/interventions")
  const family = page.getByRole("region", { name: "The chosen question" }).locator(".intervention-facts a")
  const read = (await family.innerText()) as CaseId
  const [question] = await window.engine.interventions({ case: read })
  if (question === undefined) throw new Error("there is no question")
  accepted(await window.engine.answer(question.id, { do: "skip" }, { by: "ann", reason: "it is packed" }))
  await page.getByRole("heading", { name: "Answered" }).waitFor()
  expect(await family.innerText()).toBe(read)
  await page.getByLabel("Overdue").check()
  await page.getByText("Nothing like that").waitFor()
  await page.getByRole("heading", { name: "Answered" }).waitFor({ state: "detached" })
  await page.close()
}, 90_000)
