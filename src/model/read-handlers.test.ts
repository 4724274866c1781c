import { describe, expect, test } from "vitest"
import { checking, reading } from "../../test/language/told.ts"

describe("handlers as written", () => {
  test("[BIND25] [REP17] on names one event or several, each once, and some that stand alone", () => {
    const { repertoire, told } = reading(`
      handlers:
        report: { on: [ProgramError, timeout, done( b )], then: tell-manager }
        empty: { on: [], then: tell-manager }
        twice: { on: [timeout, Timeout], then: tell-manager }
        alone: { on: [itemPre, select], then: x }
        odd: { on: [don(x), 3], then: x }
      rules:
        - { on: [itemAbort, Lost], at: p, then: x }
        - at: p
          first: [ { on: [done(a), done(b)], then: x }, { on: done(a), then: y } ]
        - { on: [compensating, Lost], at: q, then: void }
    `)
    expect(repertoire.handlers.map(({ name, on }) => [name, on])).toEqual([
      ["report", ["ProgramError", "Timeout", "done(b)"]],
    ])
    expect(repertoire.trees.map(({ on, at, nodes }) => [on, at, nodes.length])).toEqual([
      ["ItemAbort", "p", 1],
      ["Lost", "p", 1],
      ["done(a)", "p", 2],
      ["done(b)", "p", 1],
    ])
    expect(told).toEqual([
      "3:16 handlers.empty.on error EMPTY: There are no events in 'on'. → Name at least one event.",
      "4:26 handlers.twice.on[1] error DUPLICATE_NAME: 'on' names 'Timeout' twice. → Remove one of them.",
      "5:26 handlers.alone.on[1] error NOT_ALLOWED: 'select' cannot share a rule with other events, because its conclusions differ. → Write a rule of its own for 'select'.",
      "6:15 handlers.odd.on[0] error UNKNOWN_EVENT: There is no event 'don(…)'. → Did you mean 'done'?",
      "6:23 handlers.odd.on[1] error WRONG_KIND: An entry of 'on' is the number 3. → Write a checkpoint, class or event here.",
      "11:12 rules[2].on[0] error NOT_ALLOWED: 'compensating' cannot share a rule with other events, because its conclusions differ. → Write a rule of its own for 'compensating'.",
    ])
  })

  test("[BIND1] a handler is a rule by name with parameters; bindings say where, one for each scope", () => {
    const { repertoire, told } = reading(`
      handlers:
        over-budget: { on: BudgetExceeded, parameters: { limit: number }, if: spent > limit, then: ask, title: Too much }
        tell: { on: timeout, then: [ { notify: bob, text: Late } ], solves: true, mandatory: true }
      bind:
        - { handler: over-budget, at: [p/pay, { role: clerk }], with: { limit: 2000 } }
        - { handler: tell, at: everywhere }
      mandatory:
        r21: { on: Exception, at: [p/a, p/b], then: nothing, solves: false }
    `)
    expect(told).toEqual([])
    const plain = repertoire.handlers.map(
      ({ name, on, parameters, if: condition, then, mandatory, solves, source }) => ({
        name,
        on,
        parameters: [...parameters.keys()],
        if: condition.source,
        then: then?.kind,
        mandatory,
        solves,
        source,
      }),
    )
    expect(plain).toEqual([
      {
        name: "over-budget",
        on: ["BudgetExceeded"],
        parameters: ["limit"],
        if: "spent > limit",
        then: "exlet",
        mandatory: false,
        solves: undefined,
        source: {
          on: "BudgetExceeded",
          parameters: { limit: "number" },
          if: "spent > limit",
          then: "ask",
          title: "Too much",
        },
      },
      {
        name: "tell",
        on: ["Timeout"],
        parameters: [],
        if: "true",
        then: "steps",
        mandatory: true,
        solves: true,
        source: { on: "timeout", then: [{ notify: "bob", text: "Late" }], solves: true, mandatory: true },
      },
      {
        name: "r21",
        on: ["Exception"],
        parameters: [],
        if: "true",
        then: "nothing",
        mandatory: true,
        solves: false,
        source: { on: "Exception", then: "nothing", solves: false, mandatory: true },
      },
    ])
    expect(repertoire.bindings.map(({ handler, at, with: given }) => [handler, at, given])).toEqual([
      ["r21", "p/a", {}],
      ["r21", "p/b", {}],
      ["over-budget", "p/pay", { limit: 2000 }],
      ["over-budget", "role:clerk", { limit: 2000 }],
      ["tell", "everywhere", {}],
    ])
  })

  test("[BIND2] patterns are made of events and of one another, constraints are one for each scope and each thing they bound", () => {
    const { repertoire, told } = reading(`
      patterns:
        three: { sequence: [change, change, change], within: P1D, by: event.customer }
        both: { all: [done(A), { any: [Lost, three], within: PT1H }] }
        gone:
      handlers: { old: }
      constraints:
        - { at: [p, p/a], budget: 5000 }
        - { at: p, invariant: a > 0, deadline: P3D }
        - { at: p, invariant: b > 0 }
        - { name: senior, at: { unit: sales }, qualification: agent.grade > 3 }
    `)
    expect(told).toEqual([])
    const pattern = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value, (key, inner: unknown) => (key === "path" ? undefined : inner)))
    expect(
      repertoire.patterns.map(({ name, pattern: its, within, by }) => [name, pattern(its), within, by?.source]),
    ).toEqual([
      ["three", { sequence: [{ event: "change" }, { event: "change" }, { event: "change" }] }, "P1D", "event.customer"],
      [
        "both",
        { all: [{ event: "done(A)" }, { any: [{ event: "Lost" }, { event: "three" }], within: "PT1H" }] },
        undefined,
        undefined,
      ],
    ])
    expect(repertoire.removals.map(({ kind, name }) => [kind, name])).toEqual([
      ["handler", "old"],
      ["pattern", "gone"],
    ])
    expect(repertoire.constraints.map(({ name, at, source }) => [name, at, source])).toEqual([
      ["budget@p", "p", { at: "p", budget: 5000 }],
      ["budget@p/a", "p/a", { at: "p/a", budget: 5000 }],
      ["deadline@p", "p", { at: "p", deadline: "P3D" }],
      ["invariant@p", "p", { at: "p", invariant: "a > 0" }],
      ["invariant@p#2", "p", { at: "p", invariant: "b > 0" }],
      ["senior@unit:sales", "unit:sales", { name: "senior", at: { unit: "sales" }, qualification: "agent.grade > 3" }],
    ])
  })
})

