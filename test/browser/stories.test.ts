import type { Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openWindow, type Window } from "./window.ts"

/** The main lines of the examples, as people live through them: nothing is done but by what the pages offer. */
let window: Window
beforeAll(async () => {
  window = await openWindow({ examples: ["concert", "laptop", "requisition"] })
}, 180_000)
afterAll(async () => {
  expect(window.errors).toEqual([])
  await window.close()
})

type Filled = Readonly<Record<string, string>>

async function fill(page: Page, fields: Filled): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    // What must be said has a star.
    const control = page.getByLabel(new RegExp(`^${label}( \\*)?$`))
    const isChoice = (await control.getAttribute("role")) === "radiogroup"
    await (isChoice ? control.getByRole("radio", { name: value }).check() : control.fill(value))
  }
}

async function start(page: Page, process: string, fields: Filled = {}): Promise<string> {
  await page.goto(`${window.url}/processes/${process}`)
  await page.getByRole("button", { name: "Start a case…" }).click()
  const dialog = page.getByRole("dialog")
  await fill(page, fields)
  await dialog.getByRole("button", { name: "Start", exact: true }).click()
  await page.waitForURL("**/cases/*")
  return new URL(page.url()).pathname.split("/")[2] ?? ""
}

/** Opens an item of a family from the worklist. */
async function take(page: Page, family: string, title: string): Promise<void> {
  await page.goto(`${window.url}/work?text=${family}`)
  await page.getByRole("link", { name: title }).click()
  await page.getByRole("heading", { name: title, exact: true }).waitFor()
}

async function complete(page: Page, family: string, title: string, fields: Filled = {}): Promise<void> {
  await take(page, family, title)
  await fill(page, fields)
  await page.getByRole("button", { name: "Complete", exact: true }).click()
  const done = page.getByText(`“${title}” is completed.`)
  const asked = page.getByRole("dialog").getByRole("button", { name: "Complete", exact: true })
  // Where fields were left empty it asks first.
  await done.or(asked).waitFor()
  if (await asked.isVisible()) await asked.click()
  await done.waitFor()
}

async function look(page: Page, id: string, query = ""): Promise<void> {
  await page.goto(`${window.url}/cases/${id}${query}`)
  await page.getByRole("region", { name: "Family" }).waitFor()
}

const step = (page: Page, name: RegExp | string) => page.getByRole("button", { name })

test("[TALE1] a concert that sells too little is held, says why, moves to a smaller venue by a worklet, and is played", async () => {
  const page = await window.open("/")
  const id = await start(page, "organise-concert", { "Who plays": "The Nets" })
  await complete(page, id, "Book the stadium")
  await complete(page, id, "Sell tickets", { "Tickets sold": "9999" })

  await look(page, id)
  await step(page, /^Do the show, waiting for move-to-small-venue, held.*held by exlet move-to-small-venue/).waitFor()
  await page.getByRole("button", { name: "Why?" }).first().click()
  const answer = page.getByRole("listitem").filter({ hasText: "This is the answer." }).last()
  await answer.waitFor()
  expect(await answer.innerText()).toContain("ticketsSold < seating * 0.5")
  expect(await answer.innerText()).toContain("9999")
  const family = page.getByRole("region", { name: "Family" })
  await family.getByRole("link", { name: /Move to a small venue/ }).waitFor()

  await complete(page, id, "Book a small venue", { "Venue name": "The Shed", Seating: "12000" })
  await complete(page, id, "Refund tickets beyond the seats")
  await complete(page, id, "Tell the buyers")
  await look(page, id, "?tab=data")
  await step(page, /^Do the show, enabled/).waitFor()
  await page.getByRole("row", { name: /Venue The Shed/ }).waitFor()
  await complete(page, id, "Do the show")
  await look(page, id)
  await page.getByRole("heading", { name: "Organise a concert" }).waitFor()
  await page.getByText("“Organise a concert” was completed").waitFor()
  expect(await page.getByRole("button", { name: "Suspend" }).count()).toBe(0)
  await page.close()
}, 120_000)

