import { expect, test } from "vitest"
import { readBundle } from "./bundle.ts"
import { readProcess } from "./read-process.ts"

const mistakes = [
  {
    title: "[DEF9] an unknown key is told at the key, with the nearest known one",
    text: `
      process: p
      titel: Concert
      flow:
        - task: a
          dedline: P1D
        - parallel: b
          loopLimit: 3
          branches: [[{task: c, then: a}]]
    `,
    findings: [
      "2:1 UNKNOWN_KEY The key 'titel' means nothing in the process 'p'.",
      "5:5 UNKNOWN_KEY The key 'dedline' means nothing in the task 'a'.",
      "7:5 UNKNOWN_KEY The key 'loopLimit' means nothing in the parallel 'b'.",
      "8:27 UNKNOWN_KEY The key 'then' means nothing in the task 'c'.",
    ],
  },
  {
    title: "[DEF9] an inherited JavaScript name is an unknown key like any other",
    text: `
      process: p
      constructor: x
      __proto__: y
      flow: [{task: a, toString: 1}]
    `,
    findings: [
      "2:1 UNKNOWN_KEY The key 'constructor' means nothing in the process 'p'.",
      "3:1 UNKNOWN_KEY The key '__proto__' means nothing in the process 'p'.",
      "4:18 UNKNOWN_KEY The key 'toString' means nothing in the task 'a'.",
    ],
  },
  {
    title: "[DEF10] every missing key is told at its parent",
    text: `
      title: No name
      flow:
        - parallel:
        - choice:
        - while:
        - forEach:
        - activity: a
        - sequence: s
    `,
    findings: [
      "1:1 MISSING_KEY The key 'process' is missing in the process.",
      "3:5 MISSING_KEY The key 'branches' is missing in this 'parallel'.",
      "4:5 MISSING_KEY The key 'cases' is missing in this 'choice'.",
      "5:5 MISSING_KEY The key 'do' is missing in this 'while'.",
      "5:5 MISSING_KEY The key 'when' is missing in this 'while'.",
      "6:5 MISSING_KEY The key 'in' is missing in this 'forEach'.",
      "6:5 MISSING_KEY The key 'as' is missing in this 'forEach'.",
      "6:5 MISSING_KEY The key 'do' is missing in this 'forEach'.",
      "7:5 MISSING_KEY There is nothing to do in the activity 'a'.",
      "8:5 MISSING_KEY The key 'do' is missing in the sequence 's'.",
    ],
  },
  {
    title: "[DEF10] every value of the wrong kind is told",
    text: `
      process: p
      title: [a]
      deadline: 5
      budget: true
      result: {}
      data: []
      attempts: many
      irreversible: yes
      flow:
        - task: a
          needs: promoter
          reads: all
          writes: 3
          cost: [1]
          priority: high
          select: "true"
          cancels: b
          on: [x]
        - just text
        - parallel:
          branches: {a: 1}
        - activity: b
          do: {task: c}
    `,
    findings: [
      "2:8 WRONG_KIND 'title' is a list.",
      "3:11 WRONG_KIND 'deadline' is the number 5.",
      "4:9 WRONG_KIND 'budget' is true.",
      "5:9 WRONG_KIND 'result' is a map.",
      "6:7 WRONG_KIND 'data' is a list.",
      "7:11 WRONG_KIND 'attempts' is the text 'many'.",
      "8:15 WRONG_KIND 'irreversible' is the text 'yes'.",
      "11:12 WRONG_KIND 'needs' is the text 'promoter'.",
      "12:12 WRONG_KIND 'reads' is the text 'all'.",
      "13:13 WRONG_KIND 'writes' is the number 3.",
      "14:11 WRONG_KIND 'cost' is a list.",
      "15:15 WRONG_KIND 'priority' is the text 'high'.",
      "16:13 WRONG_KIND 'select' is the text 'true'.",
      "17:14 WRONG_KIND 'cancels' is the text 'b'.",
      "18:9 WRONG_KIND 'on' is a list.",
      "19:5 WRONG_KIND A block is the text 'just text'.",
      "21:15 WRONG_KIND 'branches' is a map.",
      "23:9 WRONG_KIND 'do' is a map.",
    ],
  },
  {
    title: "[DEF10] a process must be a map with a name and a body",
    text: `
      processes:
        - text
        - process:
          flow: []
        - process: p
        - process: q
          flow: []
          net: { start: { to: end } }
    `,
    findings: [
      "2:5 WRONG_KIND A process is the text 'text'.",
      "3:13 WRONG_KIND 'process' is empty.",
      "5:5 MISSING_KEY There is nothing to do in the process 'p'.",
      "8:5 CONTRADICTION The keys 'flow' and 'net' in the process 'q' exclude each other.",
    ],
  },
  {
    title: "[DEF11] a name is made of letters, digits, _ and -",
    text: `
      process: my process
      flow:
        - task: a/b
        - task: a.b
        - task: 1a
        - task: bücher-Kauf_2
        - activity: "x y"
          do: [{task: "a+b"}]
        - task:
        - program: 7
        - parallel: "(p)"
          branches: [[]]
    `,
    findings: [
      "1:10 BAD_NAME 'process' cannot be 'my process'.",
      "3:11 BAD_NAME The name of this 'task' cannot be 'a/b'.",
      "4:11 BAD_NAME The name of this 'task' cannot be 'a.b'.",
      "5:11 BAD_NAME The name of this 'task' cannot be '1a'.",
      "7:15 BAD_NAME The name of this 'activity' cannot be 'x y'.",
      "8:17 BAD_NAME The name of this 'task' cannot be 'a+b'.",
      "9:10 BAD_NAME This 'task' has no name.",
      "10:14 WRONG_KIND The name of this 'program' cannot be the number 7.",
      "11:15 BAD_NAME The name of this 'parallel' cannot be '(p)'.",
    ],
  },
  {
    title: "[DEF11] a name is taken once in a process, over all nesting",
    text: `
      process: p
      flow:
        - task: a
        - parallel: a
          branches: [[{task: b}], [{activity: c, do: [{task: b}]}]]
      aside: [{task: c}]
      alternatives: [[{task: a}]]
    `,
    findings: [
      "4:15 DUPLICATE_NAME The name 'a' is already taken by flow[0].task.",
      "5:56 DUPLICATE_NAME The name 'b' is already taken by flow[1].branches[0][0].task.",
      "6:16 DUPLICATE_NAME The name 'c' is already taken by flow[1].branches[1][0].activity.",
      "7:24 DUPLICATE_NAME The name 'a' is already taken by flow[0].task.",
    ],
  },
  {
    title: "[DEF12] a variable has a name that expressions can use",
    text: `
      process: p
      data:
        order-id: string
        item: string
        duringRound: string
        while: string
        __proto__: string
        now: string
      flow:
        - forEach: f
          in: lines
          as: event
          do: [{task: a, reads: [history], writes: {a-b: 1}}]
          collect: {done: 1}
    `,
    findings: [
      "3:3 BAD_NAME A variable cannot be 'order-id'.",
      "4:3 RESERVED_NAME A variable cannot be 'item': the word has a meaning in every expression.",
      "5:3 RESERVED_NAME A variable cannot be 'duringRound': the word has a meaning in every expression.",
      "6:3 RESERVED_NAME A variable cannot be 'while': the word has a meaning in every expression.",
      "7:3 BAD_NAME A variable cannot be '__proto__'.",
      "8:3 RESERVED_NAME A variable cannot be 'now': the word has a meaning in every expression.",
      "12:9 RESERVED_NAME 'as' cannot be 'event': the word has a meaning in every expression.",
      "13:28 RESERVED_NAME An entry of 'reads' cannot be 'history': the word has a meaning in every expression.",
      "13:47 BAD_NAME A name in 'writes' cannot be 'a-b'.",
      "14:15 RESERVED_NAME A name in 'collect' cannot be 'done': the word has a meaning in every expression.",
    ],
  },
  {
    title: "[DEF13] durations, dates and deadlines are ISO 8601 and exist",
    text: `
      process: p
      deadline: 2026-02-30
      backoff: 10s
      flow:
        - {task: a, deadline: P1X}
        - {task: b, deadline: {valeu: x}}
        - {task: c, deadline: "2026-01-05T25:00:00Z"}
        - wait: tomorrow
        - wait: -P1D
        - wait: {until: now, message: m}
        - wait: {key: 1}
        - wait:
    `,
    findings: [
      "2:11 BAD_DEADLINE 'deadline' is '2026-02-30', which is neither a duration nor a date that exists.",
      "3:10 BAD_DURATION 'backoff' is '10s', which is not an ISO 8601 duration.",
      "5:25 BAD_DEADLINE 'deadline' is 'P1X', which is neither a duration nor a date that exists.",
      "6:26 UNKNOWN_KEY The key 'valeu' means nothing in 'deadline'.",
      "7:25 BAD_DEADLINE 'deadline' is '2026-01-05T25:00:00Z', which is neither a duration nor a date that exists.",
      "8:11 BAD_DURATION 'wait' is 'tomorrow', which is not an ISO 8601 duration.",
      "9:11 BAD_DURATION 'wait' is '-P1D', which is not an ISO 8601 duration.",
      "10:24 CONTRADICTION The keys 'until' and 'message' in 'wait' exclude each other.",
      "11:11 MISSING_KEY The key 'message' is missing in 'wait'.",
      "12:10 WRONG_KIND 'wait' is empty.",
    ],
  },
  {
    title: "[DEF14] a block has exactly one kind",
    text: `
      process: p
      flow:
        - {task: a, parallel: b, branches: [[{task: c}]]}
        - {taks: d}
        - {}
        - {title: only}
    `,
    findings: [
      "3:15 TWO_KINDS The block is both 'task' and 'parallel'.",
      "4:5 NO_KIND No key of the block says what it is ('taks').",
      "5:5 NO_KIND The block is empty.",
      "6:5 NO_KIND No key of the block says what it is ('title').",
    ],
  },
  {
    title: "[DEF14] parallel and first need branches",
    text: `
      process: p
      flow:
        - parallel:
          branches: []
        - first: f
          branches: [{task: a}]
    `,
    findings: ["4:15 EMPTY 'branches' is empty.", "6:16 WRONG_KIND A branch is a map."],
  },
  {
    title: "[DEF15] choice and some need cases, otherwise last and once",
    text: `
      process: p
      flow:
        - choice:
          cases: []
        - choice:
          cases: [{otherwise: []}, {when: x, do: []}]
        - some:
          cases: [{otherwise: []}, {otherwise: []}]
        - choice:
          cases: [{when: x}, {do: []}, {when: x, otherwise: []}, {otherwise: [], do: []}, 7, {when: "", do: []}]
    `,
    findings: [
      "4:12 EMPTY 'cases' is empty.",
      "6:13 OTHERWISE_NOT_LAST 'otherwise' is not the last case, so those after it are never looked at.",
      "8:30 OTHERWISE_TWICE There is a second 'otherwise'.",
      "10:13 MISSING_KEY The key 'do' is missing in a case.",
      "10:24 MISSING_KEY The key 'when' is missing in a case.",
      "10:34 MISSING_KEY The key 'do' is missing in a case.",
      "10:44 CONTRADICTION The keys 'when' and 'otherwise' in a case exclude each other.",
      "10:60 OTHERWISE_TWICE There is a second 'otherwise'.",
      "10:61 CONTRADICTION The keys 'do' and 'otherwise' in a case exclude each other.",
      "10:85 WRONG_KIND A case is the number 7.",
      "10:95 EMPTY 'when' is empty.",
    ],
  },
  {
    title: "[DEF16] the bounds of a loop or forEach do not contradict",
    text: `
      process: p
      flow:
        - while: l
          when: a
          until: b
          do: []
        - forEach: f
          in: lines
          as: line
          min: 5
          max: 3
          enough: 4
          dynamic: 1
          do: []
        - forEach: g
          in: lines
          as: line
          min: -1
          max: 0
          enough: 1.5
          do: []
    `,
    findings: [
      "5:5 CONTRADICTION Both 'when' and 'until' stand in the while 'l'.",
      "11:10 CONTRADICTION 'max' is 3, less than 'min', which is 5.",
      "11:10 CONTRADICTION 'max' is 3, less than 'enough', which is 4.",
      "13:14 WRONG_KIND 'dynamic' is the number 1.",
      "18:10 TOO_SMALL 'min' is -1, but must be at least 0.",
      "19:10 TOO_SMALL 'max' is 0, but must be at least 1.",
      "20:13 WRONG_KIND 'enough' is the number 1.5.",
    ],
  },
  {
    title: "[DEF17] scoped properties take the values of the language only",
    text: `
      process: p
      pattern: repeatble
      attempts: 0
      backoff: P
      alternatives: [{task: a}]
      involvement: full
      loopLimit: 1.5
      cascadeLimit: -1
      invariant: []
      undo: {worklt: w}
      irreversible: 1
      owner: {}
      flow: []
    `,
    findings: [
      "2:10 NOT_ALLOWED 'pattern' cannot be 'repeatble'.",
      "3:11 TOO_SMALL 'attempts' is 0, but must be at least 1.",
      "4:10 BAD_DURATION 'backoff' is 'P', which is not an ISO 8601 duration.",
      "5:16 WRONG_KIND An entry of 'alternatives' is a map.",
      "6:14 NOT_ALLOWED 'involvement' cannot be 'full'.",
      "7:12 WRONG_KIND 'loopLimit' is the number 1.5.",
      "8:15 TOO_SMALL 'cascadeLimit' is -1, but must be at least 1.",
      "9:12 WRONG_KIND 'invariant' is a list.",
      "10:8 UNKNOWN_KEY The key 'worklt' means nothing in 'undo'.",
      "11:15 WRONG_KIND 'irreversible' is the number 1.",
      "12:8 WRONG_KIND 'owner' is a map.",
    ],
  },
  {
    title: "[DEF17] who may do a task is told in the words of the language only",
    text: `
      process: p
      flow:
        - task: a
          needs: { role: {}, capability: [], unit: 3, when: [], offer: some, order: "", accept: maybe, whodid: b }
    `,
    findings: [
      "4:12 UNKNOWN_TASK There is no task 'b' in this process.",
      "4:20 WRONG_KIND 'role' is a map.",
      "4:36 EMPTY 'capability' is an empty list.",
      "4:46 WRONG_KIND 'unit' is the number 3.",
      "4:55 WRONG_KIND 'when' is a list.",
      "4:66 NOT_ALLOWED 'offer' cannot be 'some'.",
      "4:79 EMPTY 'order' is empty.",
      "4:91 WRONG_KIND 'accept' is the text 'maybe'.",
      "4:98 UNKNOWN_KEY The key 'whodid' means nothing in 'needs'.",
    ],
  },
  {
    title: "[DEF19] an arc leads to something of the same level or of its aside",
    text: `
      process: p
      flow:
        - task: a
          on: { x: b, y: tell, z: inner, u: nobody, v: telll, w w: b }
          cancels: [inner, nothing]
        - parallel:
          branches: [[{task: b, on: {x: a}}]]
        - activity: act
          on: { x: tell }
          do: [{task: inner, on: {x: rescue, y: tell}}]
          aside: [{task: rescue, then: inner}, {task: rescue2, then: a}]
        - forEach: f
          in: lines
          as: line
          do: [{task: review, on: {x: tell, y: a}, alternatives: [[{task: alt, on: {x: review}}]]}]
        - { task: c, on: { x: alt } }
      aside: [{task: tell, then: b}]
    `,
    findings: [
      "4:29 OTHER_LEVEL 'inner' is not on the level of the task 'a'.",
      "4:39 UNKNOWN_NAME There is nothing called 'nobody' here.",
      "4:50 UNKNOWN_NAME There is nothing called 'telll' here.",
      "4:57 BAD_NAME The class of an exception arc cannot be 'w w'.",
      "5:22 UNKNOWN_NAME There is nothing called 'nothing' here.",
      "10:43 OTHER_LEVEL 'tell' is not on the level of the task 'inner'.",
      "11:64 OTHER_LEVEL 'a' is not on the level of the task 'rescue2'.",
      "15:42 OTHER_LEVEL 'a' is not on the level of the task 'review'.",
      "16:25 OTHER_LEVEL 'alt' is not on the level of the task 'c'.",
    ],
  },
]