const mistakes = [
  {
    title: "[BIND3] everything wrong with handlers and bindings is told at once",
    yaml: `
      handlers:
        a b: { on: Lost, then: x }
        c: { then: x, at: p }
        d: { on: don(A), if: 3 >, parameters: { now: string }, then: x }
        e: 4
      mandatory:
        f: { on: Lost, then: x, mandatory: true }
        c: { on: Lost, at: p, then: x }
      bind:
        - { handler: c }
        - { hander: c, at: [] }
        - { handler: g, at: [p, q, p], with: 3 }
    `,
    told: [
      "2:3 handlers.a b error BAD_NAME: A handler cannot be 'a b'. → A name starts with a letter and goes on with letters, digits, '_' and '-'.",
      "3:6 handlers.c.on error MISSING_KEY: The key 'on' is missing in the handler 'c'. → Say on which checkpoint, class or event: 'on: Timeout'.",
      "3:17 handlers.c.at error UNKNOWN_KEY: The key 'at' means nothing in the handler 'c'. → Where it holds, and with which values, stands under 'bind'.",
      "4:12 handlers.d.on error UNKNOWN_EVENT: There is no event 'don(…)'. → Did you mean 'done'?",
      "4:43 handlers.d.parameters.now error RESERVED_NAME: A variable cannot be 'now': the word has a meaning in every expression. → Choose another name, such as 'theNow'.",
      "5:6 handlers.e error WRONG_KIND: The handler 'e' is the number 4. → Write a map of keys and values here.",
      "7:6 mandatory.f.at error MISSING_KEY: The key 'at' is missing in the handler 'f'. → Say where it holds: 'at: process/task', 'at: everywhere'.",
      "7:27 mandatory.f.mandatory error UNKNOWN_KEY: The key 'mandatory' means nothing in the handler 'f'. → Leave it out: whatever stands here is.",
      "10:5 bind[0].at error MISSING_KEY: The key 'at' is missing in the binding. → Say where it holds: 'at: process/task', 'at: everywhere'.",
      "11:7 bind[1].hander error UNKNOWN_KEY: The key 'hander' means nothing in the binding. → Did you mean 'handler'?",
      "11:22 bind[1].at error EMPTY: 'at' is an empty list. → Write 'process/task', 'process/activity', 'process', 'everywhere', or a map such as { role: … }.",
      "12:30 bind[2].at[2] error DUPLICATE_BINDING: There is already a binding of 'g' at 'p', in bundle.yaml, line 12. → Keep the one that is meant.",
      "12:40 bind[2].with error WRONG_KIND: 'with' is the number 3. → Write a map of keys and values here.",
    ],
  },
  {
    title: "[BIND4] everything wrong with patterns and constraints is told at once",
    yaml: `
      patterns:
        a: { sequence: [] }
        b: { all: [itemPost, {}], any: [x] }
        Timeout: { all: [x] }
        d: { sequence: [x], within: 3h }
        e: [x]
      constraints:
        - { at: p }
        - { budget: -1 }
        - { at: p, budget: 3, bugdet: 4 }
        - { at: p, budget: 4 }
    `,
    told: [
      "2:18 patterns.a.sequence error EMPTY: There are no events in 'sequence'. → Write what it is made of.",
      "3:14 patterns.b.all[0] error NOT_ALLOWED: A pattern cannot be made of 'itemPost': checkpoints are questions, no events. → Write 'done(…)' of the task or process.",
      "3:24 patterns.b.all[1] error MISSING_KEY: There are no events in the pattern. → Write 'all', 'any' or 'sequence'.",
      "3:29 patterns.b.any error CONTRADICTION: The keys 'all' and 'any' in the pattern 'b' exclude each other. → Keep the one that is meant, or put one into the other.",
      "4:3 patterns.Timeout error RESERVED_NAME: A pattern cannot be 'Timeout': under 'on' the word means something already. → Choose another name.",
      "5:31 patterns.d.within error BAD_DURATION: 'within' is '3h', which is not an ISO 8601 duration. → Write for example P30D, PT10S or P1DT12H.",
      "6:6 patterns.e error WRONG_KIND: The pattern 'e' is a list. → Write a map of keys and values here.",
      "8:5 constraints[0] error MISSING_KEY: The constraint bounds nothing. → Write one of budget, deadline, invariant, qualification.",
      "9:5 constraints[1].at error MISSING_KEY: The key 'at' is missing in the constraint. → Say where it holds: 'at: process', 'at: process/activity'.",
      "9:15 constraints[1].budget error TOO_SMALL: 'budget' is -1, but must be at least 0. → Write 0 or more.",
      "10:25 constraints[2].bugdet error UNKNOWN_KEY: The key 'bugdet' means nothing in the constraint. → Did you mean 'budget'?",
      "11:22 constraints[3].budget error DUPLICATE_CONSTRAINT: There is already a budget at 'p', in bundle.yaml, line 10. → Keep the one that is meant.",
    ],
  },
]

