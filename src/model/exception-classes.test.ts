import { expect, test } from "vitest"
import type { DataType } from "./definition.ts"
import { classTree } from "./exception-classes.ts"

const text: DataType = { kind: "scalar", type: "string", required: false, path: [] }
const amount: DataType = { kind: "scalar", type: "number", required: false, path: [] }

const classes = classTree([
  { name: "DeviceFailure", is: "ItemTrigger", parameters: new Map([["device", text]]) },
  { name: "PcFailure", is: "DeviceFailure", parameters: new Map([["memory", amount]]) },
  { name: "ControllerAway", is: "AllAbsent", parameters: new Map() },
  { name: "BandBrokenUp", is: "CaseTrigger", parameters: new Map() },
  { name: "One", is: "Two", parameters: new Map() },
  { name: "Two", is: "One", parameters: new Map() },
  { name: "Orphan", is: "Nowhere", parameters: new Map() },
  { name: "Timeout", is: "ItemAbort", parameters: new Map() },
])

test("[CLS3] classes form a tree under Exception, the built-in ones included", () => {
  expect(["PcFailure", "ControllerAway", "BudgetExceeded", "Unforeseen", "Exception"].map(classes.lineage)).toEqual([
    ["PcFailure", "DeviceFailure", "ItemTrigger", "Exception"],
    ["ControllerAway", "AllAbsent", "ResourceUnavailable", "Exception"],
    ["BudgetExceeded", "ConstraintViolation", "Exception"],
    ["Unforeseen", "Exception"],
    ["Exception"],
  ])
  expect([classes.is("PcFailure", "ItemTrigger"), classes.is("ItemTrigger", "PcFailure")]).toEqual([true, false])
  expect([classes.has("NoBranch"), classes.has("Nowhere"), classes.lineage("Nowhere")]).toEqual([true, false, []])
  expect(classes.all().slice(0, 3).concat(classes.all().slice(-3))).toEqual([
    "Exception",
    "Timeout",
    "ItemAbort",
    "One",
    "Two",
    "Orphan",
  ])
})

test("[CLS4] a class has its own parameters and those it inherits", () => {
  expect(classes.parameters("PcFailure")).toEqual(
    new Map([
      ["device", text],
      ["memory", amount],
    ]),
  )
  expect(classes.parameters("Timeout")).toEqual(new Map())
})

test("[CLS5] classes under CaseTrigger and ItemTrigger are triggers people can raise", () => {
  expect(["BandBrokenUp", "CaseTrigger", "PcFailure", "Timeout", "Nowhere"].map(classes.isTrigger)).toEqual([
    "case",
    "case",
    "item",
    undefined,
    undefined,
  ])
})

test("[CLS6] whatever is declared, a lineage ends at Exception and built-in classes stay what they are", () => {
  expect(["One", "Orphan", "Timeout"].map(classes.lineage)).toEqual([
    ["One", "Two", "Exception"],
    ["Orphan", "Exception"],
    ["Timeout", "Exception"],
  ])
})

test("[CLS6] a class that is itself by a detour says so, and one that only leads there does not", () => {
  const circling = classTree([
    { name: "A", is: "B", parameters: new Map() },
    { name: "B", is: "C", parameters: new Map() },
    { name: "C", is: "B", parameters: new Map() },
  ])
  expect(["A", "B", "C", "Timeout", "Nowhere"].map(circling.circle)).toEqual([
    undefined,
    ["B", "C", "B"],
    ["C", "B", "C"],
    undefined,
    undefined,
  ])
})

test("[CLS3] below a class are all that are one", () => {
  expect([classes.below("ItemTrigger"), classes.below("One"), classes.below("Nowhere")]).toEqual([
    ["ItemTrigger", "DeviceFailure", "PcFailure"],
    ["One", "Two"],
    [],
  ])
  expect(classes.below("Exception")).toEqual(classes.all())
})
