import { describe, expect, test } from "vitest"
import { readStories } from "../../src/stories/read-story.ts"
import { findingsIn } from "./telling.ts"

describe("reading a story", () => {
  test("[STORY1] everything that is wrong is told at once, by line and column", () => {
    const story = `story: a bad one
now: yesterday
stpes: []
workers:
  charge: [ { throws: no, returns: {} }, { sings: true }, {} ]
  silent: []
steps:
  - start: order
    as: my order
    number: [7]
    date: {}
  - complete: ship
    instance: 0
  - delegate: ship
  - update: item ship
  - complete: case
  - remove: ship+
  - add: reviews
  - advance: tomorrow
  - message: { nam: paid }
  - suspend: the ship
  - expect: { state: runing, items: { ship: suspended, 'a b': enabled }, states: { don: [ship] }, log: [ finished(x), ship ] }
  - 7
  - {}
  - expect: { exceptions: [ { class: Timeout, state: closed, why: x } ], held: maybe }
  - set: { a: 1 }
    skip: ship
`
    expect(findingsIn(story)).toEqual([
      "2:6 BAD_MOMENT 'now' is 'yesterday', which is not a moment. Write for example 2026-01-05T09:00:00Z.",
      "3:1 UNKNOWN_KEY The key 'stpes' means nothing in a story. Did you mean 'steps'?",
      "5:27 CONTRADICTION The keys 'throws' and 'returns' in a call of a worker exclude each other. A call ends in one way only.",
      "5:44 UNKNOWN_KEY The key 'sings' means nothing in a call of a worker. Known here: throws, returns, hangs.",
      "5:59 EMPTY A call says nothing. Write { throws: text }, { returns: { … } } or { hangs: true }.",
      "6:11 EMPTY 'silent' has no calls. Write { throws: text }, { returns: { … } } or { hangs: true }.",
      "9:9 BAD_NAME 'as' cannot be 'my order'. Write a word of letters, digits, '_' and '-'.",
      "10:13 BAD_VALUE 'number' is no case number. A case number is a text of 1 to 200 characters, without control characters and without spaces at its ends.",
      "11:5 UNKNOWN_KEY The key 'date' means nothing in a step 'start'. Did you mean 'data'?",
      "13:15 TOO_SMALL 'instance' is 0, but must be at least 1. Write 1 or more.",
      "14:5 MISSING_KEY The key 'to' is missing in a step 'delegate'. Say who gets it.",
      "15:5 MISSING_KEY The key 'data' is missing in a step 'update'. Say what is given.",
      "16:15 NOT_ALLOWED 'complete' cannot act on a case. Name an item: 'item X'.",
      "17:13 NOT_ALLOWED 'remove' cannot act on what follows a task. Name an item or the case.",
      "19:14 BAD_DURATION 'advance' is 'tomorrow', which is neither a duration nor a moment. Write for example P3D, PT90M or 2026-02-01T09:00:00Z.",
      "20:16 UNKNOWN_KEY The key 'nam' means nothing in a message. Did you mean 'name'?",
      "21:14 BAD_NAME There can be no item called 'the ship'. Write a task's name, such as review, 'item review' or 'review[2]'.",
      "22:22 NOT_ALLOWED 'state' cannot be 'runing'. Did you mean 'running'?",
      "22:45 NOT_ALLOWED An item cannot be 'suspended'. Write one of enabled, offered, allocated, started, completed, force-completed, failed, removed, skipped, none; with 'held' before it when it is suspended.",
      "22:56 BAD_NAME There can be no item called 'a b'. Write a task's name, such as review or 'review[2]'.",
      "22:84 NOT_ALLOWED There is no state 'don'. Did you mean 'done'?",
      "22:106 BAD_EVENT 'finished(x)' is no event a log could show. Write started(x), done(x), aborted(x), written(variable) or message(name).",
      "22:119 BAD_EVENT 'ship' is no event a log could show. Write started(x), done(x), aborted(x), written(variable) or message(name).",
      "23:5 WRONG_KIND A step is the number 7. Write a map such as { complete: sellTickets } here.",
      "24:5 EMPTY This step says nothing. Known steps: start, accept, decline, hand-back, restart, skip, fail, wait, update, complete, force-complete, delegate, reassign, suspend, continue, retry, amend, grant, organisation, remove, set, add, advance, message, crash, expect, raise, report, learn, answer, take-back, recheck, deploy, jump, rollback, bind, unbind.",
      "25:54 NOT_ALLOWED 'state' cannot be 'closed'. Write one of open, handling, verifying, resolved, recurred, propagated, dismissed.",
      "25:62 UNKNOWN_KEY The key 'why' means nothing in an expected exception. Known here: class, at, state, with.",
      "25:80 WRONG_KIND 'held' is the text 'maybe'. Write true or false here.",
      "27:5 CONTRADICTION A step does one thing, but this one says 'set' and 'skip'. Write two steps.",
    ])
  })

  test("[STORY1] a text that is no YAML is told by line", () => {
    expect(findingsIn("story: x\nsteps: [ {")).toEqual([
      expect.stringMatching(/^2:\d+ BAD_SYNTAX .* Correct the YAML or JSON here\.$/),
      ...findingsIn("story: x\nsteps: [ {").slice(1),
    ])
  })

  test("[STORY1] a file without a story is told", () => {
    expect(readStories("told.story.yaml", "# nothing yet\n")).toMatchObject([{ findings: [{ severity: "error" }] }])
  })

  test.each([
    ["complte: ship", "There is no step 'complte'. Did you mean 'complete'?"],
    ["crsh", "There is no step 'crsh'. Did you mean 'crash'?"],
    ["hand-bakc: ship", "There is no step 'hand-bakc'. Did you mean 'hand-back'?"],
  ])("[STORY2] a step that does not exist is told with the nearest that does: %s", (step, message) => {
    expect(findingsIn(`story: x\nsteps:\n  - ${step}\n`)).toEqual([`3:5 UNKNOWN_STEP ${message}`])
  })

  test("[STORY2] a code no refusal has is told with the nearest that one has", () => {
    expect(findingsIn("story: x\nsteps:\n  - start: p\n    refused: ITEM_NOT_LIV\n")).toEqual([
      "4:14 NOT_ALLOWED 'refused' cannot be 'ITEM_NOT_LIV'. Did you mean 'ITEM_NOT_LIVE'?",
    ])
  })

  test("[STORY3] a file may hold several stories, one a document", () => {
    const stories = readStories("told.story.yaml", "story: one\nsteps: []\n---\nstory: two\nsteps: [ crash ]\n")
    expect(stories.map(({ name, story }) => [name, story?.place.line, story?.steps.length])).toEqual([
      ["one", 1, 0],
      ["two", 4, 1],
    ])
  })

  test("[STORY4] a case is known once a step has started it, by its alias or its process", () => {
    const story = `story: x
steps:
  - { complete: A, of: show }
  - { start: concert, as: show }
  - { start: order }
  - { complete: A, of: shwo }
  - { start: concert, as: refused, refused: true }
  - expect: { of: refused/other }
  - { complete: A, of: 'show/worklet[2]' }
  - { complete: A, of: order }
`
    expect(findingsIn(story)).toEqual([
      "3:24 UNKNOWN_CASE No step before this one has started a case called 'show'. Start one first.",
      "6:24 UNKNOWN_CASE No step before this one has started a case called 'shwo'. Did you mean 'show'?",
      "8:19 UNKNOWN_CASE No step before this one has started a case called 'refused/other'. Known here: show, order.",
    ])
  })

  test("[STORY5] looking is never refused", () => {
    expect(findingsIn("story: x\nsteps:\n  - expect: {}\n    refused: true\n")).toEqual([
      "4:5 CONTRADICTION An expectation is never refused. Put 'refused' on the step before it.",
    ])
  })

  test("[STORY34] every word of the language is read", () => {
    const [read] = readStories("told.story.yaml", everyWord)
    expect(read?.findings).toEqual([])
  })
})

