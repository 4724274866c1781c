import { expect, test } from "vitest"
import { accepted, openEngine } from "../../src/main.ts"

async function told(text: string): Promise<readonly string[]> {
  const engine = await openEngine()
  const found = await engine.verify(text)
  await engine.stop()
  return found.map(({ code, severity, place, remedy }) => `${severity} ${code} ${place.path} → ${remedy}`)
}

test("[DATACLASS2] what is wrong with data classes is found at its place", async () => {
  expect(
    await told(`
dataClasses:
  Person: { is: Thin }
  Thing: { of: Thing }
  A: { is: B }
  B: { is: A }
  a b: {}
`),
  ).toEqual([
    "error UNKNOWN_DATA_CLASS dataClasses.Person.is → Did you mean 'Thing'?",
    expect.stringMatching(/^error UNKNOWN_KEY dataClasses\.Thing\.of/),
    "error CLASS_CYCLE dataClasses.A.is → Take away 'is' of one of them.",
    "error CLASS_CYCLE dataClasses.B.is → Take away 'is' of one of them.",
    expect.stringMatching(/^error BAD_NAME dataClasses\.a b/),
  ])
  const chain = Array.from({ length: 101 }, (_, index) => `  C${index}: ${index === 0 ? "" : `{ is: C${index - 1} }`}`)
  expect(await told(`dataClasses:\n${chain.join("\n")}`)).toEqual([
    "error CLASS_TOO_DEEP dataClasses.C100.is → Leave out classes between.",
  ])
  expect(await told("dataClasses: { A: }\n---\ndataClasses: { A: { title: again } }")).toEqual([
    expect.stringMatching(/^error DUPLICATE_DATA_CLASS dataClasses\.A/),
  ])
})

const hiring = (type: string) => `
process: hiring
data: { whom: { list: { object: { name: string, boss: { object: {}, class: ${type} } } } } }
flow: [ { task: talk } ]
---
`

test("[DATACLASS2] a class of data that is nearly a declared one is told, deep in the data too", async () => {
  const declared = "dataClasses: { Employee: }"
  expect(await told(hiring("Emploie") + declared)).toEqual([
    "warning UNKNOWN_DATA_CLASS data.whom.list.object.boss.class → Did you mean 'Employee'?",
  ])
  expect(await told(hiring("Boss") + declared)).toEqual([])
  expect(await told(hiring("Emploie"))).toEqual([])
})

test("[DATACLASS3] rules may stand at a class that is declared or that data has, and at no other", async () => {
  const rule = (name: string) => `rules: [ { on: ItemAbort, at: { class: ${name} }, then: nothing } ]`
  expect(await told(`${hiring("Boss")}dataClasses: { Person: }\n---\n${rule("Person")}`)).toEqual([])
  expect(await told(hiring("Boss") + rule("Boss"))).toEqual([])
  expect(await told(`${hiring("Boss")}dataClasses: { Person: }\n---\n${rule("Persons")}`)).toEqual([
    "error UNKNOWN_DATA_CLASS rules[0].at → Did you mean 'Person'?",
  ])
})

test("[DATACLASS1] budgets, deadlines and invariants at a class count for data of those below it", async () => {
  const engine = await openEngine()
  accepted(
    await engine.deploy(`
process: loan
data: { sum: { type: number, class: Mortgage, default: 1 }, note: { type: string, default: '' } }
flow: [ { task: ask, reads: [sum], writes: [sum], cost: 7 }, { task: note, reads: [note], writes: [note], cost: 9 }, { task: pay, reads: [sum], writes: [sum], cost: 7 } ]
---
dataClasses: { Money: , Credit: { is: Money }, Mortgage: { is: Credit } }
constraints:
  - { at: { class: Credit }, budget: 10 }
  - { at: { class: Money }, invariant: sum < 100 }
`),
  )
  const { case: id } = accepted(await engine.start("loan"))
  const done = async (task: string, data = {}) => {
    const item = (await engine.items({ case: id, task, live: true }))[0]
    if (!item) throw new Error(`no ${task}`)
    accepted(await engine.completeItem(item.id, data))
  }
  const raised = async () => (await engine.exceptions({ case: id })).map(({ class: name }) => name)
  await done("ask", { sum: 50 })
  await done("note")
  expect(await raised()).toEqual([])
  await done("pay", { sum: 200 })
  expect(await raised()).toEqual(expect.arrayContaining(["BudgetExceeded", "InvariantBroken"]))
  await engine.stop()
})

test("[DATACLASS4] classes have versions, and stand in the bundle of what is in force", async () => {
  const engine = await openEngine()
  const first = accepted(await engine.deploy("dataClasses: { Thing: , Person: { is: Thing } }"))
  expect(first.dataClasses).toEqual([
    { name: "Thing", version: 1, isNew: true },
    { name: "Person", version: 1, isNew: true },
  ])
  const second = accepted(await engine.deploy("dataClasses: { Thing: , Person: { is: Thing, title: Somebody } }"))
  expect(second.dataClasses).toEqual([
    { name: "Thing", version: 1, isNew: false },
    { name: "Person", version: 2, isNew: true },
  ])
  expect((await engine.bundle()).dataClasses).toEqual({ Person: { is: "Thing", title: "Somebody" }, Thing: {} })
  await engine.stop()
})
