import { expect, test } from "vitest"
import { accepted, asFamilyId, openEngine, openMemoryStore, VirtualClock } from "../../src/main.ts"

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

test("[VOC6] a rule's cornerstone keeps what its classes were", async () => {
  const store = openMemoryStore()
  const engine = await openEngine({ store })
  accepted(
    await engine.deploy(`
process: hire
data: { whom: { object: { name: string }, class: Employee } }
flow: [ { task: talk } ]
---
dataClasses: { Person: , Employee: { is: Person } }
exceptions: { Quarrel: { is: ItemTrigger }, Fight: { is: Quarrel } }
`),
  )
  const raised = async (name: string) => {
    const { case: id } = accepted(await engine.start("hire", { data: { whom: { name: "ann" } } }))
    const [item] = await engine.items({ case: id, live: true })
    if (!item) throw new Error("nothing to do")
    accepted(await engine.raise({ class: name, case: id, item: item.id }))
    return { case: id, item: item.id }
  }
  const lesson = { on: "ItemTrigger", at: "hire/talk", then: "nothing" } as const
  const first = await raised("Fight")
  const condition = 'isA(event.class, "Quarrel") && isA(class("whom"), "Person")'
  const { tree } = accepted(await engine.learn({ ...lesson, if: condition, from: first }))
  accepted(await engine.deploy("exceptions: { Fight: { is: ItemTrigger } }"))
  const [learnt] = (await store.treeChanges()).filter((change) => change.tree === tree)
  expect(learnt?.change).toMatchObject({
    node: {
      cornerstone: {
        classes: { whom: "Employee" },
        lineages: { Fight: ["Fight", "Quarrel", "ItemTrigger", "Exception"], Employee: ["Employee", "Person"] },
      },
    },
  })
  const second = await raised("Fight")
  // The cornerstone is still a quarrel, so the finer rule is told apart from it.
  const finer = { ...lesson, if: 'isA(event.class, "Quarrel")', then: "nothing", from: second } as const
  expect(await engine.learn(finer)).toMatchObject({ ok: false })
  await engine.stop()
})

test("[DATACLASS5] classes are told with what they are and the data that has them", async () => {
  const engine = await openEngine()
  accepted(
    await engine.deploy(`
process: order
data: { lines: { list: { object: { part: { type: string, class: Part } } }, class: RushOrder }, note: { type: string, class: Scrap } }
flow: [ { task: pack } ]
---
dataClasses: { Order: { title: Any order }, RushOrder: { is: Order }, Part: }
`),
  )
  expect(engine.dataClasses()).toEqual([
    { name: "Order", title: "Any order", isDeclared: true, data: [] },
    { name: "RushOrder", is: "Order", isDeclared: true, data: ["order/lines"] },
    { name: "Part", isDeclared: true, data: ["order/lines.part"] },
    { name: "Scrap", isDeclared: false, data: ["order/note"] },
  ])
  await engine.stop()
})

test("[VOC6] a decision is explained and tried on with the classes of its time", async () => {
  const clock = new VirtualClock(Date.parse("2026-01-05T09:00:00Z"))
  const engine = await openEngine({ clock })
  const classes = (is: string) => `exceptions: { Quarrel: { is: ItemTrigger }, Fight: { is: ${is} } }`
  const rule = `{ on: ItemTrigger, at: hire, if: 'isA(event.class, "Quarrel")', then: [ { skip: item } ] }`
  accepted(
    await engine.deploy(`process: hire\nflow: [ { task: talk } ]\n---\n${classes("Quarrel")}\nrules: [ ${rule} ]`),
  )
  const { case: id } = accepted(await engine.start("hire"))
  const [item] = await engine.items({ case: id, live: true })
  accepted(await engine.raise({ class: "Fight", case: id, ...(item && { item: item.id }) }))
  await clock.advance("PT1H")
  accepted(await engine.deploy(classes("ItemTrigger")))
  const family = asFamilyId(id)
  const events = (await engine.entries({ family })).flatMap((entry) => entry.events)
  const version = events.findIndex(({ type }) => type === "DecisionMade") + 1
  const explained = await engine.explain(family, version)
  expect(JSON.stringify(explained)).toContain('"outcome":"held"')
  expect(JSON.stringify(explained)).not.toContain('"value":false')
  const lesson = {
    on: "ItemTrigger",
    at: "hire",
    if: 'isA(event.class, "Quarrel")',
    from: { family, version },
  } as const
  expect(accepted(await engine.backtest({ ...lesson, then: "nothing" }))).toMatchObject({ checked: 1, failed: 0 })
  await engine.stop()
})
