import { expect, test } from "vitest"
import { accepted, asItemId, type Engine, type RecordedEntry } from "../../src/main.ts"
import { concert, House, lesson, refusal } from "./house.ts"

const shared = `${concert}
  - { on: timeout, at: concert, then: [ { compensate: change-venue } ] }
  - { on: itemPost, at: concert/sell, tree: [ { if: sold > 1000, then: cheer } ] }
---
process: party
flow: [ { task: dance, select: true } ]
---
rules:
  - { on: select, at: party/dance, then: change-venue }
`

test("[REPERT1] where an exlet or a worklet is used: every exlet and every rule in force", async () => {
  const house = await House.open(shared)
  const { engine } = house
  expect(engine.exlets().map(({ name, version, by }) => [name, version, by])).toEqual([
    ["move", 1, "ann"],
    ["cancel", 1, "ann"],
    ["cheer", 1, "ann"],
  ])
  expect(["change-venue", "move", "cheer", "cancel", "nobody"].map((name) => engine.whereUsed(name))).toEqual([
    ["exlet move", 'rule 1 of "Timeout concert"', 'rule 1 of "select party/dance"'],
    ['rule 1 of "itemPre concert/show"'],
    ['rule 1 of "itemPost concert/sell"'],
    [],
    [],
  ])
  const id = await house.concertWith(80)
  accepted(await engine.learn(lesson("sold == 80", "cancel", { case: id, item: asItemId(`${id}.i2`) })))
  expect(engine.whereUsed("cancel")).toEqual(['rule 2 of "itemPre concert/show"'])
  accepted(await engine.removeRule("itemPre concert/show", 2))
  expect(engine.whereUsed("cancel")).toEqual([])
})

test("[DOOR23] classes are told with what they are called, what they are a kind of, and where people raise them", async () => {
  const { engine } = await House.open(`${concert}
---
exceptions:
  Rain: { is: CaseTrigger, title: It rains }
  Flood: { is: Rain }
`)
  const classes = engine.exceptionClasses()
  expect(classes.filter(({ isBuiltIn }) => !isBuiltIn)).toEqual([
    { name: "Rain", title: "It rains", is: "CaseTrigger", raisedAt: "case", isBuiltIn: false },
    { name: "Flood", is: "Rain", raisedAt: "case", isBuiltIn: false },
  ])
  expect(classes.slice(0, 2)).toEqual([
    { name: "Exception", isBuiltIn: true },
    { name: "Timeout", is: "Exception", isBuiltIn: true },
  ])
})

test("[CLS1] a class with nothing under its name is deployed, as an Exception", async () => {
  const { engine } = await House.open(`${concert}
---
exceptions: { Lost: }
`)
  expect(engine.exceptionClasses().filter(({ isBuiltIn }) => !isBuiltIn)).toEqual([
    { name: "Lost", is: "Exception", isBuiltIn: false },
  ])
})

test("[REPERT2] what is in use is not removed, and who uses it is told", async () => {
  const house = await House.open(shared)
  const { engine } = house
  expect(refusal(await engine.removeExlet("move"))).toEqual({
    code: "IN_USE",
    message: expect.stringContaining('rule 1 of "itemPre concert/show"'),
    remedy: expect.any(String),
    usedBy: ['rule 1 of "itemPre concert/show"'],
  })
  const id = await house.start("party")
  const users = ["exlet move", 'rule 1 of "Timeout concert"', 'rule 1 of "select party/dance"']
  const worklet = refusal(await engine.removeProcess("change-venue"))
  const running = (await engine.cases({ process: "change-venue" })).map((row) => `case ${row.id}`)
  expect([running.length, worklet.code, worklet.usedBy]).toEqual([1, "IN_USE", [...users, ...running]])
  expect(refusal(await engine.removeProcess("party")).usedBy).toContain(`case ${id}`)
  expect([refusal(await engine.removeExlet("mvoe")).code, refusal(await engine.removeProcess("partty")).code]).toEqual([
    "EXLET_NOT_FOUND",
    "PROCESS_NOT_FOUND",
  ])
})

test("[REPERT3] what nobody uses is removed, and is gone after reopening; deployed again it is there again", async () => {
  const house = await House.open(`${concert}
---
process: party
flow: [ { task: dance } ]
`)
  accepted(await house.engine.removeExlet("cancel", { by: "eve", reason: "never used" }))
  accepted(await house.engine.removeProcess("party", { by: "eve" }))
  for (const reopened of [false, true]) {
    if (reopened) await house.crash()
    const { engine } = house
    expect(engine.exlets().map(({ name }) => name)).toEqual(["move", "cheer"])
    const id = await house.concertWith(80)
    const answers = [
      await engine.start("party"),
      await engine.learn(lesson("sold == 80", "cancel", { case: id, item: asItemId(`${id}.i2`) })),
      await engine.removeExlet("cancel"),
      await engine.removeProcess("party"),
    ]
    expect(answers.map((answer) => refusal(answer).code)).toEqual([
      "PROCESS_NOT_FOUND",
      "DEFINITION_INVALID",
      "EXLET_NOT_FOUND",
      "PROCESS_NOT_FOUND",
    ])
  }
  const again = accepted(
    await house.engine.deploy({
      exlets: { cancel: [{ remove: "case" }] },
      processes: [{ process: "party", flow: [{ task: "dance" }] }],
    }),
  )
  expect([again.exlets, again.processes]).toEqual([
    [{ name: "cancel", version: 3, isNew: true }],
    [{ name: "party", version: 1, isNew: false }],
  ])
  expect((await house.engine.start("party")).ok).toBe(true)
})

