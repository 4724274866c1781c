import { describe, expect, test } from "vitest"
import { accepted, type CaseView, openEngine } from "../../src/main.ts"
import type { Entry, Event } from "../../src/messages/events.ts"
import type { DecisionMade } from "../../src/messages/handling.ts"
import { administrator, asCaseId, asFamilyId, localId } from "../../src/messages/ids.ts"
import { checkExceptions } from "../../src/stories/expect-exceptions.ts"
import { checkDecisions, checkNotices, checkRuns } from "../../src/stories/expect-handling.ts"
import type { Expectation } from "../../src/stories/expectation.ts"
import { handlingHistory } from "../../src/stories/handling-history.ts"
import { readStories } from "../../src/stories/read-story.ts"

const family = asFamilyId("show")
const root = asCaseId("show")
const worklet = localId(family, "case", 1)
const exception = (number: number) => localId(family, "exception", number)
const runId = (number: number) => localId(family, "run", number)

/** The case itself, as an engine shows it. */
const show: CaseView = await (async () => {
  const engine = await openEngine({ newFamilyId: () => family })
  accepted(await engine.deploy("process: concert\nflow: [ { task: sellTickets }, { task: doShow } ]"))
  accepted(await engine.start("concert"))
  const view = await engine.case(root)
  await engine.stop()
  if (view === undefined) throw new Error("the case was started")
  return view
})()

/** A history of one entry. */
function history(...events: readonly Event[]): readonly Entry[] {
  return [{ family, version: 1, at: 0, by: administrator, command: "StartCase", events }]
}

function told(...events: readonly Event[]) {
  return handlingHistory(history(...events), () => true)
}

function run(
  number: number,
  exlet: string,
  more: { case?: typeof root; exception?: ReturnType<typeof exception> } = {},
) {
  const event: Event = {
    type: "RunStarted",
    run: runId(number),
    exlet,
    steps: [],
    case: root,
    at: "doShow",
    on: "itemPre",
    parameters: {},
    by: administrator,
    depth: 1,
    solves: true,
    ...more,
  }
  return event
}

function raised(number: number, name: string): Event {
  return {
    type: "ExceptionRaised",
    exception: exception(number),
    class: name,
    case: root,
    at: "doShow",
    parameters: {},
  }
}

function decided(
  on: string,
  at: string,
  says?: string,
  trees: readonly string[] = [`${on} concert/${at}`],
): DecisionMade {
  return {
    type: "DecisionMade",
    on,
    at,
    case: root,
    walks: trees.map((tree) => ({ tree, version: 1, held: [], last: 0 })),
    ...(says !== undefined && { conclusion: { tree: trees[0] ?? "", node: 1, says } }),
  }
}

/** What is expected, as a story writes it. */
function expected(text: string): Expectation {
  const [read] = readStories("told.story.yaml", `story: x\nsteps:\n  - expect: { ${text} }\n`)
  const action = read?.story?.steps[0]?.action
  if (action?.do !== "expect") throw new Error(JSON.stringify(read?.findings))
  return action.expectation
}

describe("expecting exlets", () => {
  const events = told(
    run(1, "move"),
    { type: "RunEnded", run: runId(1), as: "failed" },
    run(2, "move"),
    run(3, "remind", { case: worklet }),
    { type: "RunEnded", run: runId(3), as: "completed" },
    run(4, "move", { case: worklet }),
  )
  const check = (text: string) => checkRuns(show, events, expected(`exlets: { ${text} }`).exlets ?? new Map())

  test("[STORY41] of the runs in the case the newest counts, or their number", () => {
    expect(check("move: running")).toEqual([])
    expect(check("move: 2")).toEqual([])
    expect(check("move: completed")).toEqual([{ path: ["exlets", "move"], expected: "completed", found: "running" }])
    expect(check("move: 3")).toEqual([{ path: ["exlets", "move"], expected: "3", found: "2 [failed, running]" }])
  })

  test("[STORY41] where the case has none, those of its family count", () => {
    expect(check("remind: completed")).toEqual([])
    expect(check("remind: 1")).toEqual([])
    expect(check("cancel: 0, other: none")).toEqual([])
    expect(check("cancel: running")).toEqual([{ path: ["exlets", "cancel"], expected: "running", found: "none" }])
  })
})

