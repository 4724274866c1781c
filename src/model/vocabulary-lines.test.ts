import { expect, test } from "vitest"
import { compileExpression, isExpression } from "../expressions/expression.ts"
import { functionLines, functionNames } from "../expressions/function-lines.ts"
import { ruleVocabulary, systemNames } from "./vocabulary.ts"
import { nameAbouts, vocabularyLines } from "./vocabulary-lines.ts"

test("[VOC5] every function and every name of the system has a line, and no other", () => {
  expect(
    functionLines()
      .map(({ name }) => name)
      .sort(),
  ).toEqual([...functionNames()].sort())
  expect(Object.keys(nameAbouts).sort()).toEqual([...systemNames].sort())
})

test("[VOC5] every example is a condition", () => {
  const buyer = { kind: "scalar", type: "string", class: "Customer", required: false, path: [] } as const
  const vocabulary = ruleVocabulary({ variables: new Map([["buyer", buyer]]) })
  const { functions } = vocabularyLines(vocabulary)
  const wrong = functions.flatMap(({ name, about, example, ways }) => {
    const compiled = compileExpression(example, vocabulary, "boolean")
    const isGood = isExpression(compiled) && example.includes(name) && about !== "" && ways.length > 0
    return isGood ? [] : [`${example}: ${isExpression(compiled) ? "is not about it" : compiled[0]?.message}`]
  })
  expect(wrong).toEqual([])
})

test("[VOC5] names come with their types and fields, the case's data first", () => {
  const { names, isOpen } = vocabularyLines({
    ...ruleVocabulary({ variables: new Map() }),
    names: {
      now: "timestamp",
      buyer: { object: { email: "string" } },
      lines: { list: { object: { price: "number" } } },
      tags: { list: "string" },
    },
  })
  expect({ names, isOpen }).toEqual({
    names: [
      { name: "buyer", type: "object", fields: [{ name: "email", type: "string" }] },
      { name: "lines", type: "list of object", fields: [{ name: "price", type: "number" }] },
      { name: "tags", type: "list of string" },
      { name: "now", type: "timestamp", about: "The present moment" },
    ],
    isOpen: false,
  })
})