test("[TALE2] a laptop order is changed while parts are received: what is held and what goes on is seen on the net", async () => {
  const page = await window.open("/")
  const id = await start(page, "laptop-order", { Approved: "Yes" })
  for (const title of ["Order the laptop", "Order the card", "Order the case"]) await complete(page, id, title)
  await take(page, id, "Receive the parts")
  await page.getByRole("button", { name: "Start", exact: true }).click()
  await page.getByRole("region", { name: "With you" }).waitFor()

  await page.goto(`${window.url}/cases/${id}/raise`)
  await page.getByRole("radio", { name: /^Change request Then stop-and-change would run/ }).check()
  await page.getByText("The exlet “stop-and-change” began").waitFor()
  await page.getByRole("button", { name: "Raise", exact: true }).click()
  await page.getByText("“Change request” was raised.").waitFor()
  await look(page, id)
  await step(page, /^Receive the parts, .*started/).waitFor()
  await step(page, /^Assemble, not yet/).waitFor()

  const [watching] = await Promise.all([window.open(`/cases/${id}`), complete(page, id, "Receive the parts")])
  await step(watching, /^Assemble, held by exlet stop-and-change/).waitFor()
  await complete(page, id, "Compute the revised amount", { "What it would cost": "1100" })
  await complete(page, id, "Order new parts")
  await complete(page, id, "Return the old ones")
  await step(watching, /^Assemble, enabled/).waitFor()
  const family = watching.getByRole("region", { name: "Family" })
  await family.getByRole("link", { name: /Change an order completed/ }).waitFor()
  for (const title of ["Assemble", "Deliver"]) await complete(page, id, title)
  await watching.getByText("“Order a laptop” was completed").waitFor()
  await Promise.all([page.close(), watching.close()])
}, 120_000)

test("[TALE3] a requisition nobody approves climbs the ladder to a person, who answers, takes it back, and answers otherwise", async () => {
  const names = ["ann", "dora", "carl", "cleo", "walt"]
  const pages = await Promise.all(names.map((as) => window.open("/", { as })))
  const [ann, dora, carl, cleo, walt] = pages as [Page, Page, Page, Page, Page]
  const id = await start(ann, "requisition", { "What is to be bought": "a lathe", "What it will cost": "2500" })
  await complete(ann, id, "Look it up in the catalogue")
  await complete(ann, id, "Fill in the request")
  await complete(dora, id, "Check the budget")
  await decline(carl, id, "Approve the request")
  await decline(cleo, id, "Approve the request")

  await look(dora, id)
  await step(dora, /^Request the purchase, .*exception.* inside/).waitFor()
  await dora.getByRole("region", { name: "What it waits for" }).getByRole("link").first().click()
  const question = dora.getByRole("heading", { name: /^No financial controller is there at “Approve the request”/ })
  await question.waitFor()
  await dora.getByText("A person is asked").waitFor()
  await reassign(dora, "Ben Birk", "he has the time")
  await dora.getByRole("button", { name: "Undo", exact: true }).click()
  await question.waitFor()
  await reassign(dora, "Walt Wood", "it is his company")

  await complete(walt, id, "Approve the request", { Approved: "Yes" })
  await look(dora, id)
  await step(dora, /^Request the purchase, done/).waitFor()
  await dora.getByText("The answer was taken back").waitFor()
  await Promise.all(pages.map((page) => page.close()))
}, 120_000)

async function decline(page: Page, family: string, title: string): Promise<void> {
  await take(page, family, title)
  await page.getByRole("button", { name: "Decline" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Reason").fill("it is not for me")
  await dialog.getByRole("button", { name: "Decline" }).click()
  await dialog.waitFor({ state: "detached" })
}

async function reassign(page: Page, to: string, reason: string): Promise<void> {
  await page.getByRole("button", { name: /^Reassign/ }).click()
  const dialog = page.getByRole("dialog")
  const option = dialog.getByLabel(/^To/).getByRole("option", { name: to })
  await dialog.getByLabel(/^To/).selectOption((await option.getAttribute("value")) ?? "")
  await dialog.getByLabel("Reason").fill(reason)
  await dialog.getByRole("button", { name: "Reassign", exact: true }).click()
  await dialog.waitFor({ state: "detached" })
}
