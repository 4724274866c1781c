import { describe, expect, test } from "vitest"
import { reading } from "../../test/language/told.ts"

describe("exlets", () => {
  test("[REP1] an exlet is a list of steps, or a map that says more", () => {
    const { repertoire, told } = reading(`
      exlets:
        move: [ { suspend: item } ]
        tell-all:
          steps: [ { notify: bob, text: Hello } ]
          deadline: P1D
          budget: 500
          solves: false
          title: Tell all
    `)
    expect(told).toEqual([])
    expect(repertoire.exlets.map(({ locate, ...exlet }) => ({ ...exlet, line: locate(exlet.path).line }))).toEqual([
      {
        name: "move",
        steps: [{ do: "suspend", target: "item" }],
        source: [{ suspend: "item" }],
        path: ["exlets", "move"],
        stepsPath: ["exlets", "move"],
        line: 2,
      },
      {
        name: "tell-all",
        title: "Tell all",
        steps: [{ do: "notify", to: "bob", text: "Hello" }],
        deadline: "P1D",
        budget: 500,
        solves: false,
        source: {
          steps: [{ notify: "bob", text: "Hello" }],
          deadline: "P1D",
          budget: 500,
          solves: false,
          title: "Tell all",
        },
        path: ["exlets", "tell-all"],
        stepsPath: ["exlets", "tell-all", "steps"],
        line: 4,
      },
    ])
  })

  test("[REP2] every step of the language is read, short and long", () => {
    const { repertoire, told } = reading(`
      exlets:
        all:
          - suspend: item
          - suspend: laptop-order
          - suspend: laptop-order/B3
          - suspend: laptop-order/B3+
          - continue: ancestors
          - remove: allCases
          - waitAndSuspend: laptop-order
          - resume: laptop-order/B3+
          - restart: item
          - complete: item
          - { complete: item, data: { sold: 3, result: '"okay"' } }
          - fail: item
          - skip: item
          - retry: item
          - { retry: item, with: same }
          - { retry: item, with: next agent }
          - { retry: item, with: { role: clerk } }
          - wait: item
          - { reassign: item, to: bob }
          - { amend: item, needs: { role: [clerk, nurse], when: agent.cost < 3 } }
          - { amend: bob, capability: sign, for: P1D }
          - { amend: event.who, capability: [sign, scan], until: 2026-12-24 }
          - { amend: item.agent, capability: sign }
          - compensate: change-venue
          - compensate: [change-venue, { worklet: refund, with: { amount: price * 2 }, into: { paid: true } }]
          - compensate: { worklet: refund }
          - { compensate: refund, with: { amount: 1 }, into: { price: amount } }
          - start: audit
          - { start: audit, with: { what: venue }, case: new }
          - { start: audit, case: }
          - { start: audit, case: 42 }
          - { start: audit, case: '"VIN-" + vin' }
          - terminate: laptop-order
          - set: { sold: sold + 1, isFull: true }
          - { notify: event.issuer, text: 'Send {{event.document}}' }
          - raise: no-venue
          - { raise: itemTrigger, with: { computer: name } }
          - ask: Which venue?
          - { ask: Which venue?, to: ann, choices: [small, large], into: venue }
          - jump: bookStadium
          - rollback: bookStadium
          - propagate
          - propagate: true
          - propagate:
    `)
    expect(told).toEqual([])
    expect(repertoire.exlets[0]?.steps).toEqual([
      { do: "suspend", target: "item" },
      { do: "suspend", target: { process: "laptop-order" } },
      { do: "suspend", target: { process: "laptop-order", task: "B3" } },
      { do: "suspend", target: { process: "laptop-order", task: "B3", after: true } },
      { do: "continue", target: "ancestors" },
      { do: "remove", target: "allCases" },
      { do: "waitAndSuspend", place: { process: "laptop-order" } },
      { do: "resume", place: { process: "laptop-order", task: "B3", after: true } },
      { do: "restart" },
      { do: "complete" },
      { do: "complete", data: { sold: "3", result: '"okay"' } },
      { do: "fail" },
      { do: "skip" },
      { do: "retry" },
      { do: "retry", with: "same" },
      { do: "retry", with: "next" },
      { do: "retry", with: { role: "clerk" } },
      { do: "wait" },
      { do: "reassign", to: "bob" },
      { do: "amend", needs: { role: ["clerk", "nurse"], when: "agent.cost < 3" } },
      { do: "amend", agent: "bob", capabilities: ["sign"], for: "P1D" },
      { do: "amend", agent: "event.who", capabilities: ["sign", "scan"], until: "2026-12-24" },
      { do: "amend", agent: "item.agent", capabilities: ["sign"] },
      { do: "compensate", worklets: [{ worklet: "change-venue" }] },
      {
        do: "compensate",
        worklets: [
          { worklet: "change-venue" },
          { worklet: "refund", with: { amount: "price * 2" }, into: { paid: "true" } },
        ],
      },
      { do: "compensate", worklets: [{ worklet: "refund" }] },
      { do: "compensate", worklets: [{ worklet: "refund", with: { amount: "1" }, into: { price: "amount" } }] },
      { do: "start", process: "audit" },
      { do: "start", process: "audit", with: { what: "venue" }, newFamily: true },
      { do: "start", process: "audit", newFamily: true },
      { do: "start", process: "audit", number: "42" },
      { do: "start", process: "audit", number: '"VIN-" + vin' },
      { do: "terminate", process: "laptop-order" },
      { do: "set", values: { sold: "sold + 1", isFull: "true" } },
      { do: "notify", to: "event.issuer", text: "Send {{event.document}}" },
      { do: "raise", class: "no-venue" },
      { do: "raise", class: "ItemTrigger", with: { computer: "name" } },
      { do: "ask", text: "Which venue?" },
      { do: "ask", text: "Which venue?", to: "ann", choices: ["small", "large"], into: "venue" },
      { do: "jump", to: "bookStadium" },
      { do: "rollback", to: "bookStadium" },
      { do: "propagate" },
      { do: "propagate" },
      { do: "propagate" },
    ])
  })

  test("[REP3] a step with anything wrong in it is left out, the others stay", () => {
    const { repertoire } = reading("exlets: { a: [ { suspend: item }, { continue: house }, { continue: item } ] }")
    expect(repertoire.exlets.map(({ name, steps }) => [name, steps])).toEqual([
      [
        "a",
        [
          { do: "suspend", target: "item" },
          { do: "continue", target: "item" },
        ],
      ],
    ])
  })
})

