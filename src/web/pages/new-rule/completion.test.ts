import { expect, test } from "vitest"
import { complete, completionsAt } from "./completion.ts"

const vocabulary = {
  names: [
    { name: "seating", type: "integer" },
    {
      name: "show",
      type: "object",
      fields: [
        { name: "date", type: "date" },
        { name: "dear", type: "boolean" },
      ],
    },
  ],
  functions: [{ name: "size", returns: "integer", about: "How many there are" }],
}

const offered = (text: string) => completionsAt(text, text.length, vocabulary).options.map(({ insert }) => insert)

test("[SHOP8] names are completed as they are typed, and what is inside of them behind a dot", () => {
  expect([
    offered("se"),
    offered("10 < S"),
    offered("show.d"),
    offered("show."),
    offered("!show.da"),
    offered("seating"),
    offered("other.x"),
  ]).toEqual([["seating"], ["seating", "show", "size("], ["date", "dear"], ["date", "dear"], ["date"], [], []])
})

test("[SHOP8] nothing is offered inside of texts, behind numbers or without a letter", () => {
  expect([
    offered('x == "se'),
    offered("x == 'a\\' se"),
    offered("12se"),
    offered("seating < "),
    offered("f(x).se"),
  ]).toEqual([[], [], [], [], []])
})

test("[SHOP8] what is chosen takes the place of what was typed", () => {
  const text = "10 < se && true"
  const { start } = completionsAt(text, 7, vocabulary)
  expect(complete(text, 7, start, "seating")).toEqual({ text: "10 < seating && true", caret: 12 })
})