describe("expecting a decision", () => {
  const events = told(
    decided("itemPre", "doShow", "move"),
    decided("itemPre", "doShow", "cancel"),
    decided("itemPost", "doShow"),
    decided("casePre", "concert", "nothing"),
    decided("select", "sellTickets", "by-phone, by-mail"),
    decided("Timeout", "doShow", "remind"),
    decided("band-broken-up", "concert", "cancel-show", ["band-broken-up concert", "CaseTrigger concert"]),
  )
  const check = (text: string) => checkDecisions(show, events, expected(`decision: ${text}`).decisions ?? [])

  test.each([
    "{ on: itemPre, at: doShow, conclusion: cancel }",
    "{ on: itemPre, at: concert/doShow, conclusion: cancel }",
    "{ on: itemPre, conclusion: cancel }",
    "{ on: casePre, at: concert, conclusion: nothing }",
    "{ on: itemPost, at: doShow, conclusion: none }",
    "{ on: casePost, at: concert, conclusion: none }",
    "{ on: select, at: sellTickets, conclusion: [by-mail, by-phone] }",
    "[ { on: itemPre, at: doShow, conclusion: cancel }, { on: itemPre, at: sellTickets, conclusion: none } ]",
  ])("[STORY42] the last one there is meant: %s", (text) => {
    expect(check(text)).toEqual([])
  })

  test("[STORY42] another conclusion is told, and where there is none what else was decided", () => {
    expect(check("{ on: itemPre, at: doShow, conclusion: move }")).toEqual([
      { path: ["decision"], expected: "move", found: "cancel" },
    ])
    expect(check("[ { on: select, at: sellTickets, conclusion: by-mail } ]")).toEqual([
      { path: ["decision", 0], expected: "by-mail", found: "[by-phone, by-mail]" },
    ])
    expect(check("{ on: ItemAbort, at: doShow, conclusion: remind }")).toEqual([
      {
        path: ["decision"],
        expected: "remind",
        found:
          "none; there were decisions on itemPre at doShow, itemPost at doShow, casePre at concert, select at sellTickets, Timeout at doShow, band-broken-up at concert",
      },
    ])
  })

  test.each([
    "{ on: timeout, at: doShow, conclusion: remind }",
    "{ on: Timeout, at: doShow, conclusion: remind }",
    "{ on: band-broken-up, at: concert, conclusion: cancel-show }",
    "{ on: caseTrigger, at: concert, conclusion: cancel-show }",
  ])(
    "[STORY43] types and classes are synonyms, and a more special class counts where the tree was asked: %s",
    (text) => {
      expect(check(text)).toEqual([])
    },
  )

  test("[STORY42] decisions about other cases of the family do not count", () => {
    const other = told({ ...decided("itemPre", "doShow", "move"), case: worklet })
    const [wanted] = expected("decision: { on: itemPre, at: doShow, conclusion: none }").decisions ?? []
    expect(wanted && checkDecisions(show, other, [wanted])).toEqual([])
  })
})

describe("expecting exceptions", () => {
  const found = (isOpen: boolean, ...events: readonly Event[]) =>
    [...handlingHistory(history(...events), () => isOpen).exceptions.values()].map(({ state }) => state)

  test("[STORY46] an exception is handled while a run answers it, and open again if that did not solve it", () => {
    expect(found(true, raised(1, "Timeout"))).toEqual(["open"])
    expect(found(true, raised(1, "Timeout"), run(2, "remind", { exception: exception(1) }))).toEqual(["handling"])
    expect(
      found(true, raised(1, "Timeout"), run(2, "remind", { exception: exception(1) }), {
        type: "RunEnded",
        run: runId(2),
        as: "completed",
      }),
    ).toEqual(["open"])
  })

  test("[STORY46] it ends resolved, dismissed or propagated, or with what it stood at", () => {
    const closed = (as?: "dismissed" | "propagated"): Event => ({
      type: "ExceptionResolved",
      exception: exception(1),
      ...(as && { as }),
    })
    expect(found(true, raised(1, "Timeout"), closed())).toEqual(["resolved"])
    expect(found(true, raised(1, "Timeout"), closed("dismissed"))).toEqual(["dismissed"])
    expect(found(true, raised(1, "Timeout"), closed("propagated"))).toEqual(["propagated"])
    expect(found(false, raised(1, "Timeout"))).toEqual(["resolved"])
  })

  test("[STORY26] [STORY43] each expectation meets one, however vague, by any of the words for its class", () => {
    const events = told(raised(1, "Timeout"), raised(2, "Timeout"), raised(3, "band-broken-up"))
    const check = (text: string) => checkExceptions(show, events, expected(`exceptions: [ ${text} ]`).exceptions ?? [])
    expect(check("{ state: open }, { class: timeout }, { class: Timeout, at: concert/doShow }")).toEqual([])
    expect(check("{ class: band-broken-up }, { class: timeout }, { at: doShow }")).toEqual([])
    expect(check("{ class: band-broken-up }, { class: band-broken-up }, { at: doShow }")).toEqual([
      {
        path: ["exceptions"],
        expected:
          "[band-broken-up at any place in any state, band-broken-up at any place in any state, any at doShow in any state]",
        found: "[Timeout at doShow open, Timeout at doShow open, band-broken-up at doShow open]",
      },
    ])
  })
})

describe("expecting notifications", () => {
  const notices = [
    { to: "bob", text: "Please send the order again" },
    { to: "ann", text: "a+b" },
  ]
  const check = (text: string) => checkNotices(notices, expected(`notified: ${text}`).notified ?? [])

  test.each([
    "[ { to: ann, text: a+b }, { to: bob, text: /send .* again$/ } ]",
    "[ { to: bob, text: /AGAIN/i }, { to: ann } ]",
    "[ { text: /./ }, { text: a+b } ]",
    "2",
  ])("[STORY45] all are meant, in any order, their text whole or by a pattern: %s", (text) => {
    expect(check(text)).toEqual([])
  })

  test("[STORY45] one too many, one missing and another text are told", () => {
    const found = "[to bob: Please send the order again, to ann: a+b]"
    expect(check("[ { to: bob } ]")).toEqual([{ path: ["notified"], expected: "[to bob: any text]", found }])
    expect(check("[ { to: bob, text: again }, { text: /a+b/ } ]")).toEqual([
      { path: ["notified"], expected: "[to bob: again, to anyone: /a+b/]", found },
    ])
    expect(check("0")).toEqual([{ path: ["notified"], expected: "0", found: `2 ${found}` }])
  })
})