const mistakes = [
  {
    title: "[REP4] exlets are a map of names to steps",
    yaml: `
      exlets: [ { suspend: item } ]
      ---
      exlets:
        a: { suspend: item }
        b: suspend
        c: []
        d:
        nothing: [ { suspend: item } ]
        e f: [ { suspend: item } ]
        g: { step: [], deadline: soon, budget: -1, solves: maybe, title: '' }
        h: { steps: { suspend: item }, owner: ann }
    `,
    told: [
      "1:9 exlets error WRONG_KIND: 'exlets' is a list. → Write a map of keys and values here.",
      "4:6 exlets.a error WRONG_KIND: The exlet 'a' is a single step and no list. → Put '- ' in front of 'suspend'.",
      "5:6 exlets.b error WRONG_KIND: The exlet 'b' is the text 'suspend'. → Write a list of steps, or a map with 'steps' here.",
      "6:6 exlets.c warning EMPTY: There are no steps in the exlet 'c'. → Write steps; if nothing is to be done on purpose, a rule says 'then: nothing'.",
      "7:5 exlets.d error WRONG_KIND: The exlet 'd' is empty. → Write a list of steps, or a map with 'steps' here.",
      "8:3 exlets.nothing error RESERVED_NAME: An exlet cannot be 'nothing': in a rule the word means that nothing is done. → Choose another name.",
      "9:3 exlets.e f error BAD_NAME: An exlet cannot be 'e f'. → A name starts with a letter and goes on with letters, digits, '_' and '-'.",
      "10:8 exlets.g.step error UNKNOWN_KEY: The key 'step' means nothing in the exlet 'g'. → Did you mean 'steps'?",
      "10:14 exlets.g.step warning EMPTY: There are no steps in 'steps'. → Write steps; if nothing is to be done on purpose, a rule says 'then: nothing'.",
      "10:28 exlets.g.deadline error BAD_DURATION: 'deadline' is 'soon', which is not an ISO 8601 duration. → Write for example P30D, PT10S or P1DT12H.",
      "10:42 exlets.g.budget error TOO_SMALL: 'budget' is -1, but must be at least 0. → Write 0 or more.",
      "10:54 exlets.g.solves error WRONG_KIND: 'solves' is the text 'maybe'. → Write true or false here.",
      "10:68 exlets.g.title error EMPTY: 'title' is empty. → Write something, or leave the key out.",
      "11:15 exlets.h.steps error WRONG_KIND: 'steps' is a map. → Write a list here.",
      "11:34 exlets.h.owner error UNKNOWN_KEY: The key 'owner' means nothing in the exlet 'h'. → It stands on a task, an activity or the process; put the blocks into an activity to give it to them.",
    ],
  },
  {
    title: "[REP5] a step is a map of one step word and what belongs to it",
    yaml: `
      exlets:
        a:
          - suspend item
          - restart
          - change-venue
          - 3
          -
          - {}
          - suspnd: item
          - xyzzy: item
          - { suspend: item, continue: item }
          - { suspend: item, reason: rain }
          - { propagate: false }
    `,
    told: [
      "3:7 exlets.a[0] error WRONG_KIND: A step cannot be the text 'suspend item'. → Write it as a map: 'suspend: …'.",
      "4:7 exlets.a[1] error WRONG_KIND: A step cannot be the text 'restart'. → Write it as a map: 'restart: …'.",
      "5:7 exlets.a[2] error WRONG_KIND: A step cannot be the text 'change-venue'. → Write a map such as 'suspend: item'; to start a worklet, 'compensate: change-venue'.",
      "6:7 exlets.a[3] error WRONG_KIND: A step is the number 3. → Write a map such as 'suspend: item' here.",
      "7:6 exlets.a[4] error WRONG_KIND: A step is empty. → Write a map such as 'suspend: item' here.",
      "8:7 exlets.a[5] error EMPTY: A step is empty. → Write a step such as 'suspend: item', or remove it.",
      "9:7 exlets.a[6].suspnd error UNKNOWN_STEP: There is no step 'suspnd'. → Did you mean 'suspend'?",
      "10:7 exlets.a[7].xyzzy error UNKNOWN_STEP: There is no step 'xyzzy'. → The steps are suspend, continue, remove, waitAndSuspend, resume, restart, fail, skip, retry, wait, complete, reassign, amend, compensate, start, terminate, set, notify, raise, ask, jump, rollback, propagate.",
      "11:24 exlets.a[8].continue error CONTRADICTION: 'suspend' and 'continue' are two steps in one. → Begin another step with '- continue:'.",
      "12:24 exlets.a[9].reason error UNKNOWN_KEY: The key 'reason' means nothing in the step 'suspend'. → Known here: suspend.",
      "13:20 exlets.a[10].propagate error WRONG_KIND: 'propagate' is false. → Write nothing, or true, here.",
    ],
  },
  {
    title: "[REP5] targets and places",
    yaml: `
      exlets:
        a:
          - suspend: 3
          - suspend: a/b/c
          - suspend: laptop-order+
          - continue: laptop-order
          - continue: itme
          - remove: [item]
          - resume: item
          - resume: a b
          - waitAndSuspend:
          - restart: case
          - terminate: case
          - terminate: a/b
          - jump: a/b
    `,
    told: [
      "3:16 exlets.a[0].suspend error WRONG_KIND: 'suspend' is the number 3. → Write one of item, case, allCases, ancestors, or a process, 'process/task' or, for what follows the task, 'process/task+' here.",
      "4:16 exlets.a[1].suspend error BAD_PLACE: 'suspend' cannot be 'a/b/c'. → Write one of item, case, allCases, ancestors, or a process, 'process/task' or, for what follows the task, 'process/task+'.",
      "5:16 exlets.a[2].suspend error BAD_PLACE: 'suspend' cannot be 'laptop-order+'. → Write one of item, case, allCases, ancestors, or a process, 'process/task' or, for what follows the task, 'process/task+'.",
      "6:17 exlets.a[3].continue error NOT_ALLOWED: 'continue' cannot be 'laptop-order'. → Write one of item, case, allCases, ancestors.",
      "7:17 exlets.a[4].continue error NOT_ALLOWED: 'continue' cannot be 'itme'. → Did you mean 'item'?",
      "8:15 exlets.a[5].remove error WRONG_KIND: 'remove' is a list. → Write one of item, case, allCases, ancestors here.",
      "9:15 exlets.a[6].resume error NOT_ALLOWED: 'resume' cannot be 'item'. → Write a process, 'process/task' or, for what follows the task, 'process/task+'.",
      "10:15 exlets.a[7].resume error BAD_PLACE: 'resume' cannot be 'a b'. → Write a process, 'process/task' or, for what follows the task, 'process/task+'.",
      "11:22 exlets.a[8].waitAndSuspend error WRONG_KIND: 'waitAndSuspend' is empty. → Write a process, 'process/task' or, for what follows the task, 'process/task+' here.",
      "12:16 exlets.a[9].restart error NOT_ALLOWED: 'restart' works on the item only. → Write restart: item.",
      "13:18 exlets.a[10].terminate error NOT_ALLOWED: 'terminate' cannot be 'case'. → Name a process.",
      "14:18 exlets.a[11].terminate error BAD_NAME: 'terminate' cannot be 'a/b'. → A name starts with a letter and goes on with letters, digits, '_' and '-'.",
      "15:13 exlets.a[12].jump error BAD_NAME: 'jump' cannot be 'a/b'. → A name starts with a letter and goes on with letters, digits, '_' and '-'.",
    ],
  },
  {
    title: "[REP5] what belongs to a step",
    yaml: `
      exlets:
        a:
          - reassign: item
          - { reassign: item, to: '' }
          - notify: bob
          - { notify: [bob, ann], text: Hello }
          - { raise: a b, with: [computer] }
          - { raise: Lost, with: { 'a b': 1 } }
          - { retry: item, with: sane }
          - { complete: item, data: { done: 1, count: 2 } }
          - set: venue
          - set: { now: 1, a-b: 2, c: [] }
          - { ask: '', choices: [] }
          - { ask: Well?, choices: [1], into: case, to: 3 }
          - { start: audit, case: [3] }
          - { start: item, with: 3 }
    `,
    told: [
      "3:7 exlets.a[0].to error MISSING_KEY: The key 'to' is missing in the step 'reassign'. → Say to whom: 'to: bob'.",
      "4:29 exlets.a[1].to error EMPTY: 'to' is empty. → Write something, or leave the key out.",
      "5:7 exlets.a[2].text error MISSING_KEY: The key 'text' is missing in the step 'notify'. → Say what: 'text: …'.",
      "6:17 exlets.a[3].notify error WRONG_KIND: 'notify' is a list. → Write text here.",
      "7:16 exlets.a[4].raise error BAD_NAME: 'raise' cannot be 'a b'. → A name starts with a letter and goes on with letters, digits, '_' and '-'.",
      "7:27 exlets.a[4].with error WRONG_KIND: 'with' is a list. → Write a map from names to expressions here.",
      "8:30 exlets.a[5].with.a b error BAD_NAME: A name in 'with' cannot be 'a b'. → A name starts with a letter and goes on with letters, digits, '_' and '-'.",
      "9:28 exlets.a[6].with error NOT_ALLOWED: 'with' cannot be 'sane'. → Write 'same', 'next', or a map of needs.",
      "10:33 exlets.a[7].data.done error RESERVED_NAME: A name in 'data' cannot be 'done': the word has a meaning in every expression. → Choose another name, such as 'theDone'.",
      "10:42 exlets.a[7].data.count error RESERVED_NAME: A name in 'data' cannot be 'count': the word has a meaning in every expression. → Choose another name, such as 'theCount'.",
      "11:12 exlets.a[8].set error WRONG_KIND: 'set' is the text 'venue'. → Write a map from names to expressions here.",
      "12:14 exlets.a[9].set.now error RESERVED_NAME: A name in 'set' cannot be 'now': the word has a meaning in every expression. → Choose another name, such as 'theNow'.",
      "12:22 exlets.a[9].set.a-b error BAD_NAME: A name in 'set' cannot be 'a-b'. → A variable's name starts with a letter a-z and goes on with letters a-z, digits and '_'.",
      "12:33 exlets.a[9].set.c error WRONG_KIND: 'c' is a list. → Write an expression here.",
      "13:14 exlets.a[10].ask error EMPTY: 'ask' is empty. → Write something, or leave the key out.",
      "13:27 exlets.a[10].choices error EMPTY: 'choices' is an empty list. → Give choices, or leave the key out.",
      "14:31 exlets.a[11].choices[0] error WRONG_KIND: An entry of 'choices' is the number 1. → Write text here.",
      "14:41 exlets.a[11].into error RESERVED_NAME: 'into' cannot be 'case': the word has a meaning in every expression. → Choose another name, such as 'theCase'.",
      "14:51 exlets.a[11].to error WRONG_KIND: 'to' is the number 3. → Write text here.",
      "15:29 exlets.a[12].case error WRONG_KIND: 'case' is a list. → Write an expression here.",
      "16:16 exlets.a[13].start error NOT_ALLOWED: 'start' cannot be 'item'. → Name a process.",
      "16:28 exlets.a[13].with error WRONG_KIND: 'with' is the number 3. → Write a map from names to expressions here.",
    ],
  },
  {
    title: "[REP5] who does it from now on",
    yaml: `
      exlets:
        a:
          - { retry: item, with: 3 }
          - { retry: item, with: { rol: clerk } }
          - wait: case
          - amend: item
          - { amend: item, needs: { order: [] }, for: P1D }
          - { amend: item, capability: sign }
          - amend: bob
          - { amend: bob, needs: { role: clerk } }
          - { amend: bob, capability: [], for: soon, until: tomorrow }
          - { amend: 3, capability: a b }
    `,
    told: [
      "3:28 exlets.a[0].with error WRONG_KIND: 'with' is the number 3. → Write 'same', 'next', or a map of needs here.",
      "4:30 exlets.a[1].with.rol error UNKNOWN_KEY: The key 'rol' means nothing in 'with'. → Did you mean 'role'?",
      "5:13 exlets.a[2].wait error NOT_ALLOWED: 'wait' works on the item only. → Write wait: item.",
      "6:7 exlets.a[3].needs error MISSING_KEY: The key 'needs' is missing in the step 'amend'. → Say who may do it from now on: 'needs: { role: … }'.",
      "7:38 exlets.a[4].needs.order error WRONG_KIND: 'order' is a list. → Write an expression here.",
      "7:44 exlets.a[4].for error CONTRADICTION: 'for' is for an agent, not for the item. → Write 'amend:' with the name of an agent.",
      "8:22 exlets.a[5].capability error CONTRADICTION: 'capability' is for an agent, not for the item. → Write 'amend:' with the name of an agent.",
      "9:7 exlets.a[6].capability error MISSING_KEY: The key 'capability' is missing in the step 'amend'. → Say what the agent can from now on: 'capability: …'.",
      "10:21 exlets.a[7].needs error CONTRADICTION: 'needs' are for the item, not for an agent. → Write 'amend: item'.",
      "11:33 exlets.a[8].capability error EMPTY: 'capability' is an empty list. → Name one, or leave the key out.",
      "11:42 exlets.a[8].for error BAD_DURATION: 'for' is 'soon', which is not an ISO 8601 duration. → Write for example P30D, PT10S or P1DT12H.",
      "11:48 exlets.a[8].until error CONTRADICTION: The keys 'for' and 'until' in the step 'amend' exclude each other. → Keep one of the two.",
      "11:55 exlets.a[8].until error BAD_DATE: 'until' is 'tomorrow', which is no date or datetime that exists. → Write a date such as 2026-12-24, or a datetime such as 2026-12-24T12:00:00Z.",
      "12:16 exlets.a[9].amend error WRONG_KIND: 'amend' is the number 3. → Write text here.",
      "12:31 exlets.a[9].capability error BAD_NAME: 'capability' cannot be 'a b'. → A name starts with a letter and goes on with letters, digits, '_' and '-'.",
    ],
  },
  {
    title: "[REP5] worklets",
    yaml: `
      exlets:
        a:
          - compensate: []
          - compensate: 3
          - compensate: [ 3, item, a b ]
          - compensate: { with: { a: 1 } }
          - compensate: { worklet: w, wiht: { a: 1 } }
          - { compensate: [ v, w ], with: { a: 1 } }
          - { compensate: { worklet: w }, into: { a: 1 } }
    `,
    told: [
      "3:19 exlets.a[0].compensate error EMPTY: 'compensate' is an empty list. → Name at least one worklet.",
      "4:19 exlets.a[1].compensate error WRONG_KIND: 'compensate' is the number 3. → Write the name of a process, or { worklet: its name, with: { … }, into: { … } } here.",
      "5:21 exlets.a[2].compensate[0] error WRONG_KIND: An entry of 'compensate' is the number 3. → Write the name of a process, or { worklet: its name, with: { … }, into: { … } } here.",
      "5:24 exlets.a[2].compensate[1] error NOT_ALLOWED: An entry of 'compensate' cannot be 'item'. → Name a process.",
      "5:30 exlets.a[2].compensate[2] error BAD_NAME: An entry of 'compensate' cannot be 'a b'. → A name starts with a letter and goes on with letters, digits, '_' and '-'.",
      "6:19 exlets.a[3].compensate.worklet error MISSING_KEY: The key 'worklet' is missing in the worklet. → Name the process to start.",
      "7:33 exlets.a[4].compensate.wiht error UNKNOWN_KEY: The key 'wiht' means nothing in the worklet. → Did you mean 'with'?",
      "8:31 exlets.a[5].with error CONTRADICTION: 'with' beside 'compensate' does not say which worklet it is for. → Put it into the worklet's own map.",
      "9:37 exlets.a[6].into error CONTRADICTION: 'into' beside 'compensate' does not say which worklet it is for. → Put it into the worklet's own map.",
    ],
  },
]

test.each(mistakes)("$title", ({ yaml, told }) => {
  expect(reading(yaml).told).toEqual(told)
})
