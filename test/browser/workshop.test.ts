import type { Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { accepted } from "../../src/main.ts"
import { obstacles, openWindow, type Window } from "./window.ts"

/** The workshop of rules, with a concert for which a rule is missing. */

const tree = `/rules/${encodeURIComponent("itemPre organise-concert/doShow")}`

let window: Window
beforeAll(async () => {
  window = await openWindow({ examples: ["concert"] })
}, 180_000)
afterAll(async () => {
  await window.close()
})

/** A concert of 20,000 seats that is about to take place: the rules were asked before its show. */
async function sold(ticketsSold: number): Promise<string> {
  const { engine } = window
  const { case: id } = accepted(await engine.start("organise-concert", { by: "ann" }))
  for (const [task, data] of [
    ["bookStadium", { showDate: "2026-08-15" }],
    ["sellTickets", { ticketsSold }],
  ] as const) {
    const item = (await engine.case(id))?.items.find((each) => each.task === task)
    if (item === undefined) throw new Error(`${task} is not there`)
    accepted(await engine.completeItem(item.id, data, { by: "ann" }))
  }
  return id
}

const runs = async (id: string): Promise<readonly string[]> =>
  ((await window.engine.case(id as never))?.runs ?? []).map(({ exlet }) => exlet)

/** Looks at what the rules said of a case. */
async function lookAt(page: Page, id: string): Promise<void> {
  await page.goto(`${window.url}${tree}`)
  await page.getByRole("button", { name: id }).click()
  await page.getByText("The answer for").waitFor()
}

test("[SHOP14] a rule is taught from a wrong answer, tried on the past, followed by the next case, and taken back", async () => {
  const wrong = await sold(16_000)
  const right = await sold(19_000)
  expect([await runs(wrong), await runs(right)]).toEqual([[], []])

  const page = await window.open("/rules?process=organise-concert")
  await page.getByRole("link", { name: /^Before an item, .*: 3 rules$/ }).click()
  await lookAt(page, wrong)
  await page.getByRole("link", { name: "This answer is wrong: teach a rule" }).click()

  await page.getByRole("button", { name: "ticketsSold <= seating * 0.8" }).click()
  await page.getByText("It can be learnt so.").waitFor()
  await page.getByRole("combobox", { name: /^Exlet/ }).selectOption("move-to-mid-venue")
  await page.getByRole("button", { name: "Try on all past decisions" }).click()
  await page.getByText("Of 2 decisions, 1 would have come out otherwise.").waitFor()
  const changes = page.getByRole("region", { name: "What would have come out otherwise" })
  expect(await changes.getByRole("row").nth(1).innerText()).toContain(`${wrong}.i5`)
  expect(await obstacles(page)).toEqual([])

  await page.getByRole("button", { name: "Learn the rule…" }).click()
  await page.getByLabel("Reason").fill("A stadium must be nearly full")
  await page.getByRole("button", { name: "Learn it" }).click()
  await page.getByRole("link", { name: "See it in its tree" }).click()
  await page.getByText("Rule 4 was learnt for where rule 1 does not hold: if ticketsSold <= seating * 0.8").waitFor()
  await page.getByText("A stadium must be nearly full").first().waitFor()

  const next = await sold(15_500)
  expect(await runs(next)).toEqual(["move-to-mid-venue"])
  await lookAt(page, next)
  await page.getByText("move-to-mid-venue.").waitFor()
  await page.getByRole("button", { name: /^4 ticketsSold <= seating \* 0\.8/ }).waitFor()
  expect(await page.locator(".tree-rule.answers .tree-rule-number").innerText()).toBe("4")
  expect(await obstacles(page)).toEqual([])

  await page.goto(`${window.url}${tree}`)
  await page.getByRole("button", { name: "Take back the last" }).click()
  await page.getByLabel("Reason").fill("The band likes empty stadiums")
  await page.getByRole("button", { name: "Take it back" }).click()
  await page.getByText("Version 2 was taken back", { exact: true }).first().waitFor()
  expect(await runs(await sold(15_500))).toEqual([])
  await page.close()
})

test("[SHOP14] a condition is completed and checked while it is typed", async () => {
  const id = await sold(17_000)
  const page = await window.open(tree)
  await lookAt(page, id)
  await page.getByRole("link", { name: "This answer is wrong: teach a rule" }).click()
  const condition = page.getByLabel("If", { exact: false }).first()
  await condition.pressSequentially("tick")
  await page.getByRole("option", { name: "ticketsSold" }).waitFor()
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Tab")
  expect(await condition.inputValue()).toBe("ticketsSold")
  await condition.pressSequentially(' < "many"')
  await page.getByText("cannot compare number with string").waitFor()
  await condition.fill("ticketsSold < 100")
  await page.getByText("but should be true").waitFor()
  expect(await page.getByRole("button", { name: "Learn the rule…" }).isDisabled()).toBe(true)
  await page.close()
})

test("[SHOP15] an exlet is built from the palette, put in order by keys, tried on a copy of a case, and saved", async () => {
  const id = await sold(18_000)
  const page = await window.open("/exlets")
  await page.getByRole("button", { name: "New exlet" }).click()
  await page.getByLabel("Name").fill("wait-and-see")
  await page.getByRole("button", { name: "Build it" }).click()
  const find = page.getByLabel("Find a step")
  for (const word of ["continue", "suspend"]) {
    await find.fill(word)
    await find.press("Enter")
  }
  const second = page.getByRole("group", { name: /^Step 2: Suspend/ })
  await second.focus()
  await page.keyboard.press("Alt+ArrowUp")
  await page.getByRole("group", { name: /^Step 1: Suspend/ }).waitFor()
  await page.getByLabel("Case", { exact: true }).selectOption(id)
  await page.getByLabel("At", { exact: true }).selectOption({ index: 1 })
  await page.getByRole("button", { name: "Try it" }).click()
  await page.getByRole("region", { name: "What would happen" }).getByText("is held").first().waitFor()
  expect(await runs(id)).toEqual([])
  expect(await obstacles(page)).toEqual([])

  await page.getByRole("button", { name: "Save…" }).click()
  await page.getByLabel("Reason").fill("Sometimes it helps")
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.getByText("version 1").waitFor()
  const saved = window.engine.exlets().find(({ name }) => name === "wait-and-see")
  expect(saved?.source).toEqual([{ suspend: "item" }, { continue: "item" }])
  await page.getByRole("tab", { name: "Text" }).click()
  expect(await page.getByLabel("Steps").last().inputValue()).toBe("- suspend: item\n- continue: item\n")
  await page.getByLabel("Steps").last().fill("- suspend: [")
  await page.getByRole("tab", { name: "Steps" }).click()
  await page.getByText("What stands under Text cannot be read yet").waitFor()
  await page.getByRole("tab", { name: "Text" }).click()
  expect(await page.getByLabel("Steps").last().inputValue()).toBe("- suspend: [")
  await page.close()
})

test("[SHOP9] a question is answered with a rule, which the tree then has", async () => {
  const { engine } = window
  const { case: id } = accepted(await engine.start("organise-concert", { by: "ann" }))
  accepted(await engine.report({ case: id, title: "Stadium roof damaged" }, { by: "ann" }))
  const [question] = await engine.interventions({ case: id })
  const page = await window.open(`/rules/new?intervention=${question?.id}`)
  await page.getByRole("button", { name: 'event.title == "Stadium roof damaged"' }).click()
  await page.getByRole("combobox", { name: /^Exlet/ }).selectOption("postpone")
  await page.getByRole("button", { name: "Answer with this rule…" }).click()
  await page.getByLabel("Reason").fill("Nobody plays in the rain")
  await page.getByRole("button", { name: "Answer", exact: true }).click()
  await page.getByText("The rule was learnt.").waitFor()
  expect([await runs(id), await engine.interventions({ case: id })]).toEqual([["postpone"], []])
  await page.getByRole("link", { name: "See it in its tree" }).click()
  await page.getByRole("heading", { name: "Unforeseen", exact: false }).waitFor()
  await page.getByText('if event.title == "Stadium roof damaged"').waitFor()
  await page.close()
})

test("[SHOP17] a first rule is taught from no case, reaches as far as one says, and is kept while others teach", async () => {
  const { engine } = window
  const id = await sold(24_000)
  const page = await window.open("/rules?process=organise-concert")
  await page.getByRole("link", { name: "Teach a rule" }).click()
  await page.getByLabel("When", { exact: true }).selectOption("itemPost")
  await page.getByLabel("Step", { exact: true }).selectOption("sellTickets")
  expect(await obstacles(page)).toEqual([])
  await page.getByRole("region", { name: "Items" }).getByRole("link", { name: id }).click()
  const where = page.getByLabel("Where", { exact: true })
  await where.selectOption("organise-concert")
  const condition = page.getByLabel("If", { exact: false }).first()
  await condition.fill("ticketsSold > 23000")
  await page.getByLabel("Do nothing").check()
  await page.getByText("It can be learnt so.").waitFor()
  await page.reload()
  await page.getByText("It can be learnt so.").waitFor()
  expect([await condition.inputValue(), await where.inputValue()]).toEqual(["ticketsSold > 23000", "organise-concert"])

  // Somebody else is quicker.
  const other = await sold(1000)
  const item = (await engine.case(other as never))?.items.find(({ task }) => task === "sellTickets")?.id
  const lesson = { on: "itemPost", at: "organise-concert", if: "ticketsSold < 2000", then: "nothing" }
  accepted(await engine.learn({ ...lesson, from: { case: other as never, item } }, { by: "ann", reason: "too few" }))
  await page.getByRole("button", { name: "Learn the rule…" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Reason").fill("many come")
  await dialog.getByRole("button", { name: "Learn it" }).click()
  await dialog.getByText("is at version 1 now").waitFor()
  await dialog.getByText("Rule 1 was learnt: if ticketsSold < 2000 (too few)").waitFor()
  await dialog.getByRole("button", { name: "Go on with it as it is now" }).click()
  await dialog.getByRole("button", { name: "Learn it" }).click()
  await page.getByText("The rule was learnt.").waitFor()
  expect(engine.tree("itemPost organise-concert")?.tree.map((rule) => rule.if)).toEqual([
    "ticketsSold < 2000",
    "ticketsSold > 23000",
  ])
  await page.close()
})

test("[SHOP18] what people answer again and again becomes a rule", async () => {
  const { engine } = window
  for (let times = 0; times < 3; times++) {
    const { case: id } = accepted(await engine.start("organise-concert", { by: "ann" }))
    accepted(await engine.raise({ case: id, class: "CaseTrigger" }, { by: "ann" }))
    const [question] = await engine.interventions({ case: id })
    if (question === undefined) throw new Error("nobody is asked")
    accepted(await engine.answer(question.id, { do: "remove", target: "case" }, { by: "ann" }))
  }
  const page = await window.open("/rules?process=organise-concert")
  const making = page.getByRole("region", { name: "Rules in the making" }).last()
  await making
    .getByRole("row", { name: /remove case/ })
    .getByRole("link", { name: "Make it a rule" })
    .click()
  await page.getByRole("group", { name: /^Step 1: Remove case/ }).waitFor()
  await page.getByRole("button", { name: /^true Always/ }).click()
  await page.getByText("It can be learnt so.").waitFor()
  expect(await obstacles(page)).toEqual([])
  await page.getByRole("button", { name: "Learn the rule…" }).click()
  await page.getByLabel("Reason").fill("always the same")
  await page.getByRole("button", { name: "Learn it" }).click()
  await page.getByText("The rule was learnt.").waitFor()
  expect(await engine.repeatedAnswers("organise-concert")).toEqual([])
  await page.close()
})

test("[SHOP14] nothing went wrong in the pages", () => {
  expect(window.errors).toEqual([])
})

test("[SHOP3] [DATACLASS5] data classes stand under the rules, with what they are and the data that has them", async () => {
  accepted(
    await window.engine.deploy(`
process: booking
data: { hall: { object: { seats: integer }, class: Stadium } }
flow: [ { task: book } ]
---
dataClasses: { Venue: { title: Any venue }, Stadium: { is: Venue } }
`),
  )
  const page = await window.open("/rules?process=booking")
  const card = page.getByRole("region", { name: "Data classes" })
  await card.getByText("A kind of Any venue · booking/hall").waitFor()
  await card.getByText("No data has it itself").waitFor()
  expect(await obstacles(page)).toEqual([])
})