test.each(mistakes)("$title", ({ yaml, told }) => {
  expect(reading(yaml).told).toEqual(told)
})

const before = `
  process: p
  data: { total: number, buyer: { object: { name: string }, class: Customer } }
  flow: [ { task: pay }, { activity: procurement, do: [ { task: order } ] } ]
  ---
  exlets: { ask: [ { ask: 'Over {{limit}}?' } ], tell: [ { notify: bob, text: Late } ] }
  organisation: { roles: { clerk: {} }, units: { sales: {}, storage: {} }, agents: { ann: { roles: [clerk] } } }
  exceptions: { Lost: { parameters: { document: string } } }
`

const problems = [
  {
    title: "[BIND5] what is bound is there, and so is where it is bound",
    yaml: `
      handlers: { late: { on: Timeout, then: tell }, before: { on: casePre, then: tell } }
      bind:
        - { handler: lat, at: p }
        - { handler: late, at: [p/pai, q, p/procurement, everywhere] }
        - { handler: late, at: [{ role: clark }, { unit: storge }, { agent: anne }, { class: Custoner }] }
        - { handler: late, at: [{ object: p/buyr }, { role: clerk }, { unit: sales }, { class: Customer }, { object: p/buyer }] }
        - { handler: before, at: p/pay }
      rules: [ { on: Timeout, at: { role: clark }, then: tell } ]
    `,
    told: [
      "3:16 bind[0].handler error UNKNOWN_HANDLER: There is no handler 'lat'. → Did you mean 'late'?",
      "4:27 bind[1].at[0] error UNKNOWN_TASK: The process 'p' has no task or activity 'pai'. → Did you mean 'pay'?",
      "4:34 bind[1].at[1] error UNKNOWN_PROCESS: There is no process 'q'. → Deploy it before, or with this.",
      "5:27 bind[2].at[0] error UNKNOWN_ROLE: There is no role 'clark'. → Did you mean 'clerk'?",
      "5:44 bind[2].at[1] error UNKNOWN_UNIT: There is no unit 'storge'. → Did you mean 'storage'?",
      "5:62 bind[2].at[2] error UNKNOWN_AGENT: There is no agent 'anne'. → Did you mean 'ann'?",
      "5:79 bind[2].at[3] error UNKNOWN_DATA_CLASS: There is no data of the class 'Custoner'. → Did you mean 'Customer'?",
      "6:27 bind[3].at[0] error UNKNOWN_VARIABLE: The process 'p' has no data 'buyr'. → Did you mean 'buyer'?",
      "7:28 bind[4].at warning NEVER_ASKED: 'casePre' happens to a case, so a tree at the task 'pay' is never asked. → Write 'at:' with the process alone.",
      "8:29 rules[0].at error UNKNOWN_ROLE: There is no role 'clark'. → Did you mean 'clerk'?",
    ],
  },
  {
    title: "[BIND6] a binding gives what its handler needs, of the right type, and nothing else",
    yaml: `
      handlers:
        h: { on: Lost, parameters: { limit: number, days: { type: integer, default: 3 } }, then: nothing }
      bind:
        - { handler: h, at: p, with: { limt: 3 } }
        - { handler: h, at: p/pay, with: { limit: many, days: 1.5 } }
        - { handler: h, at: everywhere }
        - { handler: h, at: p/procurement, with: { limit: 3 } }
    `,
    told: [
      "4:32 bind[0].with error MISSING_PARAMETER: The handler 'h' needs a value for 'limit'. → Give it: 'with: { limit: … }'.",
      "4:40 bind[0].with.limt error UNKNOWN_PARAMETER: The handler 'h' has no parameter 'limt'. → Did you mean 'limit'?",
      "5:45 bind[1].with.limit error WRONG_TYPE: limit must be a number, not 'many'. → Give 'limit' a value that fits, as the handler 'h' declares it.",
      "5:57 bind[1].with.days error WRONG_TYPE: days must be a whole number, not 1.5. → Give 'days' a value that fits, as the handler 'h' declares it.",
      "6:5 bind[2] error MISSING_PARAMETER: The handler 'h' needs a value for 'limit'. → Give it: 'with: { limit: … }'.",
    ],
  },
  {
    title:
      "[BIND7] names mean a handler's parameters, then the case's data, then the event's own; each is checked where it is bound",
    yaml: `
      handlers:
        a: { on: BudgetExceeded, parameters: { limit: number }, if: spent > limit && total > limit, then: ask }
        b: { on: Lost, parameters: { limit: number }, if: document == "x" && totl > limit, then: [ { set: { total: document } } ] }
        c: { on: itemPre, parameters: { total: string }, if: total > 3, then: nothing }
        d: { on: itemPre, parameters: { since: date }, if: since < now && limit > 3, then: nothing }
        e: { on: itemPre, if: limit > 3 + "a", then: asc }
      bind:
        - { handler: a, at: [p/pay, everywhere], with: { limit: 3 } }
        - { handler: b, at: [p/pay, p], with: { limit: 3 } }
        - { handler: d, at: p, with: { since: 2026-01-05 } }
    `,
    told: [
      "3:72 handlers.b.if error UNKNOWN_NAME: There is no `totl` here. → Did you mean `total`?",
      "3:110 handlers.b.then[0].set.total error TYPE_MISMATCH: 'total' of the process 'p' is a number, but this gives a string. → Convert the value, or change the type.",
      "4:56 handlers.c.if error TYPE_MISMATCH: `>` cannot compare string with number: `total > 3`. → Compare values of the same type, or convert one of them.",
      "5:69 handlers.d.if error UNKNOWN_NAME: There is no `limit` here. → Known here: total, buyer, now, case, family, notReady, ready, executing, suspended, done, aborted, item.",
      '6:33 handlers.e.if error TYPE_MISMATCH: `+` does not take number and string: `3 + "a"`. → Convert one of them: string(x) makes a text, double(x) a number.',
      "6:48 handlers.e.then error UNKNOWN_EXLET: There is no exlet 'asc'. → Did you mean 'ask'?",
    ],
  },
  {
    title: "[BIND8] a pattern is an event like others, made of what can happen, and not of itself",
    yaml: `
      patterns:
        three: { sequence: [Lost, Losst, done(pay)], by: event.document + evnt.x }
        a: { all: [b, Lost] }
        b: { any: [{ sequence: [c] }, Lost] }
        c: { all: [a, Lost] }
      rules: [ { on: three, at: p, then: tell }, { on: thre, at: p, then: tell } ]
      mandatory: { m: { on: select, at: p/pay, then: nothing } }
      handlers:
        x: { on: done(p/pai), then: nothing }
        y: { on: written(totl), then: [ { raise: Moved } ] }
        z: { on: Moved, then: nothing }
        ok: { on: started(procurement), then: nothing }
    `,
    told: [
      "2:29 patterns.three.sequence[1] warning UNKNOWN_CLASS: There is no checkpoint, class or pattern 'Losst', so the pattern waits for a plain event of that name. → Did you mean 'Lost'?",
      "2:69 patterns.three.by error UNKNOWN_NAME: There is no `evnt` here. → Did you mean `event`?",
      "3:6 patterns.a error PATTERN_CYCLE: The pattern 'a' waits for itself: a, which waits for b, which waits for c, which waits for a. → Let one of them do without the other.",
      "6:50 rules[1].on warning UNKNOWN_CLASS: There is no checkpoint, class or pattern 'thre', so these rules wait for a plain event of that name. → Did you mean 'three'?",
      "7:23 mandatory.m.on warning NEVER_ASKED: Of the worklets for an item one rule decides, so a mandatory handler on 'select' is never asked. → Write a rule on 'select', or a mandatory handler on 'itemPre'.",
      "7:35 mandatory.m.at warning SELECT_NOT_NOMINATED: The task 'pay' is not bound late, so no worklet is selected for it. → Say 'select: true' on the task.",
      "9:12 handlers.x.on warning UNKNOWN_TASK: There is no task, block or process 'p/pai', so 'done(…)' of it does not happen. → Did you mean 'pay'?",
      "10:12 handlers.y.on warning UNKNOWN_VARIABLE: There is no data 'totl', so 'written(…)' of it does not happen. → Did you mean 'total'?",
    ],
  },
  {
    title: "[BIND9] what constraints say can be worked out where they hold",
    yaml: `
      constraints:
        - { at: p, invariant: totl > 0, deadline: { value: 'total +' } }
        - { at: everywhere, budget: limit * 2, qualification: agent.grade + 1 }
        - { at: q, budget: 3 }
    `,
    told: [
      "2:25 constraints[0].invariant error UNKNOWN_NAME: There is no `totl` here. → Did you mean `total`?",
      "2:62 constraints[0].deadline.value error EXPRESSION_SYNTAX: The expression ends too early. → Complete it, or remove what is left over at its end.",
      "3:57 constraints[1].qualification error TYPE_MISMATCH: What is needed is a boolean, but `agent.grade + 1` is a number. → Compare it with something, for example with `==`.",
      "4:11 constraints[2].at error UNKNOWN_PROCESS: There is no process 'q'. → Deploy it before, or with this.",
    ],
  },
]