test.each(mistakes)("$title", ({ text, findings }) => {
  expect(findingsOf(text)).toEqual(findings)
})

test("[DEF7] every word of the block form is read", () => {
  const then = { name: "wrap", path: ["aside", 0, "then"] }
  expect(read(everything)).toEqual({
    path: [],
    name: "organise-concert",
    title: "Organise a concert",
    data: new Map(),
    deadline: { form: "date", at: "2026-01-05", path: ["deadline"] },
    budget: { form: "expression", expression: { source: "limit * 2", path: ["budget"] } },
    result: { source: "42", path: ["result"] },
    pattern: "critical",
    attempts: 3,
    backoff: "PT10S",
    alternatives: [[{ ...task("other", ["alternatives", 0, 0]) }]],
    involvement: "manual",
    loopLimit: 10,
    cascadeLimit: 8,
    invariant: { source: "true", path: ["invariant"] },
    undo: { worklet: "undo-it", path: ["undo", "worklet"] },
    irreversible: true,
    owner: "ann",
    aside: [{ ...task("tell", ["aside", 0]), then }],
    body: {
      form: "flow",
      flow: [
        {
          kind: "task",
          path: ["flow", 0],
          name: "sell",
          title: "Sell tickets",
          properties: {
            title: "Sell tickets",
            needs: {
              roles: ["promoter"],
              capabilities: ["a", "b"],
              notWhoDid: [],
              whoDid: [],
              offer: "all",
              order: "leastLoaded",
              accept: false,
              source: { role: "promoter", capability: ["a", "b"] },
              path: ["flow", 0, "needs"],
            },
            reads: {
              form: "names",
              names: [{ name: "seats", path: ["flow", 0, "reads", 0] }],
              path: ["flow", 0, "reads"],
            },
            writes: {
              form: "expressions",
              entries: new Map([["sold", { source: "n + 1", path: ["flow", 0, "writes", "sold"] }]]),
              path: ["flow", 0, "writes"],
            },
            deadline: {
              form: "expression",
              expression: { source: "due", path: ["flow", 0, "deadline", "value"] },
              path: ["flow", 0, "deadline"],
            },
            cost: { form: "number", value: 100 },
            priority: 2,
            on: new Map([["soldOut", { name: "tell", path: ["flow", 0, "on", "soldOut"] }]]),
            select: true,
            cancels: [{ name: "wrap", path: ["flow", 0, "cancels", 0] }],
            pauseTimers: true,
          },
        },
        program("charge", ["flow", 1], "charge"),
        program("pay", ["flow", 2], "pay-out"),
        { kind: "parallel", path: ["flow", 3], branches: [[task("b1", ["flow", 3, "branches", 0, 0])], []] },
        {
          kind: "choice",
          path: ["flow", 4],
          name: "kind",
          title: "Which?",
          cases: [
            {
              path: ["flow", 4, "cases", 0],
              when: { source: "isNew", path: ["flow", 4, "cases", 0, "when"] },
              do: [task("a1", ["flow", 4, "cases", 0, "do", 0])],
            },
            { path: ["flow", 4, "cases", 1], do: [] },
          ],
        },
        {
          kind: "some",
          path: ["flow", 5],
          cases: [
            { path: ["flow", 5, "cases", 0], when: { source: "false", path: ["flow", 5, "cases", 0, "when"] }, do: [] },
          ],
        },
        {
          kind: "first",
          path: ["flow", 6],
          branches: [
            [
              {
                kind: "wait",
                path: ["flow", 6, "branches", 0, 0],
                wait: { form: "duration", duration: "P1D", path: ["flow", 6, "branches", 0, 0, "wait"] },
              },
            ],
            [
              {
                kind: "wait",
                path: ["flow", 6, "branches", 1, 0],
                wait: { form: "until", until: { source: "due", path: ["flow", 6, "branches", 1, 0, "wait", "until"] } },
              },
            ],
            [
              {
                kind: "wait",
                path: ["flow", 6, "branches", 2, 0],
                title: "Money",
                wait: {
                  form: "message",
                  message: "paid",
                  key: { source: "7", path: ["flow", 6, "branches", 2, 0, "wait", "key"] },
                },
              },
            ],
          ],
        },
        {
          kind: "while",
          path: ["flow", 7],
          name: "loop",
          test: { form: "while", condition: { source: "!ok", path: ["flow", 7, "when"] } },
          do: [],
        },
        {
          kind: "while",
          path: ["flow", 8],
          test: { form: "until", condition: { source: "ok", path: ["flow", 8, "until"] } },
          do: [],
        },
        {
          kind: "activity",
          path: ["flow", 9],
          name: "wrap",
          properties: {
            budget: { form: "number", value: 500 },
            aside: [],
            on: new Map(),
            select: false,
            cancels: [],
            pauseTimers: false,
          },
          body: { form: "flow", flow: [task("w1", ["flow", 9, "do", 0])] },
        },
        {
          kind: "forEach",
          path: ["flow", 10],
          name: "reviews",
          properties: { on: new Map(), select: false, cancels: [], pauseTimers: false },
          many: {
            path: ["flow", 10],
            in: { source: "lines", path: ["flow", 10, "in"] },
            as: "line",
            min: 1,
            max: 9,
            enough: 3,
            dynamic: true,
            collect: new Map([["verdicts", { source: "verdict", path: ["flow", 10, "collect", "verdicts"] }]]),
          },
          do: [task("review", ["flow", 10, "do", 0])],
        },
        { kind: "sequence", path: ["flow", 11], name: "tail", do: [task("t1", ["flow", 11, "do", 0])] },
        { kind: "sequence", path: ["flow", 12], do: [task("t2", ["flow", 12, 0])] },
      ],
    },
  })
})

