import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import type { Refusal } from "../../src/api/problems.ts"
import { exitCodeOf } from "../../src/cli/exit-codes.ts"
import { accepted, asCaseId, asItemId } from "../../src/main.ts"
import { type Office, office } from "./office.ts"

/** A concert with so many tickets sold, so that its show is about to begin. */
async function concert({ exlet, item }: Office, ticketsSold: number) {
  await exlet("start", "organise-concert", "--as", "ann")
  await exlet("complete", await item("bookStadium"), "-d", "showDate=2026-08-15", "--as", "ann")
  return exlet("complete", await item("sellTickets"), "-d", `ticketsSold=${ticketsSold}`, "--as", "ann")
}

const buying = `
process: buying
data: { order: integer }
budget: 100
flow:
  - wait: { message: paid, key: order }
  - { task: buy, undo: void, cost: 30, writes: { order: order + 1 } }
  - { task: receive, undo: { worklet: sendBack } }
  - { task: use }
---
process: sendBack
flow: [ { task: pack } ]
---
exlets: { close: [ { remove: case } ] }
exceptions: { Fire: { is: CaseTrigger } }
`

describe("talking to a server", () => {
  test("[CLI20] a show with too few tickets: one sees the exlet act, and what is to be done", async () => {
    const here = await office()
    expect(await concert(here, 9999)).toEqual({
      code: 0,
      out: [
        "ItemStarted sellTickets i3 by ann",
        'ItemCompleted sellTickets i3 {"ticketsSold":9999}',
        "ItemEnabled doShow i5",
        "DecisionMade itemPre at doShow: move-to-small-venue (itemPre organise-concert/doShow v1: 1 → 2)",
        "RunStarted move-to-small-venue r12 for itemPre at doShow",
        "HoldPlaced doShow i5: move-to-small-venue at doShow",
        "StepTaken r12 step 1",
        'CaseStarted change-to-small-venue v1 f1.c7 {"venueName":"Olympic Stadium","seating":20000,"venueCost":250000,"ticketsSold":9999}',
        "StepTaken r12 step 2",
        "ItemEnabled bookSmallVenue i8",
      ],
      err: [],
    })
    expect((await here.exlet("case", "f1")).out).toEqual([
      "organise-concert v1 f1  running",
      "started 2026-01-05T09:00:00Z by ann; revision 17",
      "",
      "Items",
      "  ID     TASK         STATUS        AGENT  HELD BY",
      "  f1.i1  bookStadium  completed     ann",
      "  f1.i3  sellTickets  completed     ann",
      "  f1.i5  doShow       enabled held         move-to-small-venue at doShow",
      "",
      "States",
      "  suspended: doShow",
      "  done: bookStadium, sellTickets",
      "",
      "Runs",
      "  ID      EXLET                FOR                STEP    WAITS FOR",
      "  f1.r12  move-to-small-venue  itemPre at doShow  2 of 3  f1.c7",
      "",
      "Holds",
      "  item doShow f1.i5: move-to-small-venue at doShow (since 2026-01-05T09:00:00Z)",
      "",
      "Data",
      "  venueName: Olympic Stadium",
      "  seating: 20000",
      "  venueCost: 250000",
      "  ticketCost: 80",
      "  ticketsSold: 9999",
      "  showDate: 2026-08-15",
    ])
    expect(await here.exletIn({ env: { EXLET_URL: "http://office", EXLET_AS: "ann" } }, "work")).toEqual({
      code: 0,
      out: [
        "ID     TASK            PROCESS                STATUS        SINCE",
        "f1.i5  doShow          organise-concert       enabled held  2026-01-05T09:00:00Z",
        "f1.i8  bookSmallVenue  change-to-small-venue  enabled       2026-01-05T09:00:00Z",
      ],
      err: [],
    })
  })

  test("[CLI20] an explanation is a tree with the value of each condition's parts", async () => {
    const here = await office()
    await concert(here, 9999)
    const show = await here.item("doShow")
    expect((await here.exlet("rules", "explain", "--on", "itemPre", "--case", "f1", "--item", show)).out).toEqual([
      "itemPre at doShow: move-to-small-venue",
      "itemPre organise-concert/doShow v1",
      "  #1 if ticketsSold < seating * 0.75: held",
      "      ticketsSold = 9999",
      "      seating * 0.75 = 15000",
      "        seating = 20000",
      "    #2 if ticketsSold < seating * 0.5: held ← answers",
      "        ticketsSold = 9999",
      "        seating * 0.5 = 10000",
      "          seating = 20000",
      "      #3 if ticketsSold < seating * 0.2: did not hold",
      "          ticketsSold = 9999",
      "          seating * 0.2 = 4000",
      "            seating = 20000",
    ])
    expect((await here.exlet("rules", "show", "itemPre organise-concert/doShow")).out).toEqual([
      "itemPre organise-concert/doShow v1",
      "  #1 if ticketsSold < seating * 0.75 → move-to-mid-venue",
      "    #2 if ticketsSold < seating * 0.5 → move-to-small-venue",
      "      #3 if ticketsSold < seating * 0.2 → cancel-show",
    ])
  })

  test("[CLI20] a backtest tells what would have been otherwise", async () => {
    const here = await office()
    await concert(here, 15_500)
    const rule = ["--on", "itemPre", "--at", "organise-concert/doShow", "--if", "ticketsSold < 16000"]
    const from = ["--then", "move-to-mid-venue", "--case", "f1", "--item", await here.item("doShow")]
    expect(await here.exlet("rules", "backtest", ...rule, ...from)).toEqual({
      code: 0,
      out: [
        "itemPre organise-concert/doShow v1: of 1 decisions 1 would have been otherwise",
        "WHERE  WHEN                  DECISION  BEFORE  AFTER",
        "f1.i5  2026-01-05T09:00:00Z  11        none    move-to-mid-venue",
      ],
      err: [],
    })
  })

  test("[CLI48] whoever does not say whose work gets his own, and an item's case need not be said", async () => {
    const here = await office()
    await concert(here, 15_500)
    expect((await here.exlet("work")).out[1]).toMatch(/^f1\.i5 {2}doShow/)
    const show = await here.item("doShow")
    expect((await here.exlet("rules", "explain", "--on", "itemPre", "--item", show)).out[0]).toBe(
      "itemPre at doShow: no answer",
    )
    const rule = ["--on", "itemPre", "--at", "organise-concert/doShow", "--if", "ticketsSold < 16000"]
    const tested = await here.exlet("rules", "backtest", ...rule, "--then", "move-to-mid-venue", "--item", show)
    expect(tested.out[0]).toBe("itemPre organise-concert/doShow v1: of 1 decisions 1 would have been otherwise")
  })

  test("[CLI49] a question is told in words, with the answers it can have and what each needs", async () => {
    const here = await office()
    await here.exlet("start", "organise-concert")
    await here.exlet("report", "f1", "--title", "the stage burns", "--as", "ann")
    const [open] = await here.engine.interventions()
    const { out } = await here.exlet("intervention", open?.id ?? "")
    expect(out.map((line) => line.replaceAll(open?.id ?? "", "ID"))).toEqual([
      "Unforeseen at organise-concert: the stage burns ID  open",
      "Unforeseen at organise-concert of organise-concert, case f1",
      "since 2026-01-05T09:00:00Z, asked of promoter, due 2026-01-06T09:00:00Z",
      "title: the stage burns",
      'text: ""',
      "what was tried: exlet ladder f1.x3",
      "",
      "Answers:",
      "  exlet answer ID run --exlet EXLET",
      "  exlet answer ID teach --then EXLET [--if CONDITION]",
      "  exlet answer ID jump --to bookStadium|sellTickets|doShow",
      "  exlet answer ID set -d NAME=VALUE",
      "  exlet answer ID propagate",
      "  exlet answer ID remove --target case",
      "  exlet answer ID dismiss",
    ])
  })

  test("[CLI52] a case tells what it waits for, how far it is rolled back, what is void and what it has cost", async () => {
    const { engine, exlet } = await office()
    accepted(await engine.deploy(buying))
    accepted(await engine.start("buying", { data: { order: 7 } }))
    const told = async () => (await exlet("case", "f1")).out
    expect((await told()).slice(4, 6)).toEqual([
      "  ID     TASK    STATUS   WAITS FOR",
      "  f1.i1  wait~1  enabled  message paid (key 7)",
    ])
    accepted(await engine.message({ name: "paid", key: 7 }))
    for (const task of ["buy", "receive"])
      accepted(await engine.completeItem((await engine.items({ case: asCaseId("f1"), task }))[0]?.id ?? asItemId("")))
    accepted(await engine.rollback({ case: asCaseId("f1"), to: "buy" }))
    expect(await told()).toEqual([
      "buying v1 f1  running",
      "started 2026-01-05T09:00:00Z by administrator, has cost 30; revision 21",
      "",
      "Items",
      "  ID     TASK     STATUS        AGENT          HELD BY",
      "  f1.i1  wait~1   completed",
      "  f1.i3  buy      completed     administrator",
      "  f1.i4  receive  completed     administrator",
      "  f1.i5  use      enabled held                 rollback to buy",
      "",
      "States",
      "  suspended: use",
      "  done: buy, receive",
      "",
      "Runs",
      "  ID      EXLET  FOR                 STEP    WAITS FOR  ROLLS BACK",
      "  f1.r14  steps  rollback at buying  1 of 1  f1.c8      to buy: 0 of 2 undone",
      "",
      "Holds",
      "  the end of the case: rollback to buy (since 2026-01-05T09:00:00Z)",
      "  item use f1.i5: rollback to buy (since 2026-01-05T09:00:00Z)",
      "",
      "Bounds",
      "  budget of buying: 30 of 100 spent",
      "",
      "Data",
      "  order: 8",
    ])
    accepted(await engine.completeItem((await engine.items({ task: "pack" }))[0]?.id ?? asItemId("")))
    const lines = await told()
    expect([lines.filter((line) => line.includes("undone")), lines.slice(lines.indexOf("Void"), -3)]).toEqual([
      ["  f1.i4   receive  completed, undone  administrator"],
      ["Void", '  buy f1.i3: {"order":8} (2026-01-05T09:00:00Z)'],
    ])
  })

  test("[CLI53] of many that are answered or looked at again, each tells what came of it", async () => {
    const { engine, exlet } = await office()
    accepted(await engine.deploy(buying))
    for (const order of [1, 2]) {
      const { case: id } = accepted(await engine.start("buying", { data: { order } }))
      accepted(await engine.raise({ class: "Fire", case: id }))
    }
    expect((await exlet("interventions")).out).toEqual([
      "ID     TEXT            TO             DUE AT                CLASS  PROCESS  AT      OPENED AT",
      "f1.q5  Fire at buying  administrator  2026-01-06T09:00:00Z  Fire   buying   buying  2026-01-05T09:00:00Z",
      "f2.q5  Fire at buying  administrator  2026-01-06T09:00:00Z  Fire   buying   buying  2026-01-05T09:00:00Z",
      "'exlet intervention ID' tells what it is about, and how it can be answered.",
    ])
    expect(await exlet("answer-all", "--class", "Fire", "--answer", '{"do":"skip"}')).toEqual({
      code: 1,
      out: [
        "INTERVENTION  CASE  PROCESS  RESULT",
        'f1.q5         f1    buying   ANSWER_NOT_POSSIBLE: "skip" needs an item, and this is about a case',
        'f2.q5         f2    buying   ANSWER_NOT_POSSIBLE: "skip" needs an item, and this is about a case',
      ],
      err: [],
    })
    const rule = { on: "Fire", at: "buying", if: "order == 1", then: "close", from: { case: asCaseId("f1") } }
    accepted(await engine.learn(rule))
    expect(await exlet("reevaluate", "--class", "Fire")).toEqual({
      code: 0,
      out: [
        "INTERVENTION  CASE  PROCESS  RESULT",
        "f1.q5         f1    buying   now handled by rule #1 of Fire buying: close",
        "f2.q5         f2    buying   still open",
      ],
      err: [],
    })
  })

  test("[CLI50] what was done but is doubtful is told on the other side", async () => {
    const here = await office()
    await here.exlet("start", "organise-concert")
    const nothing = await here.exlet("raise", "f1", "unheard-of")
    expect([nothing.code, nothing.err]).toEqual([
      0,
      ["Nobody waits for 'unheard-of'; 'exlet triggers f1' lists what can be raised."],
    ])
  })

  test("[CLI21] ids tell whether a case or an item is meant, flags what else", async () => {
    const here = await office()
    await here.exlet("start", "organise-concert")
    here.asked.length = 0
    await here.exlet("suspend", "f1")
    await here.exlet("suspend", "f1.i1")
    await here.exlet("suspend", "f1", "--end")
    const after = await here.exlet("suspend", "f1", "--after", "sellTickets", "--reason", "wait for the mayor")
    expect([here.asked, after.out]).toEqual([
      ["suspendCase", "suspendItem", "item", "suspend", "suspend"],
      ["HoldPlaced after sellTickets: wait for the mayor"],
    ])
    expect(await here.exlet("suspend", "f1.i1", "--end")).toMatchObject({
      code: 2,
      err: [expect.stringContaining("--after and --end are of a case"), expect.anything()],
    })
  })

  test("[CLI22] a dry run tells what would happen, and nothing does", async () => {
    const here = await office()
    expect((await here.exlet("start", "organise-concert", "--dry-run")).out.slice(0, 3)).toEqual([
      "Nothing was done. This would happen:",
      'CaseStarted organise-concert v1 dry-run {"venueName":"Olympic Stadium","seating":20000,"venueCost":250000,"ticketCost":80,"ticketsSold":0}',
      "ItemEnabled bookStadium i1",
    ])
    expect((await here.exlet("cases")).out).toEqual(["None."])
  })

  test("[CLI23] --json prints the answer as it came, and a refusal on the other side", async () => {
    const here = await office()
    const started = await here.exlet("start", "organise-concert", "--json")
    expect(started).toEqual({ code: 0, out: ['{"case":"f1"}'], err: [] })
    expect(await here.exlet("--json", "--url", "http://office", "start", "organise-concert")).toEqual({
      code: 0,
      out: ['{"case":"f2"}'],
      err: [],
    })
    const refused = await here.exlet("start", "organise-concret", "--json")
    expect([refused.code, refused.out, JSON.parse(refused.err[0] ?? "")]).toMatchObject([
      1,
      [],
      {
        type: "/docs/errors#PROCESS_NOT_FOUND",
        title: "Process not found",
        status: 404,
        detail: expect.any(String),
        code: "PROCESS_NOT_FOUND",
        remedy: expect.any(String),
      },
    ])
  })

  test("[CLI24] a refusal is told with its code, what happened, what to do, and what is wrong in particular", async () => {
    const here = await office()
    await here.exlet("start", "organise-concert")
    expect(await here.exlet("complete", "f1.i1", "-d", "seating=many")).toEqual({
      code: 1,
      out: [],
      err: [
        "DATA_INVALID: item f1.i1 (bookStadium) cannot take this data.",
        "  Correct the fields named and send it again",
        "  seating: seating must be a whole number, not 'many'. (WRONG_TYPE)",
      ],
    })
    mkdirSync(join(here.folder, "wrong"))
    writeFileSync(join(here.folder, "wrong/order.yaml"), "process: order\nflow: [ { tsk: A } ]\n")
    const { code, err } = await here.exlet("deploy", "wrong")
    expect([code, err[0]?.split(":")[0]]).toEqual([1, "DEFINITION_INVALID"])
    expect(err.join("\n")).toContain(`${here.folder}/wrong/order.yaml:2:9 error `)
  })

  test("[CLI25] files are read here and sent together", async () => {
    const here = await office()
    writeFileSync(join(here.folder, "order.yaml"), "process: order\nflow: [ { task: pack } ]\n")
    expect(await here.exlet("deploy", "order.yaml")).toEqual({
      code: 0,
      out: ["new  process order v1", "1 definition deployed, 0 as before."],
      err: [],
    })
    expect((await here.exlet("deploy", "order.yaml")).out).toEqual(["0 definitions deployed, 1 as before."])
    expect(await here.exlet("deploy", "nowhere")).toMatchObject({
      code: 2,
      err: ["FILE_NOT_FOUND: There is no file or folder 'nowhere' that can be read.", "  Check the path."],
    })
  })

  test("[CLI26] a page ends with how to get the next; --all gets them all", async () => {
    const here = await office()
    for (let count = 0; count < 3; count++) await here.exlet("start", "organise-concert")
    const first = await here.exlet("cases", "--limit", "2")
    expect([first.out.length, first.err]).toEqual([3, ["There may be more: --after 'f2', or --all."]])
    const all = await here.exlet("cases", "--limit", "2", "--all", "--json")
    const ids = all.out.flatMap((line) => (JSON.parse(line) as { rows: { id: string }[] }).rows.map(({ id }) => id))
    expect([ids, all.err]).toEqual([["f1", "f2", "f3"], []])
  })

  test("[CLI27] history is told entry by entry, and exported whole, page by page", async () => {
    const here = await office()
    for (let count = 0; count < 7; count++) await here.exlet("start", "organise-concert", "--as", "ann")
    const { out, err } = await here.exlet("history")
    expect([out.slice(0, 3), err]).toEqual([
      [
        "1 2026-01-05T09:00:00Z f1 StartCase by ann",
        '  CaseStarted organise-concert v1 f1 {"venueName":"Olympic Stadium","seating":20000,"venueCost":250000,"ticketCost":80,"ticketsSold":0}',
        "  ItemEnabled bookStadium i1",
      ],
      ["There is more: --after 5."],
    ])
    const log = await here.exlet("log", "f1.i1", "--by", "cause")
    expect(log.out[1]).toBe("  #2 2026-01-05T09:00:00Z ItemEnabled bookStadium i1 ← #1")
    const exported = await here.exlet("export", "history")
    expect(exported.out.map((line) => (JSON.parse(line) as { position: number }).position)).toEqual([
      1, 2, 3, 4, 5, 6, 7,
    ])
  })

  test("[CLI28] exit codes tell a refusal from what is not permitted and what cannot be reached", async () => {
    const { exletIn } = await office()
    const fetch = () => Promise.reject(new TypeError("fetch failed"))
    expect(await exletIn({ fetch }, "cases")).toEqual({
      code: 3,
      out: [],
      err: [
        "SERVER_UNREACHABLE: could not reach http://office: fetch failed.",
        "  Check --url (EXLET_URL), and that the server runs: 'exlet dev' starts one.",
      ],
    })
    const codes: readonly (readonly [Refusal["code"], number])[] = [
      ["ITEM_NOT_LIVE", 409],
      ["AGENT_EXCLUDED", 403],
      ["REQUEST_INVALID", 400],
      ["TOO_BUSY", 503],
      ["NOT_SIGNED_IN", 401],
      ["NOT_PERMITTED", 403],
    ]
    expect(codes.map(([code, status]) => exitCodeOf({ code }, status))).toEqual([1, 1, 2, 3, 4, 4])
  })

  test("[CLI28] whoever interrupts gets 130", async () => {
    const { exletIn } = await office()
    const signal = AbortSignal.abort()
    const fetch = (_: unknown, options?: RequestInit) => Promise.reject(options?.signal?.reason)
    expect(await exletIn({ fetch: fetch as typeof globalThis.fetch, signal }, "cases")).toEqual({
      code: 130,
      out: [],
      err: [],
    })
  })
})
