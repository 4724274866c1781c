import { expect, test } from "vitest"
import { readBundle } from "./bundle.ts"

const mistakes = [
  {
    title: "[DEF18] the nodes of a net lead somewhere that exists",
    text: `
      process: p
      net:
        start: { to: [A, Z], title: x }
        end: { to: [A], colour: red }
        A: { to: { B: x > 1, Bb: otherwise, C: otherwise, D: } }
        B: { split: xro, join: any }
        C: { to: [] }
        c1: { condition: false, to: {A: x}, worker: w }
        D: { to: [end, end, c1], worker: w, wait: P1D }
        a/b: { to: start }
        E: text
        F: { to: D, many: { each: lines, max: 0, of: 3 } }
        G: { to: end, activity: { net: { A: { to: end } } }, budget: 5 }
        H: { to: end, budget: 5, activity: { title: x, do: [{task: h}], flow: [] }, title: y }
        I: { to: end, activity: [] }
        J: { split: xor, to: {} }
    `,
    findings: [
      "3:20 UNKNOWN_NAME There is nothing called 'Z' here.",
      "3:24 UNKNOWN_KEY The key 'title' means nothing in 'start'.",
      "4:10 END_LEADS_ON 'end' leads nowhere.",
      "4:19 UNKNOWN_KEY The key 'colour' means nothing in 'end'.",
      "5:12 CONTRADICTION The flows of the task 'A' have conditions, but its split is 'and', which takes them all.",
      "5:24 UNKNOWN_NAME There is nothing called 'Bb' here.",
      "5:42 OTHERWISE_TWICE There is a second 'otherwise'.",
      "5:56 WRONG_KIND The condition of 'D' is empty.",
      "6:6 MISSING_KEY The key 'to' is missing in the task 'B'.",
      "6:15 NOT_ALLOWED 'split' cannot be 'xro'.",
      "6:26 NOT_ALLOWED 'join' cannot be 'any'.",
      "7:12 EMPTY 'to' is empty.",
      "8:20 NOT_ALLOWED 'condition' can only be true.",
      "8:31 WRONG_KIND 'to' is a map.",
      "8:39 UNKNOWN_KEY The key 'worker' means nothing in the condition 'c1'.",
      "9:18 DUPLICATE_NAME 'end' stands twice in 'to'.",
      "9:39 CONTRADICTION The keys 'worker' and 'wait' in the task 'D' exclude each other.",
      "10:3 BAD_NAME A node cannot be called 'a/b'.",
      "10:14 UNKNOWN_NAME There is nothing called 'start' here.",
      "11:6 WRONG_KIND The node 'E' is the text 'text'.",
      "12:21 MISSING_KEY The key 'as' is missing in 'many'.",
      "12:41 TOO_SMALL 'max' is 0, but must be at least 1.",
      "12:44 UNKNOWN_KEY The key 'of' means nothing in 'many'.",
      "13:34 MISSING_KEY The key 'start' is missing in the net.",
      "13:39 DUPLICATE_NAME The name 'A' is already taken by net.A.",
      "14:40 CONTRADICTION The key 'title' of the task 'H' stands here and beside 'activity'.",
      "14:67 CONTRADICTION The keys 'do' and 'flow' in the activity 'H' exclude each other.",
      "15:27 WRONG_KIND 'activity' is a list.",
      "16:24 EMPTY 'to' is empty.",
    ],
  },
  {
    title: "[DEF18] a net has a start",
    text: `
      process: p
      net:
        A: { to: end }
    `,
    findings: ["3:3 MISSING_KEY The key 'start' is missing in the net."],
  },
]

test.each(mistakes)("$title", ({ text, findings }) => {
  expect(findingsOf(text)).toEqual(findings)
})

