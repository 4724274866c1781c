import { afterAll, beforeAll, expect, test } from "vitest"
import { obstacles, openWindow, type Window } from "./window.ts"

const faulty = `process: trip
title: Business trip
data:
  days: { type: integer, required: true, min: 1, title: Days away }
  abroad: { type: boolean, default: false }
net:
  start: { to: [ask] }
  ask: { title: Ask for it, split: xor, to: { visa: abroad, book: otherwise } }
  visa: { title: Get a visa, to: [go] }
  book: { title: Book the hotel, to: [go] }
  go: { title: Go, join: and, to: [end] }
`
const mended = faulty.replace("join: and", "join: xor")

let window: Window
beforeAll(async () => {
  window = await openWindow()
}, 180_000)
afterAll(() => window.close())

test("[PROC9] a faulty process is pasted, seen to get stuck, mended, deployed and started with its form", async () => {
  const page = await window.open("/processes")
  // Nothing is there yet, so the first one can be written at once.
  await page.getByRole("heading", { name: "The first process" }).waitFor()
  expect(await obstacles(page)).toEqual([])
  const text = page.getByRole("textbox", { name: /^Text of/ })
  await text.fill(faulty)
  const findings = page.getByRole("region", { name: "Findings" })
  await findings.getByText("can get stuck").waitFor()
  await page.getByRole("region", { name: "Net of Business trip" }).waitFor()
  expect(await obstacles(page)).toEqual([])

  await findings.getByRole("button", { name: "Show how" }).first().click()
  const player = page.getByRole("region", { name: "How it comes about" })
  await player.press("Home")
  await player.getByRole("button", { name: "A case is started" }).and(page.locator("[aria-current=step]")).waitFor()
  await player.press("ArrowRight")
  await page.locator(".net-box.played[class*=done] [data-task=ask]").waitFor()
  await player.press("End")
  await page.locator(".net-box.played [data-task=go]").waitFor()
  expect(await page.locator(".net-edge.played").count()).toBeGreaterThan(1)
  expect(await obstacles(page)).toEqual([])
  await player.press("Escape")
  await player.waitFor({ state: "detached" })

  await page.reload()
  await findings.getByText("can get stuck").waitFor()
  await text.fill(mended)
  await page.getByText("Nothing is wrong with it").waitFor()
  await page.getByRole("button", { name: "Deploy…" }).click()
  const dialog = page.getByRole("dialog", { name: "Deploy" })
  await dialog.getByText("process trip is new").waitFor()
  await dialog.getByLabel("Reason").fill("we travel now")
  expect(await obstacles(page)).toEqual([])
  await dialog.getByRole("button", { name: "Deploy", exact: true }).click()

  await page.getByRole("heading", { name: "Business trip", level: 1 }).waitFor()
  await page.getByText("we travel now").first().waitFor()
  expect(await obstacles(page)).toEqual([])
  await page.getByRole("button", { name: "Start a case…" }).click()
  const start = page.getByRole("dialog", { name: "Start a case: Business trip" })
  const go = start.getByRole("button", { name: "Start", exact: true })
  expect(await go.isDisabled()).toBe(true)
  await start.getByLabel("Days away").fill("3")
  await start.getByText("“Ask for it” can begin").waitFor()
  await go.click()
  await page.waitForURL(/\/cases\/./)
  const [started] = (await window.engine.cases()).filter(({ process }) => process === "trip")
  expect(new URL(page.url()).pathname).toBe(`/cases/${started?.id}`)
  expect(started && (await window.engine.case(started.id))?.data).toEqual({ days: 3, abroad: false })
  expect(window.errors).toEqual([])
}, 180_000)

test("[PROC6] BPMN is told to be unreadable", async () => {
  const page = await window.open("/processes?new=")
  await page.getByRole("textbox", { name: /^Text of/ }).fill('<bpmn:definitions xmlns:bpmn="http://www.omg.org/bpmn">')
  await page.getByText("cannot be read yet. Bring it as YAML").waitFor()
}, 60_000)

test("[PROC8] an organisation is explained where there is none, and drawn where there is one", async () => {
  const empty = await window.open("/organisation")
  await empty.getByText("There is no organisation yet").waitFor()
  expect(await obstacles(empty)).toEqual([])
  await window.engine.deploy(
    {
      organisation: {
        roles: { clerk: {}, approver: { is: ["clerk"], has: ["sign"] } },
        units: { office: { manager: "ann" } },
        agents: { ann: { name: "Ann Ames", roles: ["approver"], unit: "office" }, bob: { roles: ["clerk"] } },
      },
    },
    { by: "administrator", reason: "we are two" },
  )
  const page = await window.open("/organisation?tab=roles")
  await page.getByRole("button", { name: "Sign" }).click()
  expect(await page.locator(".roles-spot:not(.dim)").allTextContents()).toEqual(["Ann Ames", "Approver", "Sign"])
  expect(await obstacles(page)).toEqual([])
  const shown = {
    "People and programs": "Ann Ames",
    Units: "led by Ann Ames",
    "Who could do what": "Ask for it",
    Changes: "we are two",
    "API keys": "There is no key yet",
  }
  for (const [tab, text] of Object.entries(shown)) {
    await page.getByRole("tab", { name: tab }).click()
    await page.getByRole("tabpanel").getByText(text).last().waitFor()
    expect([tab, ...(await obstacles(page))]).toEqual([tab])
  }
  await page.getByRole("link", { name: "Add or change…" }).click()
  const written = page.getByRole("textbox", { name: /^Text of organisation/ })
  await written.fill((await written.inputValue()).replace("bob:", "cleo: { roles: [clerk] }\n    bob:"))
  await page.getByRole("button", { name: "Deploy…" }).click()
  const dialog = page.getByRole("dialog", { name: "Deploy" })
  await dialog.getByText("agent cleo is new").waitFor()
  await dialog.getByLabel("Reason").fill("we grow")
  await dialog.getByRole("button", { name: "Deploy", exact: true }).click()
  await page.getByRole("tabpanel").getByText("cleo").first().waitFor()
  expect(window.errors).toEqual([])
}, 120_000)