const everyWord = `story: two thirds of the tickets are not enough
bundle: ..
now: 2026-01-05T09:00:00Z
workers: { charge-card: [ { throws: card expired }, { returns: { receipt: r-1 } } ] }
steps:
  - start: organise-concert
    as: show
    data: { seating: 20000 }
    by: ann
  - start: item bookStadium
  - complete: bookStadium
  - complete: sellTickets
    data: { ticketsSold: 14999, result: okay }
  - expect:
      of: show
      state: running
      held: false
      items: { doShow: enabled, bookStadium: completed }
      states: { suspended: [doShow], done: [bookStadium, sellTickets] }
      data: { seating: 20000 }
      family: { organise-concert: running, change-to-mid-venue: running }
      exlets: { move-to-mid-venue: running }
      decision: { on: itemPre, at: doShow, conclusion: move-to-mid-venue }
      exceptions: [ { class: Timeout, at: doShow, state: open } ]
      interventions: 0
      notified: [ { to: bob, text: /again/ } ]
      worklist: { ann: [doShow], bob: [] }
      log: [ done(sellTickets), started(change-to-mid-venue) ]
  - advance: P3D
  - raise: band-broken-up
  - report: { title: Stadium roof damaged, text: … }
  - suspend: item doShow
    reason: weather
    refused: ITEM_NOT_LIVE
  - add: reviews
  - learn: { on: itemPre, at: doShow, if: …, then: … , replace: true }
  - answer: { do: run, exlet: cancel-show }
  - take-back: answer
  - bind: { handler: over-budget, at: [ doShow, everywhere ], with: { limit: 3 } }
  - unbind: { handler: over-budget, at: doShow }
  - crash
  - message: { name: payment-received, key: 42, data: { … } }
`