test.each(problems)("$title", ({ yaml, told }) => {
  expect(checking(yaml, before)).toEqual(told)
})

test("[BIND10] a handler that is bound already is checked there when it is defined anew, and not removed while it is", () => {
  const bound = `${before}
  handlers: { h: { on: Timeout, parameters: { limit: number }, then: nothing }, other: { on: Timeout, then: nothing } }
  bind: [ { handler: h, at: p/pay, with: { limit: 3 } } ]
`
  const again = `
    handlers: { h: { on: casePre, parameters: { days: integer }, if: total > day, then: nothing } }
  `
  expect(checking(again, bound)).toEqual([
    "1:16 handlers.h warning NEVER_ASKED: Bound at 'p/pay': 'casePre' happens to a case, so a tree at the task 'pay' is never asked. → Write 'at:' with the process alone.",
    "1:16 handlers.h error UNKNOWN_PARAMETER: Bound at 'p/pay': The handler 'h' has no parameter 'limit'. → It has days.",
    "1:16 handlers.h error MISSING_PARAMETER: Bound at 'p/pay': The handler 'h' needs a value for 'days'. → Give it: 'with: { days: … }'.",
    "1:74 handlers.h.if error UNKNOWN_NAME: There is no `day` here. → Did you mean `days`?",
  ])
  expect(checking("handlers: { h: , othr: , other: }", bound)).toEqual([
    "1:16 handlers.h error STILL_USED: The handler 'h' is still used by its binding at 'p/pay'. → Unbind or change those first.",
    "1:24 handlers.othr warning NOTHING_TO_REMOVE: There is no handler 'othr' to remove. → Did you mean 'other'?",
  ])
  const elsewhere = bound.replace(
    "on: Timeout, parameters: { limit: number },",
    "on: itemPre, parameters: { limit: number }, if: totl > 3,",
  )
  expect(checking("bind: [ { handler: h, at: p, with: { limit: 3 } } ]", elsewhere)).toEqual([
    "1:20 bind[0].handler error UNKNOWN_NAME: In the handler 'h': There is no `totl` here. → Did you mean `total`?",
  ])
})