test("[DEF8] every word of the net form is read", () => {
  const text = `
      process: p
      net:
        start: { to: A }
        A: { split: or, to: { B: x > 1, C: true, D: otherwise } }
        B: { to: [c1] }
        c1: { condition: true, title: Here, to: [C, D] }
        C: { join: and, to: [end], cancels: [c1, D], title: See }
        D: { many: { each: lines, as: line, min: 1, max: 5, enough: 3, dynamic: true, collect: { vs: v } }, to: end, worker: w }
        S: { activity: { net: { start: { to: [T] }, T: { to: end, wait: P1D } }, budget: 5 }, deadline: P3D, to: end }
        end: { title: Done }
    `
  expect(findingsOf(text)).toEqual([])
  const step = { on: new Map(), select: false, cancels: [], pauseTimers: false }
  const to = (name: string, path: readonly (string | number)[]) => [{ target: { name, path }, otherwise: false }]
  const inner = ["net", "S", "activity", "net"]
  const s = {
    ...step,
    budget: { form: "number", value: 5 },
    aside: [],
    deadline: { form: "duration", duration: "P3D", path: ["net", "S", "deadline"] },
  }
  expect(bodyOf(text)).toEqual({
    form: "net",
    net: {
      path: ["net"],
      start: [{ name: "A", path: ["net", "start", "to"] }],
      nodes: new Map<string, unknown>([
        [
          "A",
          {
            kind: "task",
            path: ["net", "A"],
            join: "xor",
            split: "or",
            to: [
              {
                target: { name: "B", path: ["net", "A", "to", "B"] },
                when: { source: "x > 1", path: ["net", "A", "to", "B"] },
                otherwise: false,
              },
              {
                target: { name: "C", path: ["net", "A", "to", "C"] },
                when: { source: "true", path: ["net", "A", "to", "C"] },
                otherwise: false,
              },
              { target: { name: "D", path: ["net", "A", "to", "D"] }, otherwise: true },
            ],
            properties: step,
          },
        ],
        [
          "B",
          {
            kind: "task",
            path: ["net", "B"],
            join: "xor",
            split: "and",
            to: to("c1", ["net", "B", "to", 0]),
            properties: step,
          },
        ],
        [
          "c1",
          {
            kind: "condition",
            path: ["net", "c1"],
            title: "Here",
            to: [
              { name: "C", path: ["net", "c1", "to", 0] },
              { name: "D", path: ["net", "c1", "to", 1] },
            ],
          },
        ],
        [
          "C",
          {
            kind: "task",
            path: ["net", "C"],
            join: "and",
            split: "and",
            to: to("end", ["net", "C", "to", 0]),
            properties: {
              ...step,
              title: "See",
              cancels: [
                { name: "c1", path: ["net", "C", "cancels", 0] },
                { name: "D", path: ["net", "C", "cancels", 1] },
              ],
            },
          },
        ],
        [
          "D",
          {
            kind: "task",
            path: ["net", "D"],
            join: "xor",
            split: "and",
            to: to("end", ["net", "D", "to"]),
            many: {
              path: ["net", "D", "many"],
              in: { source: "lines", path: ["net", "D", "many", "each"] },
              as: "line",
              min: 1,
              max: 5,
              enough: 3,
              dynamic: true,
              collect: new Map([["vs", { source: "v", path: ["net", "D", "many", "collect", "vs"] }]]),
            },
            properties: { ...step, worker: "w" },
          },
        ],
        [
          "S",
          {
            kind: "task",
            path: ["net", "S"],
            join: "xor",
            split: "and",
            to: to("end", ["net", "S", "to"]),
            properties: s,
            activity: {
              kind: "activity",
              path: ["net", "S", "activity"],
              name: "S",
              properties: s,
              body: {
                form: "net",
                net: {
                  path: inner,
                  start: [{ name: "T", path: [...inner, "start", "to", 0] }],
                  nodes: new Map([
                    [
                      "T",
                      {
                        kind: "task",
                        path: [...inner, "T"],
                        join: "xor",
                        split: "and",
                        to: to("end", [...inner, "T", "to"]),
                        wait: { form: "duration", duration: "P1D", path: [...inner, "T", "wait"] },
                        properties: step,
                      },
                    ],
                  ]),
                },
              },
            },
          },
        ],
      ]),
    },
  })
})

function bodyOf(text: string) {
  const yaml = text.replace(/^\n/, "").replace(/^ {6}/gm, "").replace(/ +$/, "")
  return readBundle([{ name: "bundle.yaml", text: yaml }]).definitions[0]?.definition.body
}

function findingsOf(text: string): readonly string[] {
  const yaml = text.replace(/^\n/, "").replace(/^ {6}/gm, "").replace(/ +$/, "")
  return readBundle([{ name: "bundle.yaml", text: yaml }]).findings.map(
    ({ place, code, message }) => `${place.line}:${place.column} ${code} ${message}`,
  )
}
