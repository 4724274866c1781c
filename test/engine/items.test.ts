import { expect, test } from "vitest"
import { given } from "../language/case-story.ts"
import {
  accept,
  claim,
  complete,
  decline,
  delegate,
  expireLease,
  fail,
  forceComplete,
  goOn,
  handBack,
  reassign,
  remove,
  report,
  reportFailure,
  restart,
  retry,
  setData,
  skip,
  start,
  suspend,
  theCase,
  theItem,
  update,
} from "../language/commands.ts"

const one = "{ data: { n: { type: integer, default: 1 }, note: string }, flow: [ { task: A }, { task: B } ] }"

test("[ITEM1] an item is enabled, allocated, started and completed", () => {
  given(one)
    .after(accept("A"))
    .thenItems({ A: "allocated" })
    .after(start("A"))
    .thenItems({ A: "started" })
    .after(complete("A"))
    .thenItems({ A: "completed", B: "enabled" })
})

test("[ITEM2] completing starts an item first if nobody has", () => {
  given(one).when(complete("A"), "ann").thenEvents(["A started by ann", "A completed", "B enabled"])
})

test("[ITEM3] force-completed, failed and skipped items let the flow go on (A4.10, A4.11)", () => {
  given(one)
    .after(forceComplete("A", { n: 2 }))
    .thenItems({ A: "force-completed", B: "enabled" })
    .thenData({ n: 2 })
  given(one).after(fail("A")).thenItems({ A: "failed", B: "enabled" })
  given(one).after(skip("A")).thenItems({ A: "skipped", B: "enabled" })
})

test("[ITEM4] the path behind a removed item dies (A4.1)", () => {
  given(one).after(remove("A")).thenItems({ A: "removed" }).thenCase({ state: "exhausted" })
})

test("[ITEM5] restart forgets what the item was given, and keeps what it read at its start (A4.9)", () => {
  const story = given(one).after(start("A"), update("A", { n: 5 }), setData({ n: 9 }))
  story.when(restart("A")).thenEvents(["A restarted, attempt 2"])
  const { status, given: updates, input } = story.item("A")
  expect({ status, updates, input }).toEqual({ status: "started", updates: undefined, input: { n: 1 } })
})

test("[ITEM6] only a started item can be restarted or updated", () => {
  given(one)
    .when(restart("A"))
    .thenRefused("ITEM_NOT_STARTED")
    .when(update("A", { n: 2 }))
    .thenRefused("ITEM_NOT_STARTED")
})

test("[ITEM7] an item somebody has is nobody else's, except for the administrator", () => {
  const story = given(one).when(start("A"), "ann")
  for (const asked of [complete("A"), update("A"), handBack("A"), delegate("A", "cid")])
    story.when(asked, "bob").thenRefused("ITEM_NOT_YOURS")
  story.when(complete("A")).thenItems({ A: "completed", B: "enabled" })
})

test("[ITEM8] a started item is not started, accepted or declined again", () => {
  const story = given(one).after(start("A"))
  for (const asked of [start("A"), accept("A"), decline("A")]) story.when(asked).thenRefused("ITEM_ALREADY_STARTED")
})

test("[ITEM9] handing back makes an item enabled and with nobody", () => {
  given(one)
    .after(start("A"))
    .when(handBack("A"))
    .thenEvents(["A handedback"])
    .thenItems({ A: "enabled" })
    .when(handBack("A"))
    .thenRefused("ITEM_NOT_STARTED")
})

test("[ITEM10] delegating and reassigning give an item to another, who has not started it", () => {
  given(one)
    .after(start("A"))
    .when(delegate("A", "bob"))
    .thenEvents(["A allocated to bob"])
    .when(reassign("A", "cid"))
    .thenEvents(["A allocated to cid"])
    .when(start("A"), "bob")
    .thenRefused("ITEM_NOT_YOURS")
    .when(start("A"), "cid")
    .thenItems({ A: "started" })
})

test("[ITEM11] declining leaves an item enabled and is remembered", () => {
  const story = given(one).when(accept("A"), "ann").when(decline("A"), "ann").thenItems({ A: "enabled" })
  expect(story.item("A").declined).toEqual(["ann"])
})

