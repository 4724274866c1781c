import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { accepted } from "../../src/main.ts"
import { openServer, type Server } from "../../src/server.ts"
import { buildWindow } from "./built-window.ts"
import { launchChromium } from "./chromium.ts"
import { obstacles } from "./window.ts"

const folder = mkdtempSync(join(tmpdir(), "exlet-window-"))
const order =
  "process: order\ntitle: An order\nflow: [ { task: pack, title: Pack it }, { task: send, title: Send it } ]\n"

let browser: Browser
beforeAll(async () => {
  buildWindow()
  browser = await launchChromium()
}, 180_000)
afterAll(async () => {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
})

const serverOn = (port: number, more: Partial<Parameters<typeof openServer>[0]> = {}) =>
  openServer({ store: join(folder, "orders.db"), mode: "development", ...more }).then(async (server) => ({
    server,
    served: await server.listen({ port, grace: 100 }),
  }))

async function completeFirst({ engine }: Server, id: string): Promise<void> {
  const item = (await engine.case(id as never))?.items.find(({ endedAt }) => endedAt === undefined)
  if (!item) throw new Error("there is nothing to do")
  accepted(await engine.completeItem(item.id, {}, { by: "ann" }))
}

test("[WEB4] a page stays usable while the server restarts under it, and goes on by itself", async () => {
  const before = await serverOn(0)
  accepted(await before.server.engine.deploy(order))
  const { case: id } = accepted(await before.server.engine.start("order", { by: "ann" }))
  const page = await browser.newPage()
  await page.goto(`${before.served.url}/cases/${id}`)
  await page.getByRole("button", { name: "Pack it, enabled" }).waitFor()
  const port = Number(new URL(before.served.url).port)
  await before.served.stop()
  await page.getByText("The server is not there").waitFor()
  const stillThere = await page.getByRole("button", { name: "Pack it, enabled" }).isVisible()
  const after = await serverOn(port)
  await page.getByText("The server is not there").waitFor({ state: "detached" })
  await completeFirst(after.server, id)
  await page.getByRole("button", { name: "Pack it, done" }).waitFor()
  expect(stillThere).toBe(true)
  await page.close()
  await after.served.stop()
}, 60_000)

test("[WEB4] what happened while a page was cut off is there when it is back", async () => {
  const { server, served } = await serverOn(0)
  const { case: id } = accepted(await server.engine.start("order", { by: "ann" }))
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${served.url}/cases/${id}`)
  await page.getByRole("button", { name: "Pack it, enabled" }).waitFor()
  await context.setOffline(true)
  await completeFirst(server, id)
  await context.setOffline(false)
  await page.getByRole("button", { name: "Send it, enabled" }).waitFor()
  await page.reload()
  await page.getByRole("button", { name: "Send it, enabled" }).waitFor()
  await context.close()
  await served.stop()
}, 60_000)

test("[WEB8] whoever is not signed in is asked for a key; a wrong one is refused; a session lasts over a reload", async () => {
  const { server, served } = await serverOn(0, { mode: "production", isSecure: false })
  const { secret } = accepted(await server.keys.createKey({ agent: "ann" }, "administrator" as never))
  const page = await browser.newPage()
  await page.goto(`${served.url}/cases`)
  const field = page.getByLabel("API key or token")
  await field.fill("exlet_wrong")
  await page.keyboard.press("Enter")
  await page.getByRole("alert").waitFor()
  expect(await obstacles(page)).toEqual([])
  await field.fill(secret)
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { name: "Cases" }).waitFor()
  await page.reload()
  await page.getByRole("heading", { name: "Cases" }).waitFor()
  await page.getByRole("button", { name: "ann" }).click()
  await page.getByRole("button", { name: "Sign out" }).click()
  await field.waitFor()
  await page.close()
  await served.stop()
}, 60_000)

test("[WEB8] whoever may only do work begins with it, and is told calmly what is not for him", async () => {
  const { server, served } = await serverOn(0, { mode: "production", isSecure: false })
  const key = { agent: "jörg", rights: ["do"] } as const
  const { secret } = accepted(await server.keys.createKey(key, "administrator" as never))
  const page = await browser.newPage()
  await page.goto(served.url)
  await page.getByLabel("API key or token").fill(secret)
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { name: "Work", level: 1 }).waitFor()
  expect(await page.getByRole("navigation").getByRole("link").count()).toBe(1)
  await page.goto(`${served.url}/organisation`)
  await page.getByText("you may not see this").waitFor()
  expect(await obstacles(page)).toEqual([])
  await page.close()
  await served.stop()
}, 60_000)
