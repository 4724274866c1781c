import { expect, test } from "vitest"
import { reading } from "../../test/language/told.ts"

test("[CLS1] a class says what it is, its parameters and its title", () => {
  const { repertoire, told } = reading(`
    exceptions:
      PcFailure: { is: itemTrigger, parameters: { computer: string, agent: { type: string, required: true } }, title: A PC broke down }
      Lost:
  `)
  expect(told).toEqual([])
  const path = ["exceptions", "PcFailure", "parameters"]
  expect(repertoire.classes.map(({ locate, ...rest }) => rest)).toEqual([
    {
      name: "PcFailure",
      is: "ItemTrigger",
      title: "A PC broke down",
      parameters: new Map([
        ["computer", { kind: "scalar", type: "string", required: false, path: [...path, "computer"] }],
        ["agent", { kind: "scalar", type: "string", required: true, path: [...path, "agent"] }],
      ]),
      source: {
        is: "itemTrigger",
        parameters: { computer: "string", agent: { type: "string", required: true } },
        title: "A PC broke down",
      },
      path: ["exceptions", "PcFailure"],
    },
    { name: "Lost", is: "Exception", parameters: new Map(), source: {}, path: ["exceptions", "Lost"] },
  ])
})

const mistakes = [
  {
    title: "[CLS2] classes have free names, known keys, and parameters an event does not have already",
    yaml: `
      exceptions: [ Lost ]
      ---
      exceptions:
        Timeout: {}
        timeout: { is: ItemAbort }
        itemPre:
        a b:
        Lost: CaseTrigger
        Late: { is: a b, parameter: {}, title: 3 }
        Broken: { parameters: { item: string, a-b: string, in: { fields: string }, what: strin } }
    `,
    told: [
      "1:13 exceptions error WRONG_KIND: 'exceptions' is a list. → Write a map of keys and values here.",
      "4:3 exceptions.Timeout error BUILT_IN_CLASS: There is a built-in class 'Timeout' already. → Choose another name; it may be that class by 'is:'.",
      "5:3 exceptions.timeout error BUILT_IN_CLASS: There is a built-in class 'Timeout' already. → Choose another name; it may be that class by 'is:'.",
      "6:3 exceptions.itemPre error RESERVED_NAME: A class cannot be 'itemPre': under 'on' the word is a checkpoint. → Choose another name than casePre, casePost, itemPre, itemPost, select, compensating.",
      "7:3 exceptions.a b error BAD_NAME: A class cannot be 'a b'. → A name starts with a letter and goes on with letters, digits, '_' and '-'.",
      "8:9 exceptions.Lost error WRONG_KIND: The class 'Lost' is the text 'CaseTrigger'. → Write a map of keys and values here.",
      "9:15 exceptions.Late.is error BAD_NAME: 'is' cannot be 'a b'. → A name starts with a letter and goes on with letters, digits, '_' and '-'.",
      "9:20 exceptions.Late.parameter error UNKNOWN_KEY: The key 'parameter' means nothing in the class 'Late'. → Did you mean 'parameters'?",
      "9:42 exceptions.Late.title error WRONG_KIND: 'title' is the number 3. → Write text here.",
      "10:27 exceptions.Broken.parameters.item error RESERVED_NAME: A parameter cannot be 'item': every event has that already. → Choose another name than class, at, by, item, case.",
      "10:41 exceptions.Broken.parameters.a-b error BAD_NAME: A parameter cannot be 'a-b'. → A variable's name starts with a letter a-z and goes on with letters a-z, digits and '_'.",
      "10:58 exceptions.Broken.parameters.in error MISSING_KEY: There is no type in 'in'. → Write one of string, integer, number, boolean, date, datetime, duration, any, or a map with 'type', 'list' or 'object', such as { type: string } or { object: { … } }.",
      "10:84 exceptions.Broken.parameters.what error NOT_ALLOWED: The type of 'what' cannot be 'strin'. → Did you mean 'string'?",
    ],
  },
]

test.each(mistakes)("$title", ({ yaml, told }) => {
  expect(reading(yaml).told).toEqual(told)
})