test("[ITEM12] what has ended or never was takes no command", () => {
  const story = given(one).after(complete("A"))
  for (const asked of [
    start("A"),
    complete("A"),
    skip("A"),
    remove("A"),
    restart("A"),
    retry("A"),
    suspend(theItem("A")),
  ])
    story.when(asked).thenRefused("ITEM_NOT_LIVE")
  story.when(() => ({ type: "StartItem", item: "f.i99" as never })).thenRefused("ITEM_NOT_FOUND")
})

test("[ITEM13] nobody does an activity: its item is skipped, failed, forced or removed as a whole", () => {
  const act = "flow: [ { activity: act, do: [ { task: A } ] }, { task: Z } ]"
  given(act).when(complete("act")).thenRefused("ITEM_NOT_WORK").when(start("act")).thenRefused("ITEM_ALREADY_STARTED")
  given(act).when(skip("act")).thenEvents(["A removed", "frame removed", "act skipped", "Z enabled"])
})

test("[ITEM14] an item with nothing gone wrong is not retried", () => {
  given(one).when(retry("A")).thenRefused("NOT_RETRYABLE")
})

test("[FLOWDATA1] an item writes only what it was given, by name", () => {
  given(one)
    .after(complete("A", { note: "x" }))
    .thenData({ n: 1, note: "x" })
})

test("[FLOWDATA2] wrong data is refused with a reason per field, and changes nothing", () => {
  const story = given(one)
    .when(complete("A", { n: "many", colour: "red" }))
    .thenRefused("DATA_INVALID")
    .thenItems({ A: "enabled" })
  expect(story.last.ok ? [] : story.last.rejection.fields?.map(({ field, code }) => [field, code])).toEqual([
    ["n", "WRONG_TYPE"],
    ["colour", "UNKNOWN_FIELD"],
  ])
})

test("[FLOWDATA3] updates are kept with the item and written at its completion", () => {
  given(one)
    .after(start("A"), update("A", { n: 5 }))
    .thenData({ n: 1 })
    .after(complete("A", { note: "x" }))
    .thenData({ n: 5, note: "x" })
})

const mapped = `
  data: { n: { type: integer, default: 2 }, total: integer }
  flow:
    - task: A
      reads: { double: n * 2 }
      writes: { total: double + extra }
    - task: B
      reads: [n]
      writes: []
`

test("[FLOWDATA4] reads and writes may be expressions, over the case's data and over the item's", () => {
  const story = given(mapped).after(start("A"))
  expect(story.item("A").input).toEqual({ double: 4 })
  story.after(complete("A", { extra: 3 })).thenData({ n: 2, total: 7 })
})

test("[FLOWDATA5] an output that cannot be evaluated or has the wrong type is refused", () => {
  given(mapped)
    .when(complete("A"))
    .thenRefused("DATA_INVALID")
    .when(complete("A", { extra: 0.5 }))
    .thenRefused("DATA_INVALID")
    .thenItems({ A: "enabled" })
})

test("[FLOWDATA6] a task that writes nothing takes nothing", () => {
  given(mapped)
    .after(complete("A", { extra: 1 }))
    .when(complete("B", { n: 3 }))
    .thenRefused("DATA_INVALID")
})

test("[FLOWDATA7] every item may end with a result, which the newest of the task tells", () => {
  given(`
    flow:
      - task: A
      - choice: c
        cases: [ { when: 'result("A") == "okay"', do: [ { task: Y } ] }, { otherwise: [ { task: N } ] } ]
  `)
    .after(complete("A", { result: "okay" }))
    .thenLive({ Y: "enabled" })
})

test("[FLOWDATA8] what an item reads cannot be told: it is not started", () => {
  given("{ data: { n: integer }, flow: [ { task: A, reads: { twice: n * 2 } } ] }")
    .when(start("A"))
    .thenRefused("DATA_INVALID")
    .after(setData({ n: 1 }), start("A"))
    .thenItems({ A: "started" })
})

const program = "{ data: { n: integer }, flow: [ { program: P }, { task: Z } ] }"

test("[PROG1] a program claims its item, which starts it with a lease, and its output completes it", () => {
  given(program)
    .when(claim("P", 500), "w")
    .thenWholeEvents([{ type: "ItemStarted", item: "f.i1" as never, agent: "w" as never, attempt: 1, lease: 500 }])
    .after(report("P", { n: 1 }))
    .thenItems({ P: "completed", Z: "enabled" })
    .thenData({ n: 1 })
})