test("[DEF10] a process without findings is read without a report", () => {
  const told: unknown[] = []
  readProcess({ process: "p", flow: [] }, [], (finding) => told.push(finding))
  expect(told).toEqual([])
})

const everything = `
      process: organise-concert
      title: Organise a concert
      deadline: 2026-01-05
      budget: limit * 2
      result: 42
      pattern: critical
      attempts: 3
      backoff: PT10S
      alternatives: [ [ { task: other } ] ]
      involvement: manual
      loopLimit: 10
      cascadeLimit: 8
      invariant: true
      undo: { worklet: undo-it }
      irreversible: true
      owner: ann
      aside: [ { task: tell, then: wrap } ]
      flow:
        - task: sell
          title: Sell tickets
          needs: { role: promoter, capability: [a, b] }
          reads: [seats]
          writes: { sold: n + 1 }
          deadline: { value: due }
          cost: 100
          priority: 2
          on: { soldOut: tell }
          select: true
          cancels: [wrap]
          pauseTimers: true
        - program: charge
        - task: pay
          worker: pay-out
        - parallel:
          branches: [ [ { task: b1 } ], [] ]
        - choice: kind
          title: Which?
          cases:
            - { when: isNew, do: [ { task: a1 } ] }
            - { otherwise: [] }
        - some:
          cases: [ { when: false, do: [] } ]
        - first:
          branches:
            - [ { wait: P1D } ]
            - [ { wait: { until: due } } ]
            - [ { wait: { message: paid, key: 7 }, title: Money } ]
        - while: loop
          when: '!ok'
          do: []
        - while:
          until: ok
          do: []
        - activity: wrap
          budget: 500
          do: [ { task: w1 } ]
        - forEach: reviews
          in: lines
          as: line
          min: 1
          max: 9
          enough: 3
          dynamic: true
          do: [ { task: review } ]
          collect: { verdicts: verdict }
        - sequence: tail
          do: [ { task: t1 } ]
        - [ { task: t2 } ]
    `

function task(name: string, path: readonly (string | number)[]) {
  return { kind: "task", path, name, properties: { on: new Map(), select: false, cancels: [], pauseTimers: false } }
}

function program(name: string, path: readonly (string | number)[], worker: string) {
  const plain = task(name, path)
  return { ...plain, properties: { ...plain.properties, worker } }
}

function read(text: string) {
  expect(findingsOf(text)).toEqual([])
  const yaml = text.replace(/^\n/, "").replace(/^ {6}/gm, "").replace(/ +$/, "")
  return readBundle([{ name: "bundle.yaml", text: yaml }]).definitions[0]?.definition
}

function findingsOf(text: string): readonly string[] {
  const yaml = text.replace(/^\n/, "").replace(/^ {6}/gm, "").replace(/ +$/, "")
  return readBundle([{ name: "bundle.yaml", text: yaml }]).findings.map(
    ({ place, code, message }) => `${place.line}:${place.column} ${code} ${message}`,
  )
}
