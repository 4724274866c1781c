import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { accepted, asItemId } from "../../src/main.ts"
import { atRest, queriesOf } from "./traffic.ts"
import { openWindow, type Window } from "./window.ts"

const order = `
process: order
title: Sell something
data: { pieces: integer }
flow: [ { task: take, title: Take the order, writes: [pieces] }, { task: send, title: Send it } ]
---
process: other
title: Something else
flow: [ { task: look, title: Look around } ]
---
organisation: { agents: { ann: {}, bob: {} } }
`

describe("what a page asks again", () => {
  let window: Window
  beforeAll(async () => {
    window = await openWindow({ bundles: [order] })
  })
  afterAll(() => window?.close())
  afterEach(() => window.leave())

  const start = async (process: string) => accepted(await window.engine.start(process)).case

  test("[WEB15] after an action a page asks once for its case and once for each list, and for no definitions", async () => {
    const id = await start("order")
    const page = await window.open(`/work/${id}.i1`, { as: "ann" })
    await page.getByLabel("Pieces").fill("3")
    await atRest(page)
    const asked = queriesOf(page)
    await page
      .getByRole("button", { name: "Save" })
      .or(page.getByRole("button", { name: "Start" }))
      .first()
      .click()
    await page.getByRole("region", { name: "With you" }).waitFor()
    await page.getByRole("button", { name: "Save", exact: true }).waitFor()
    // Everything that follows from the action has come once something done later is seen.
    await start("other")
    await page.getByRole("link", { name: /Look around/ }).waitFor()
    await atRest(page)
    const counts = Object.groupBy(asked, (each) => each)
    const twice = Object.entries(counts).filter(([, all = []]) => all.length > 2)
    expect(twice).toEqual([])
    expect(counts[`/items/${id}.i1`]?.length).toBe(1)
    expect(asked.filter((each) => !/^\/(items|agents\/ann\/worklist|interventions)/.test(each))).toEqual([])
    expect(window.errors).toEqual([])
  })

  test("[WEB16] what a dialog says will happen follows what happens meanwhile", async () => {
    const id = await start("order")
    const page = await window.open(`/cases/${id}`)
    await page.getByRole("button", { name: "More", exact: true }).click()
    await page.getByRole("menuitem", { name: /^Remove/ }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByText("“Take the order” was removed").waitFor()
    accepted(await window.engine.completeItem(asItemId(`${id}.i1`), { pieces: 1 }, { by: "bob" }))
    await dialog.getByText("“Send it” was removed").waitFor()
    expect(await dialog.getByText("“Take the order” was removed").count()).toBe(0)
  })
})