test("[REPERT4] cases of a removed process that are over stay what they were", async () => {
  const house = await House.open("process: party\nflow: [ { task: dance } ]")
  const id = await house.start("party")
  await house.complete(id, "dance")
  accepted(await house.engine.removeProcess("party"))
  await house.crash()
  expect((await house.engine.case(id))?.state).toBe("completed")
})

test("[REPERT5] of a bundle with one error nothing at all is deployed, and everything wrong with it is told", async () => {
  const house = await House.open(concert)
  const { engine } = house
  const before = deployedIn(engine)
  const { code, findings } = refusal(
    await engine.deploy([
      { name: "party.yaml", text: "process: party\ndata: { n: integr }\nflow: [ { task: dance } ]\n" },
      {
        name: "rules.yaml",
        text: `exlets:
  sing: [ { continue: item } ]
  stop: [ { remove: case } ]
rules:
  - { on: itemPre, at: party/dnace, then: stop }
  - { on: itemPost, at: concert/show, tree: [ { if: sld > 1, then: stopp } ] }
exceptions: { Rain: { is: Wether } }
`,
      },
    ]),
  )
  expect([code, findings?.map((each) => `${each.place.file}:${each.place.line} ${each.code}`)]).toEqual([
    "DEFINITION_INVALID",
    [
      "party.yaml:2 NOT_ALLOWED",
      "rules.yaml:2 CONTINUE_WITHOUT_SUSPEND",
      "rules.yaml:5 UNKNOWN_TASK",
      "rules.yaml:6 UNKNOWN_NAME",
      "rules.yaml:6 UNKNOWN_EXLET",
      "rules.yaml:7 UNKNOWN_CLASS",
    ],
  ])
  expect(deployedIn(engine)).toEqual(before)
  await house.crash()
  expect(deployedIn(house.engine)).toEqual(before)
})

/** Everything that is deployed, in whatever order. */
function deployedIn(engine: Engine) {
  return {
    processes: new Map(engine.processes().map((process) => [process.name, process])),
    exlets: new Map(engine.exlets().map((exlet) => [exlet.name, exlet])),
    trees: new Map(engine.trees().map((tree) => [tree.key, tree])),
  }
}

test("[REPERT6] a bundle of many files is deployed as one: what stands in one may be named in another", async () => {
  const house = await House.open("process: other\nflow: [ { task: a } ]")
  const deployed = accepted(
    await house.engine.deploy([
      { name: "a.yaml", text: "rules: [ { on: Rain, at: party, then: stop } ]" },
      { name: "b.yaml", text: "exlets: { stop: [ { remove: case } ] }" },
      { name: "c.yaml", text: "exceptions: { Rain: { is: CaseTrigger } }" },
      { name: "d.yaml", text: "process: party\nflow: [ { task: dance } ]" },
    ]),
  )
  const isNew = true
  expect(deployed).toEqual({
    processes: [{ name: "party", version: 1, isNew }],
    exlets: [{ name: "stop", version: 1, isNew }],
    classes: [{ name: "Rain", version: 1, isNew }],
    trees: [{ name: "Rain party", version: 1, isNew }],
    handlers: [],
    bindings: [],
    patterns: [],
    constraints: [],
    dataClasses: [],
    organisation: [],
    findings: [],
  })
})

test("[REPERT7] a new version of an exlet is in force at once; a run that has begun goes on with the old one", async () => {
  const house = await House.open(concert)
  const { engine } = house
  const old = await house.concertWith(10)
  const moving = [{ suspend: "item" }, { compensate: "change-venue" }, { remove: "item" }]
  const { exlets } = accepted(await engine.deploy({ exlets: { move: moving } }))
  expect(exlets).toEqual([{ name: "move", version: 2, isNew: true }])
  const young = await house.concertWith(10)
  for (const { id } of await engine.cases({ process: "change-venue" })) await house.complete(id, "book")
  expect([(await engine.case(old))?.state, (await engine.case(young))?.state]).toEqual(["running", "exhausted"])
})

test("[PRE1] who starts an item in the very moment it is enabled never gets ahead of its pre-constraint", async () => {
  const house = await House.open(concert)
  const { engine } = house
  const tried: Promise<string>[] = []
  const following = (async () => {
    for await (const entry of engine.history()) {
      for (const item of enabledShows(entry))
        tried.push(engine.startItem(item).then((answer) => (answer.ok ? "started" : answer.rejection.code)))
      if (tried.length === 100) return
    }
  })()
  for (let number = 0; number < 100; number++) await house.concertWith(number % 2 === 0 ? 10 : 90)
  await following
  const outcomes = await Promise.all(tried)
  expect(outcomes).toEqual(Array.from({ length: 100 }, (_, number) => (number % 2 === 0 ? "ITEM_HELD" : "started")))
})

function enabledShows({ events }: RecordedEntry) {
  return events.flatMap((event) => (event.type === "ItemEnabled" && event.task === "show" ? [event.item] : []))
}

test("[PRE1] nor does who asks for it together with what enables it", async () => {
  const house = await House.open(concert)
  const { engine } = house
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const id = await house.start("concert")
      const [, started] = await Promise.all([
        engine.completeItem(asItemId(`${id}.i1`), { sold: 10 }),
        engine.startItem(asItemId(`${id}.i2`)),
      ])
      return started.ok ? "started" : started.rejection.code
    }),
  )
  expect(new Set(outcomes)).toEqual(new Set(["ITEM_HELD"]))
})
