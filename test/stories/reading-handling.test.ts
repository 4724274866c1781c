import { describe, expect, test } from "vitest"
import { readStories } from "../../src/stories/read-story.ts"
import { findingsIn } from "./telling.ts"

/** The steps of a story, as they were understood. */
function actionsIn(steps: string) {
  const [read] = readStories("told.story.yaml", `story: x\nsteps:\n  - start: concert\n${steps}`)
  if (read?.story === undefined) throw new Error(`the story cannot be read: ${JSON.stringify(read?.findings)}`)
  return read.story.steps.slice(1).map(({ action }) => action)
}

describe("reading the steps about what goes wrong", () => {
  test("[STORY35] an event is raised at the case or at an item, with its parameters", () => {
    const steps = `
  - raise: band-broken-up
  - { raise: timeout, item: doShow }
  - { raise: PcFailure, item: 'item review', instance: 2, with: { computer: pc-7 } }
`
    expect(actionsIn(steps)).toEqual([
      { do: "raise", class: "band-broken-up", with: {} },
      { do: "raise", class: "Timeout", with: {}, item: { task: "doShow", instances: [] } },
      { do: "raise", class: "PcFailure", with: { computer: "pc-7" }, item: { task: "review", instances: [2] } },
    ])
  })

  test("[STORY36] the unforeseen is reported by its title alone, or with a text", () => {
    const steps = `
  - report: Roof damaged
  - report: { title: Roof damaged, text: There is a hole in it. }
    item: doShow
`
    expect(actionsIn(steps)).toEqual([
      { do: "report", title: "Roof damaged" },
      {
        do: "report",
        title: "Roof damaged",
        text: "There is a hole in it.",
        item: { task: "doShow", instances: [] },
      },
    ])
  })

  test("[STORY37] a rule to learn is written as in a bundle", () => {
    const steps = `
  - learn: { on: itemPre, at: doShow, if: ticketsSold < 10, then: cancel-show, replace: true }
  - learn: { on: timeout, at: everywhere, if: true, then: [ { skip: item } ], undo: true }
`
    expect(actionsIn(steps)).toEqual([
      {
        do: "learn",
        on: "itemPre",
        at: "doShow",
        if: "ticketsSold < 10",
        conclusion: "cancel-show",
        replace: true,
        undo: false,
      },
      {
        do: "learn",
        on: "Timeout",
        at: "everywhere",
        if: "true",
        conclusion: [{ skip: "item" }],
        replace: false,
        undo: true,
      },
    ])
  })

  test("[STORY38] an answer is one word, or says more; its class only picks the intervention", () => {
    const steps = `
  - answer: dismiss
  - answer: { do: run, exlet: cancel-show, class: timeout }
  - answer: { do: teach, if: seating > 1, then: cancel-show, data: { seating: 2 } }
`
    expect(actionsIn(steps)).toEqual([
      { do: "answer", answer: { do: "dismiss" } },
      { do: "answer", class: "Timeout", answer: { do: "run", exlet: "cancel-show" } },
      {
        do: "answer",
        answer: { do: "teach", if: "seating > 1", then: "cancel-show", data: { seating: 2 } },
      },
    ])
  })

  test("[STORY39] an item or the case is checked again", () => {
    expect(actionsIn("  - recheck: item doShow\n  - recheck: review[2]\n  - recheck: case\n")).toEqual([
      { do: "recheck", target: { kind: "item", item: { task: "doShow", instances: [] } } },
      { do: "recheck", target: { kind: "item", item: { task: "review", instances: [2] } } },
      { do: "recheck", target: { kind: "case" } },
    ])
  })

  test("[STORY40] what is deployed is kept as it was written", () => {
    expect(actionsIn("  - deploy: { exlets: { stop: [ { remove: case } ] } }\n")).toEqual([
      { do: "deploy", definitions: { exlets: { stop: [{ remove: "case" }] } } },
    ])
  })

  test("[STORY1] [STORY2] everything that is wrong is told at once, by line and column", () => {
    const story = `story: x
steps:
  - { raise: two words, item: case, wiht: {} }
  - report: {}
  - report: { title: Fire, txt: hot }
  - learn: { on: itemPre, at: doShow }
  - learn: { on: itemPre, at: doShow, if: true, then: }
  - answer: { exlet: cancel }
  - answer: { do: rnu, exlet: cancel }
  - answer: dismis
  - answer: { do: set, dta: {}, data: 7 }
  - recheck: doShow+
  - deploy: {}
  - deploy: cancel-show
  - expect: { exlets: { cancel: runing, move: -1, stop: true }, decision: { at: doShow } }
  - expect: { decision: [ { on: itemPre, conclusion: move, att: x } ], interventions: [ { clas: x } ] }
  - expect: { interventions: many, notified: [ { to: bob, text: /(/ }, { too: bob } ] }
`
    expect(findingsIn(story)).toEqual([
      "3:14 BAD_NAME 'raise' cannot be 'two words'. A name starts with a letter and goes on with letters, digits, '_' and '-'.",
      "3:31 NOT_ALLOWED 'item' cannot act on a case. Name an item: 'item X'.",
      "3:37 UNKNOWN_KEY The key 'wiht' means nothing in a step 'raise'. Did you mean 'with'?",
      "4:13 MISSING_KEY The key 'title' is missing in a report. Say in a few words what has happened.",
      "5:28 UNKNOWN_KEY The key 'txt' means nothing in a report. Did you mean 'text'?",
      "6:12 MISSING_KEY The key 'if' is missing in a rule to learn. Say when it holds.",
      "6:12 MISSING_KEY The key 'then' is missing in a rule to learn. Name an exlet, or write its steps.",
      "7:55 EMPTY 'then' is empty. Name an exlet, write its steps, or 'nothing'.",
      "8:13 MISSING_KEY The key 'do' is missing in an answer. Write one of run, confirm, teach, retry, restart, skip, jump, rollback, reassign, needs, wait, set, propagate, remove, dismiss.",
      "9:19 NOT_ALLOWED 'do' cannot be 'rnu'. Did you mean 'run'?",
      "10:13 NOT_ALLOWED 'answer' cannot be 'dismis'. Did you mean 'dismiss'?",
      "11:24 UNKNOWN_KEY The key 'dta' means nothing in an answer. Did you mean 'data'?",
      "11:39 WRONG_KIND 'data' is the number 7. Write a map of keys and values here.",
      "12:14 NOT_ALLOWED 'recheck' cannot act on what follows a task. Name an item or the case.",
      "13:13 EMPTY Nothing is deployed here. Write what a bundle would hold: process, exlets, rules, …",
      "14:13 WRONG_KIND 'deploy' is the text 'cancel-show'. Write a map of keys and values here.",
      "15:33 NOT_ALLOWED The run of an exlet cannot be 'runing'. Did you mean 'running'?",
      "15:47 TOO_SMALL 'move' is -1, but must be at least 0. Write 0 or more.",
      "15:57 NOT_ALLOWED The run of an exlet cannot be true. Write one of running, completed, failed, removed, none, or how many runs there are.",
      "15:75 MISSING_KEY The key 'on' is missing in an expected decision. Say what was decided on, such as itemPre or Timeout.",
      "15:75 MISSING_KEY The key 'conclusion' is missing in an expected decision. Name an exlet, or write none or nothing.",
      "16:60 UNKNOWN_KEY The key 'att' means nothing in an expected decision. Did you mean 'at'?",
      "16:91 UNKNOWN_KEY The key 'clas' means nothing in an expected intervention. Did you mean 'class'?",
      "17:30 WRONG_KIND 'interventions' is the text 'many'. Write how many there are, or a list, here.",
      "17:65 BAD_PATTERN The pattern cannot be used: error parsing regexp: missing closing ): `(`. Patterns are RE2 regular expressions between slashes: no look-around and no back-references.",
      "17:74 UNKNOWN_KEY The key 'too' means nothing in an expected notification. Did you mean 'to'?",
    ])
  })
})