test("[PROG2] only a program's enabled item can be claimed", () => {
  given(program).after(claim("P")).when(claim("P")).thenRefused("ITEM_ALREADY_STARTED")
  given(one).when(claim("A")).thenRefused("ITEM_NOT_WORK")
})

test("[PROG3] failing leaves the item enabled, its attempt counted, held by ItemAbort (A3.8)", () => {
  given(program)
    .after(claim("P"))
    .when(reportFailure("P"))
    .thenEvents(["P attempt 1 failed: boom", "ItemAbort raised at P", "hold placed: ItemAbort at P"])
    .thenLive({ P: "held enabled" })
    .when(claim("P"))
    .thenRefused("ITEM_HELD")
})

test("[PROG4] a lease that runs out is a failed attempt (A3.8)", () => {
  given(program).after(claim("P"), expireLease("P")).thenExceptions(["ItemAbort at P"]).thenLive({ P: "held enabled" })
})

test("[PROG5] data of the wrong type from a program is refused, and its attempt goes on", () => {
  const story = given(program).after(claim("P"))
  story.when(report("P", { n: "x" })).thenRefused("DATA_INVALID")
  story.thenLive({ P: "started" }).thenExceptions([])
  story.after(report("P", { n: 5 }, 1)).thenItems({ P: "completed", Z: "enabled" })
})

test("[PROG6] an attempt that is over reports in vain", () => {
  const story = given(program).after(claim("P"), reportFailure("P"), retry("P"), claim("P"))
  for (const asked of [report("P", {}, 1), reportFailure("P", "late", 1), expireLease("P", 1)])
    story.when(asked).thenRefused("ATTEMPT_OVER")
  story.after(report("P", {}, 2)).thenItems({ P: "completed", Z: "enabled" })
})

test("[PROG7] retrying resolves the exception and the program may claim again", () => {
  given(program)
    .after(claim("P"), reportFailure("P"))
    .when(retry("P"))
    .thenEvents(["hold lifted", "exception resolved"])
    .thenLive({ P: "enabled" })
})

test("[PROG8] an operator may complete a program's item by hand, also one that failed", () => {
  given(program).after(claim("P"), complete("P")).thenItems({ P: "completed", Z: "enabled" })
  given(program)
    .after(claim("P"), reportFailure("P"), complete("P"))
    .thenItems({ P: "completed", Z: "enabled" })
    .thenExceptions([])
    .thenHolds([])
})

test("[PROG9] output that comes while the item is held is kept, and completes it when it is let go (A4.7)", () => {
  for (const target of [theCase, theItem("P")])
    given(program)
      .after(claim("P"), suspend(target))
      .when(report("P", { n: 7 }))
      .thenEvents(['P output kept {"n":7}'])
      .thenLive({ P: "held started" })
      .when(reportFailure("P"))
      .thenRefused("ATTEMPT_OVER")
      .after(goOn(target))
      .thenItems({ P: "completed", Z: "enabled" })
      .thenData({ n: 7 })
})

test("[PROG10] restarting a program's item gives up the attempt and its kept output, and it is claimed anew (A4.9)", () => {
  given(program)
    .after(claim("P"), suspend(theItem("P")), report("P", { n: 7 }), restart("P"))
    .thenLive({ P: "held enabled" })
    .after(goOn(theItem("P")))
    .thenLive({ P: "enabled" })
    .after(claim("P"), report("P", {}, 2))
    .thenData({})
})

test("[PROG11] a program whose input cannot be told has failed", () => {
  given("{ data: { n: integer }, flow: [ { program: P, reads: { twice: n * 2 } } ] }")
    .after(claim("P"))
    .thenExceptions(["ItemAbort at P"])
})

test("[FLOWDATA9] a variable with the name of something every object has is read as it is", () => {
  const story = given("{ data: { constructor: string }, flow: [ { task: A, reads: [constructor] } ] }").after(
    start("A"),
  )
  expect(story.item("A").input).toEqual({})
})

test("[PROG12] a failed program's item can be restarted", () => {
  given("flow: [ { program: P } ]")
    .after(claim("P"), reportFailure("P"), restart("P"))
    .thenExceptions([])
    .thenLive({ P: "enabled" })
})
