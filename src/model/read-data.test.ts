import { expect, test } from "vitest"
import { readBundle } from "./bundle.ts"

const mistakes = [
  {
    title: "[DEF20] a type is a word, or a map with type, list or object",
    text: `
      process: p
      data:
        a: strng
        b: {}
        c: { type: text }
        d: { type: string, list: string }
        e: { list: { list: { type: integer, colour: red } } }
        f: { object: { x y: string, z: [] } }
        g: { object: [] }
        h: 3
        i: { list: { sku: sting } }
      flow: []
    `,
    findings: [
      "3:6 NOT_ALLOWED The type of 'a' cannot be 'strng'.",
      "4:6 MISSING_KEY There is no type in 'b'.",
      "5:14 NOT_ALLOWED 'type' cannot be 'text'.",
      "6:22 CONTRADICTION The keys 'type' and 'list' in 'd' exclude each other.",
      "7:39 UNKNOWN_KEY The key 'colour' means nothing in 'list'.",
      "8:18 BAD_NAME A field cannot be called 'x y'.",
      "8:34 WRONG_KIND 'z' is a list.",
      "9:16 WRONG_KIND 'object' is a list.",
      "10:6 WRONG_KIND 'h' is the number 3.",
      "11:21 NOT_ALLOWED The type of 'sku' cannot be 'sting'.",
    ],
  },
  {
    title: "[DEF20] what is said about a type fits it",
    text: `
      process: p
      data:
        a: { type: integer, default: 1.5 }
        b: { type: integer, default: 5, min: 10, max: 20 }
        c: { type: integer, min: 5, max: 3 }
        d: { type: string, enum: [x, 3], default: y }
        e: { type: boolean, min: 1 }
        f: { list: string, enum: [a], default: [a, null] }
        g: { type: date, default: 2026-02-30, required: yes }
        h: { object: { x: integer }, default: { y: 1 }, max: 3, class: a b }
        i: { type: string, enum: [] }
      flow: []
    `,
    findings: [
      "3:32 DOES_NOT_FIT A value does not fit its own type: default must be a whole number, not 1.5.",
      "4:32 DOES_NOT_FIT A value does not fit its own type: default must be at least 10, not 5.",
      "5:36 CONTRADICTION 'max' is 3, less than 'min', which is 5.",
      "6:32 DOES_NOT_FIT A value does not fit its own type: enum must be text, not 3.",
      '6:45 DOES_NOT_FIT A value does not fit its own type: default must be one of "x".',
      "7:23 NOT_ALLOWED 'min' means nothing for 'e'.",
      "8:22 NOT_ALLOWED 'enum' means nothing for 'f'.",
      "8:42 DOES_NOT_FIT A value does not fit its own type: default[1] needs a value.",
      "9:29 DOES_NOT_FIT A value does not fit its own type: default must be a date such as 2026-01-05, not '2026-02-30'.",
      "9:51 WRONG_KIND 'required' is the text 'yes'.",
      "10:41 DOES_NOT_FIT A value does not fit its own type: There is no 'y' in default. It has x.",
      "10:51 NOT_ALLOWED 'max' means nothing for 'h'.",
      "10:66 BAD_NAME 'class' cannot be 'a b'.",
      "11:28 EMPTY 'enum' is empty.",
    ],
  },
]

test.each(mistakes)("$title", ({ text, findings }) => {
  expect(findingsOf(text)).toEqual(findings)
})

test("[DEF20] in a list, a map without type, list or object is the fields of an object", () => {
  const text = `
      process: p
      data:
        name: string
        seats: { type: integer, default: 25000, min: 0, title: Seats, required: true, enum: [5, 25000] }
        lines: { list: { sku: string }, max: 9 }
        grid: { list: { list: { type: number, min: 1 } } }
        buyer: { object: { email: string }, class: Customer, default: null }
      flow: []
    `
  expect(findingsOf(text)).toEqual([])
  const plain = { required: false }
  expect(dataOf(text)).toEqual(
    new Map<string, unknown>([
      ["name", { kind: "scalar", type: "string", ...plain, path: ["data", "name"] }],
      [
        "seats",
        {
          kind: "scalar",
          type: "integer",
          default: 25000,
          min: 0,
          title: "Seats",
          required: true,
          enum: [5, 25000],
          path: ["data", "seats"],
        },
      ],
      [
        "lines",
        {
          kind: "list",
          max: 9,
          ...plain,
          path: ["data", "lines"],
          of: {
            kind: "object",
            ...plain,
            path: ["data", "lines", "list"],
            fields: new Map([
              ["sku", { kind: "scalar", type: "string", ...plain, path: ["data", "lines", "list", "sku"] }],
            ]),
          },
        },
      ],
      [
        "grid",
        {
          kind: "list",
          ...plain,
          path: ["data", "grid"],
          of: {
            kind: "list",
            ...plain,
            path: ["data", "grid", "list"],
            of: { kind: "scalar", type: "number", min: 1, ...plain, path: ["data", "grid", "list", "list"] },
          },
        },
      ],
      [
        "buyer",
        {
          kind: "object",
          class: "Customer",
          ...plain,
          path: ["data", "buyer"],
          fields: new Map([
            ["email", { kind: "scalar", type: "string", ...plain, path: ["data", "buyer", "object", "email"] }],
          ]),
        },
      ],
    ]),
  )
})

function dataOf(text: string) {
  const yaml = text.replace(/^\n/, "").replace(/^ {6}/gm, "").replace(/ +$/, "")
  return readBundle([{ name: "bundle.yaml", text: yaml }]).definitions[0]?.definition.data
}

function findingsOf(text: string): readonly string[] {
  const yaml = text.replace(/^\n/, "").replace(/^ {6}/gm, "").replace(/ +$/, "")
  return readBundle([{ name: "bundle.yaml", text: yaml }]).findings.map(
    ({ place, code, message }) => `${place.line}:${place.column} ${code} ${message}`,
  )
}
