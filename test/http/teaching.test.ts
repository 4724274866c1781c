import { resolve } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { bundleFiles } from "../../src/cli/bundle-folder.ts"
import type { Client } from "../../src/client.ts"
import { answersAreDocumented } from "./documented.ts"
import { Show } from "./show.ts"
import { codeOf, openWorld, told, type World } from "./world.ts"

const concert = resolve(import.meta.dirname, "../../examples/concert")
const tree = "itemPre organise-concert/doShow"

/** What somebody sees who teaches the concert's rules from a browser. */
describe("the rule workshop", () => {
  let world: World
  let client: Client

  beforeAll(async () => {
    world = await openWorld()
    client = world.client()
    told(await client.deploy({ files: await bundleFiles(concert) }))
  })
  afterAll(() => world.close())

  async function sold(ticketsSold: number): Promise<Show> {
    const show = await Show.of(client, "organise-concert")
    await show.complete("bookStadium")
    await show.complete("sellTickets", { ticketsSold })
    return show
  }

  test("[EXPLAIN6] the tree, rule by rule, with when each answers", async () => {
    const { nodes } = told(await client.treeNodes({ tree }))
    expect(nodes.map(({ node, parent, branch, says, effective }) => [node, parent, branch, says, effective])).toEqual([
      [1, undefined, "true", "move-to-mid-venue", "ticketsSold < seating * 0.75 && ticketsSold >= seating * 0.5"],
      [
        2,
        1,
        "true",
        "move-to-small-venue",
        "ticketsSold < seating * 0.75 && ticketsSold < seating * 0.5 && ticketsSold >= seating * 0.2",
      ],
      [
        3,
        2,
        "true",
        "cancel-show",
        "ticketsSold < seating * 0.75 && ticketsSold < seating * 0.5 && ticketsSold < seating * 0.2",
      ],
    ])
    expect(codeOf(await client.treeNodes({ tree: "itemPre nothing/at-all" }))).toBe("TREE_NOT_FOUND")
  })

  test("[EXPLAIN7] how often each has answered", async () => {
    for (const tickets of [18_000, 14_000, 9_000]) await sold(tickets)
    expect(told(await client.treeHits({ tree, limit: 2 }))).toEqual({
      tree,
      version: 1,
      decisions: 2,
      since: world.clock.now(),
      unanswered: 0,
      failed: 0,
      nodes: [
        { node: 1, answered: 1, asked: 2, failed: 0 },
        { node: 2, answered: 1, asked: 2, failed: 0 },
        { node: 3, answered: 0, asked: 1, failed: 0 },
      ],
    })
    expect(codeOf(await client.treeHits({ tree: "itemPre nothing/at-all" }))).toBe("TREE_NOT_FOUND")
  })

  const rule = { on: "itemPre", at: "organise-concert/doShow" }
  const from = async (show: Show) => ({ case: show.id, item: await show.item("doShow") })

  test("[LEARN17] from a wrong answer to the rule: beside the cornerstone, with conditions to choose from", async () => {
    const first = await from(await sold(18_000))
    const before = told(await client.lesson({ ...rule, from: first }))
    expect([before.says, before.there, before.walk.path.map(({ node, outcome }) => [node, outcome])]).toEqual([
      undefined,
      undefined,
      [[1, "did not hold"]],
    ])
    expect(before.suggestions[0]).toEqual({
      if: "ticketsSold >= seating * 0.9",
      why: "ticketsSold is 90 % of seating here",
    })
    told(await client.learn({ ...rule, if: "ticketsSold >= 18000", then: "nothing", from: first }))

    const second = await from(await sold(19_500))
    const { there, says, values, suggestions } = told(await client.lesson({ ...rule, from: second }))
    expect([says, there]).toEqual(["nothing", { family: first.case, ...first, node: 4, at: world.clock.now() }])
    expect(values.filter(({ differs }) => differs)).toEqual([
      { name: "ticketsSold", about: "data", here: 19_500, there: 18_000, differs: true },
    ])
    expect(suggestions.map((each) => each.if)).toEqual([
      "ticketsSold > seating * 0.9",
      "ticketsSold > 19000",
      "ticketsSold >= 19500",
      "ticketsSold == 19500",
    ])
    expect(codeOf(await client.lesson({ ...rule, from: { case: "nobody" } }))).toBe("DECISION_NOT_FOUND")
    expect(codeOf(await client.lesson({ ...rule, at: "organise-concert/nowhere", from: second }))).toBe(
      "DEFINITION_INVALID",
    )
  })

  test("[LEARN19] a condition while it is typed", async () => {
    const here = await from(await sold(19_600))
    const check = async (text: string) => told(await client.checkCondition({ ...rule, if: text, from: here }))
    for (const text of ["", "t", "ticketsSold >", "((((", "\u0000", '"'])
      expect([text, (await check(text)).isAcceptable]).toEqual([text, false])
    expect((await check("true &&\n  ticketSold > 5")).findings).toEqual([
      {
        code: "UNKNOWN_NAME",
        severity: "error",
        place: { line: 2, column: 3, path: "if" },
        message: "There is no `ticketSold` here.",
        remedy: "Did you mean `ticketsSold`?",
        start: 10,
        end: 20,
      },
    ])
    const outcomes = async (text: string) => {
      const { here: one, there, isAcceptable, rejection } = await check(text)
      return [one?.outcome, there?.outcome, there?.node, isAcceptable, rejection?.code]
    }
    expect(await outcomes("ticketsSold > 19000")).toEqual(["held", "did not hold", 4, true, undefined])
    expect(await outcomes("ticketsSold > 100")).toEqual(["held", "held", 4, false, "RULE_DOES_NOT_SEPARATE"])
    expect(await outcomes("ticketsSold < 100")).toEqual(["did not hold", "did not hold", 4, false, "RULE_NOT_TRUE"])
    expect((await outcomes("1 / (ticketsSold - 19600) > 0"))[0]).toBe("failed")
    expect((await check("ticketsSold > 19000")).here?.explanation.parts).toEqual([
      { text: "ticketsSold", outcome: { ok: true, value: 19_600 }, parts: [] },
    ])
    expect(told(await client.checkCondition({ ...rule, if: "seating > 1" }))).toEqual({
      findings: [],
      isAcceptable: true,
    })
  })

  test("[LEARN19] what is accepted so is learnt, and what is suggested is accepted", async () => {
    const here = await from(await sold(19_700))
    for (const { if: text } of told(await client.lesson({ ...rule, from: here })).suggestions) {
      expect([text, told(await client.checkCondition({ ...rule, if: text, from: here })).isAcceptable]).toEqual([
        text,
        true,
      ])
      told(await client.learn({ ...rule, if: text, then: "cancel-show", from: here, dryRun: true }))
    }
    const repeated = { ...rule, if: "ticketsSold >= 18000", then: "nothing", from: here }
    expect(told(await client.checkCondition(repeated)).rejection?.code).toBe("RULE_REPEATED")
    expect(
      told(await client.checkCondition({ ...repeated, then: "no-such-exlet" })).findings.map(({ code }) => code),
    ).toEqual(["UNKNOWN_EXLET"])
  })

  test("[VOC5] what an editor completes with", async () => {
    const { names, functions, isOpen } = told(await client.vocabulary(rule))
    expect(names.slice(0, 2)).toEqual([
      { name: "band", type: "string" },
      { name: "venueName", type: "string" },
    ])
    expect(functions.find(({ name }) => name === "count")).toEqual({
      name: "count",
      ways: ["count(string)"],
      returns: "number",
      about: "How often a task was done",
      example: 'count("check") > 2',
    })
    expect([isOpen, told(await client.vocabulary({})).isOpen]).toEqual([false, true])
    expect(codeOf(await client.vocabulary({ at: "nothing/here" }))).toBe("PROCESS_NOT_FOUND")
  })

  test("[REP16] the palette of steps", async () => {
    const { rows } = told(await client.stepForms({}))
    expect(rows.find(({ word }) => word === "ask")).toEqual({
      word: "ask",
      title: "Ask",
      about: "Asks somebody and waits for the answer",
      group: "people",
      parameters: [
        { name: "ask", kind: "text", required: true },
        { name: "to", kind: "agent", required: false },
        { name: "choices", kind: "texts", required: false },
        { name: "into", kind: "variable", required: false },
        { name: "within", kind: "duration", required: false },
      ],
      example: { ask: "Which venue?", to: "manager", choices: ["arena", "cellar"], into: "venueName", within: "P1D" },
    })
  })

  test("[HANDLE16] an exlet is tried on a case, and then run", async () => {
    const show = await sold(16_000)
    const { item } = await from(show)
    const asked = { case: show.id, item, exlet: "move-to-mid-venue", reason: "the roof leaks" }
    const would = told(await client.run({ ...asked, dryRun: true })).events.map(({ type }) => type)
    expect(would.slice(0, 5)).toEqual(["RunStarted", "HoldPlaced", "StepTaken", "CaseStarted", "StepTaken"])
    expect((await show.stands()).runs).toEqual([])
    expect(told(await client.run(asked)).events.map(({ type }) => type)).toEqual(would)
    expect((await show.stands()).runs).toEqual(["move-to-mid-venue"])
  })

  test("[HANDLE16] so are steps, which see the event that is said; what cannot be run is refused", async () => {
    const show = await sold(16_000)
    const steps = [{ set: { venueName: "event.venue" } }]
    told(await client.run({ case: show.id, steps, on: "roof-damaged", with: { venue: "The Cellar" } }))
    expect((await show.view()).data.venueName).toBe("The Cellar")
    const code = async (more: object) => codeOf(await client.run({ case: show.id, ...more }))
    expect([
      await code({}),
      await code({ exlet: "no-such" }),
      await code({ steps: [{ suspend: "item" }, { continue: "item" }] }),
      await code({ steps: [{ dance: "item" }] }),
      await code({ exlet: "postpone", item: "nothing" }),
      codeOf(await client.run({ case: "nobody", exlet: "postpone" })),
    ]).toEqual([
      "REQUEST_INVALID",
      "EXLET_NOT_FOUND",
      "EVENT_NEEDS_ITEM",
      "DEFINITION_INVALID",
      "ITEM_NOT_FOUND",
      "CASE_NOT_FOUND",
    ])
  })

  answersAreDocumented(() => world)
})
