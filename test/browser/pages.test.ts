import type { Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openSampledWindow } from "./sampled.ts"
import { obstacles, openWindow, type Window } from "./window.ts"

let full: Window
let empty: Window
let addresses: readonly string[]
beforeAll(async () => {
  ;[full, empty] = await Promise.all([openSampledWindow(), openWindow()])
  addresses = await addressesIn(full)
}, 240_000)
afterAll(async () => {
  await Promise.all([full.close(), empty.close()])
})

/** Every page there is, each about something that exists. */
async function addressesIn({ engine }: Window): Promise<readonly string[]> {
  const [intervention] = await engine.interventions({})
  const [exception] = await engine.exceptions({})
  const [item] = await engine.worklist("ann", {})
  const [tree] = engine.trees()
  const [exlet] = engine.exlets()
  if (!intervention || !exception || !item || !tree || !exlet)
    throw new Error("the sampled days are not what they should be")
  return [
    ...["/", "/work", `/work/${item.id}`, "/cases", "/cases?process=requisition", `/cases/${exception.case}`],
    ...[
      `/cases/${exception.case}?tab=data`,
      `/cases/${exception.case}?tab=items`,
      `/cases/${exception.case}?tab=exceptions`,
    ],
    ...[
      `/cases/${exception.case}?tab=log`,
      `/cases/${exception.case}/raise`,
      "/interventions",
      `/interventions/${intervention.id}`,
    ],
    ...[
      "/rules",
      `/rules/${encodeURIComponent(tree.key)}`,
      "/rules/new",
      "/exlets",
      `/exlets/${encodeURIComponent(exlet.name)}`,
    ],
    ...["/processes", "/processes/requisition", "/organisation", "/nothing/there"],
  ]
}

async function lookAt(window: Window, isDark: boolean): Promise<readonly string[]> {
  const found: string[] = []
  const page = await window.open("/", { isDark })
  for (const address of addresses) {
    await go(page, address)
    for (const obstacle of await obstacles(page, isDark ? "colours" : "all")) found.push(`${address} ${obstacle}`)
  }
  await page.close()
  return [...found, ...window.errors]
}

/** As a link does, without loading anything anew; and until nothing is on its way any more. */
async function go(page: Page, address: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, "", ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent("popstate"))`,
  )
  try {
    await page.locator("h1, .problem, .empty").first().waitFor()
    await page.locator(".skeleton").first().waitFor({ state: "detached" })
  } catch (error) {
    throw new Error(`${address} does not come to rest`, { cause: error })
  }
}

test("[WEB7] no page has an obstacle, in light colours", async () => {
  expect(await lookAt(full, false)).toEqual([])
}, 180_000)

test("[WEB7] no page has an obstacle, in dark colours", async () => {
  expect(await lookAt(full, true)).toEqual([])
}, 180_000)

test("[WEB7] no page has an obstacle where there is nothing yet", async () => {
  expect(await lookAt(empty, false)).toEqual([])
}, 180_000)
