import { expect, test } from "vitest"
import { dataClassTree } from "./data-class-tree.ts"
import { classesAndAbove } from "./data-classes.ts"

const tree = dataClassTree([
  { name: "Thing" },
  { name: "Person", is: "Thing" },
  { name: "Customer", is: "Person" },
  { name: "Order", is: "Thing" },
])

test("[DATACLASS1] a class is itself and all above it", () => {
  expect(tree.lineage("Customer")).toEqual(["Customer", "Person", "Thing"])
  expect(tree.lineage("Thing")).toEqual(["Thing"])
  expect(tree.below("Person")).toEqual(["Person", "Customer"])
  expect(tree.below("Thing")).toEqual(["Thing", "Person", "Order", "Customer"])
})

test("[DATACLASS1] of several classes the nearest come first, and each once", () => {
  expect(classesAndAbove(["Customer", "Order"], tree)).toEqual(["Customer", "Order", "Person", "Thing"])
  expect(classesAndAbove(["Order", "Customer", "Order"], tree)).toEqual(["Order", "Customer", "Thing", "Person"])
  expect(classesAndAbove([], tree)).toEqual([])
})

test("[DATACLASS3] what is not declared is one of no other", () => {
  expect([tree.has("Car"), tree.lineage("Car"), tree.below("Car")]).toEqual([false, ["Car"], ["Car"]])
})

test("[DATACLASS2] a tree that is none is looked at without end nowhere", () => {
  const round = dataClassTree([
    { name: "A", is: "B" },
    { name: "B", is: "C" },
    { name: "C", is: "B" },
  ])
  expect(round.lineage("A")).toEqual(["A", "B", "C"])
  expect([round.circle("A"), round.circle("B")]).toEqual([undefined, ["B", "C", "B"]])
})
