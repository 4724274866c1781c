import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { codeOf, openWorld, told, type World } from "../http/world.ts"

/** Who may not see the organisation, or another process of a family, learns nothing of it by conditions, lists or misspelt names. */

const bundle = `
process: open
data: { x: { type: number, default: 1 }, note: { type: string, default: "", class: Sheet } }
flow: [ { task: ask, needs: { role: clerk } }, { task: act } ]
---
process: secret
data: { note: { type: string, default: nothing, class: zqx-letter }, other: { type: string, default: '', class: zqx-undeclared } }
flow: [ { task: zqx-audit }, { task: zqx-seal } ]
---
exceptions:
  zqx-alarm: { is: CaseTrigger, title: zqx-alarm }
dataClasses: { zqx-paper: , zqx-letter: { is: zqx-paper }, Material: , Sheet: { is: Material }, zqx-unused-class: { is: Material } }
exlets:
  zqx-mend: [ { start: secret } ]
  zqx-hush: [ { suspend: case }, { continue: case } ]
  zqx-unused: [ { set: { note: '"secret/zqx-audit" in done ? "a" : "b"' } } ]
  greet: [ { notify: ann, text: hello } ]
  open-up: [ { suspend: case }, { continue: case } ]
handlers:
  zqx-watch: { on: LoopLimit, then: zqx-hush }
  zqx-spare: { on: LoopLimit, then: [ { terminate: secret } ] }
  watch: { on: LoopLimit, then: nothing }
patterns:
  zqx-pattern: { all: [ zqx-alarm, LoopLimit ] }
bind: [ { handler: zqx-watch, at: secret }, { handler: watch, at: [ secret, open ] } ]
rules:
  - { on: ItemAbort, at: secret/zqx-audit, tree: [ { if: "true", then: zqx-hush } ] }
  - { on: ItemAbort, at: open/ask, tree: [ { if: "true", then: open-up } ] }
  - on: itemPre
    at: open/ask
    tree:
      - { if: 'org.agents["ann"].email == "zqx-ann@example.org" && x > 100', then: greet }
      - { if: 'size(executing) > 100', then: greet }
      - { if: 'has(agent.email) && x > 100', then: greet }
constraints:
  - { name: zqx-budget, at: secret, budget: 987 }
  - { name: open-budget, at: open, budget: 55 }
organisation:
  roles: { clerk: {}, zqx-role: {} }
  units: { zqx-unit: {} }
  capabilities: { zqx-skill: {} }
  agents:
    ann: { roles: [clerk, zqx-role], unit: zqx-unit, attributes: { email: zqx-ann@example.org } }
    zqx-agent: {}
    teacher: {}
    reader: {}
    warden: {}
  permissions:
    teacher: { see: [open], do: [open], raise: [open], intervene: [open], teach: [open] }
    reader: { see: [open] }
    warden: [ see, do, raise, intervene, teach ]
    ann: [ do ]
`

let world: World
let here: { case: string; item: string }
beforeAll(async () => {
  const keys = {
    boss: { agent: "administrator" },
    teacher: { agent: "teacher" },
    reader: { agent: "reader" },
    warden: { agent: "warden" },
    ann: { agent: "ann" },
    "a key for open": { agent: "warden", processes: ["open"] },
  }
  world = await openWorld({ development: false, bundles: [bundle], keys })
  const boss = world.client("boss")
  const above = told(await boss.start({ process: "secret" })).case
  told(await boss.run({ case: above, steps: [{ start: "open" }] }))
  const found = told(await boss.cases({ process: "open", limit: 100 })).rows[0]?.id ?? ""
  const item = told(await boss.items({ case: found, live: true })).rows[0]?.id ?? ""
  told(await world.client("ann").startItem({ item }))
  here = { case: found, item }
})
afterAll(() => world.close())

const restricted = ["teacher", "reader", "a key for open"]
const text = (answer: unknown) => JSON.stringify(answer)

/** What can be asked about the organisation, or another process, in a condition. */
const closed = [
  'org.agents["ann"].email.startsWith("zqx")',
  'org.agents.exists(a, a == "zqx-agent")',
  'has(org.roles["zqx-role"])',
  "size(org.roles.clerk) > 0",
  'agent.email == "zqx-ann@example.org"',
  'agent["email"] == "zqx-ann@example.org"',
  '"zqx-role" in agent.roles',
  "agent != null",
  'history.exists(h, h.name == "secret")',
  '"secret/zqx-audit" in executing',
  '"zqx-audit" in executing',
  "size(executing) > 1",
  'executing.exists(s, s.startsWith("secret"))',
  'count("secret/zqx-audit") > 0',
  "[1].exists(i, size(executing) > i)",
]

describe("conditions of whoever may not see the organisation", () => {
  const asked = { on: "itemPre", at: "open/ask" }

  test.each(restricted)("[SEE5] are not evaluated over what is closed while they are written: %s", async (key) => {
    const wrong: string[] = []
    for (const condition of closed) {
      const checked = await world.client(key).checkCondition({ ...asked, if: condition, then: "nothing", from: here })
      if (!checked.ok || checked.value.here !== undefined || checked.value.isAcceptable)
        wrong.push(`${condition}: ${text(checked)}`)
      if (text(checked).replaceAll(text(condition).slice(1, -1), "").includes("zqx-"))
        wrong.push(`${condition} tells ${text(checked)}`)
    }
    expect(wrong).toEqual([])
  })

  test("[SEE5] ask no source outside for whoever may neither teach nor intervene there", async () => {
    let times = 0
    world.engine.source("credit", async () => ++times)
    const check = async (key: string) =>
      told(await world.client(key).checkCondition({ ...asked, if: "external.credit > 0", then: "nothing", from: here }))
    expect([(await check("reader")).rejection?.code, times]).toEqual(["NOT_PERMITTED", 0])
    expect([(await check("teacher")).here?.outcome, times]).toEqual(["held", 1])
  })

  test("[SEE5] are evaluated for whoever may see it", async () => {
    const [condition = ""] = closed
    const checked = told(await world.client("warden").checkCondition({ ...asked, if: condition, from: here }))
    expect(checked.here?.outcome).toBe("held")
    const open = told(await world.client("teacher").checkCondition({ ...asked, if: '"ask" in executing', from: here }))
    expect(open.here?.outcome).toBe("held")
    expect(text(open)).not.toContain("zqx")
  })

  test.each(restricted)("[SEE5] do not choose cases by what is closed: %s", async (key) => {
    const client = world.client(key)
    const wrong: string[] = []
    for (const condition of closed)
      for (const where of [condition, `!(${condition})`, `(${condition}) || true`])
        for (const process of ["open", undefined]) {
          const listed = await client.cases({ where, ...(process && { process }) })
          const otherwise = await client.cases({ where: where.replaceAll("zqx", "qqq"), ...(process && { process }) })
          const rows = (answer: typeof listed) => (answer.ok ? answer.value.rows.length : answer.rejection.code)
          if (rows(listed) !== rows(otherwise)) wrong.push(`${where}: ${rows(listed)} and ${rows(otherwise)}`)
          if (/org|agent/.test(where) && listed.ok) wrong.push(`${where}: answered`)
        }
    expect(wrong).toEqual([])
    expect(told(await client.cases({ where: '"ask" in executing', process: "open" })).rows).toHaveLength(1)
  })

  test.each(restricted)(
    "[SEE5] that an administrator wrote are told by how they came out, without what they read: %s",
    async (key) => {
      const client = world.client(key)
      const lesson = told(await client.lesson({ ...asked, from: here }))
      const whatIf = told(await client.whatIf({ on: "itemPre", ...here }))
      const alone = told(await world.client("boss").start({ process: "open" })).case
      const decided = told(await client.decisions({ tree: "itemPre open/ask", limit: 1000 })).rows
      const version = decided.find(({ family }) => family === alone)?.version ?? 0
      const explained = told(await client.explain({ family: alone, version }))
      const [first, , third] = explained.walks.flatMap(({ path }) => path.map(({ explanation }) => explanation))
      expect([explained.walks.length, first, third]).toEqual([1, undefined, undefined])
      for (const { path } of [lesson.walk, ...whatIf.walks])
        expect(path.map(({ outcome, explanation }) => [outcome, explanation])).toEqual(
          Array(3).fill([expect.any(String), undefined]),
        )
      const own = /org\.agents\[\\"ann\\"\]\.email == \\"zqx-ann@example\.org\\"/g
      for (const answer of [lesson, whatIf, explained]) expect(text(answer).replace(own, "")).not.toContain("zqx")
      // By now somebody has the item.
      const later = { on: "ItemAbort", at: "open/ask", from: here }
      const values = told(await client.lesson(later)).values
      expect(values.filter(({ about }) => about === "agent").map(({ name }) => name)).toEqual(["agent.id"])
      expect(text(values)).not.toMatch(/zqx|secret/)
      const seen = told(await world.client("warden").lesson(later))
      expect(text(seen)).toContain("zqx-ann@example.org")
      expect(text(seen)).toContain("secret/zqx-audit")
    },
  )
})

test("[SEE5] nor is what a rule was learnt from told, but what of it one may see", async () => {
  const lesson = { on: "ItemAbort", at: "open/act", if: "x > 0", then: "nothing" }
  const boss = world.client("boss")
  const above = told(await boss.start({ process: "secret" })).case
  told(await boss.run({ case: above, steps: [{ start: "open", with: { x: "5" } }] }))
  const below = told(await boss.cases({ family: above, process: "open" })).rows[0]?.id ?? ""
  const first = told(await boss.items({ case: below, live: true })).rows[0]?.id ?? ""
  told(await world.client("ann").completeItem({ item: first }))
  const item = told(await boss.items({ case: below, live: true })).rows[0]?.id ?? ""
  told(await boss.startItem({ item }))
  told(await boss.learn({ ...lesson, from: { case: below, item } }))
  const changes = async (key: string) => text(told(await world.client(key).treeChanges({ tree: "ItemAbort open/act" })))
  expect(await changes("warden")).toContain("secret/zqx-audit")
  for (const key of restricted) {
    expect(await changes(key)).toContain("cornerstone")
    expect(await changes(key)).not.toMatch(/zqx|"secret/)
  }
})

describe("lists and messages for whoever may not see everything", () => {
  test.each(restricted)(
    "[SEE6] [DATACLASS5] have the exlets, handlers, patterns and data classes of places they may see: %s",
    async (key) => {
      const client = world.client(key)
      const names = (rows: readonly { readonly name: string }[]) => rows.map(({ name }) => name).sort()
      const exlets = told(await client.exlets()).rows
      const handlers = told(await client.handlers()).rows
      expect([names(exlets), names(handlers)]).toEqual([["greet", "open-up"], ["watch"]])
      expect(handlers[0]?.bindings.map(({ at }) => at)).toEqual(["open"])
      for (const answer of [
        exlets,
        handlers,
        told(await client.patterns()),
        told(await client.exceptionClasses()),
        told(await client.dataClasses()),
        told(await client.constraints()),
        told(await client.case({ case: here.case })),
        told(await client.item({ item: here.item })),
        told(await client.trees({})).rows.filter(({ on }) => on !== "itemPre"),
      ])
        expect(text(answer)).not.toMatch(/zqx|"secret|987/)
      expect(told(await client.case({ case: here.case })).bounds.map(({ scope }) => scope)).toEqual(["open"])
      const classes = async (who: string) => names(told(await world.client(who).dataClasses()).rows)
      expect(await classes(key)).toEqual(["Material", "Sheet"])
      expect(await classes("warden")).toHaveLength(6)
      const all = told(await world.client("warden").exlets()).rows
      expect(names(all)).toEqual(["greet", "open-up", "zqx-hush", "zqx-mend", "zqx-unused"])
      expect(told(await world.client("warden").case({ case: here.case })).bounds.map(({ scope }) => scope)).toContain(
        "secret",
      )
    },
  )

  test("[SEE6] offer as answers only exlets that are shown", async () => {
    told(await world.client("boss").report({ case: here.case, title: "Something" }))
    const intervention = told(await world.client("boss").interventions({ case: here.case })).rows[0]?.id ?? ""
    const answers = told(await world.client("teacher").intervention({ intervention })).answers
    expect(text(answers)).toContain("open-up")
    expect(text(answers)).not.toContain("zqx")
    expect(text(told(await world.client("warden").intervention({ intervention })).answers)).toContain("zqx-hush")
  })

  test("[SEE6] do not tell the nearest name to a misspelt one, where that is for others", async () => {
    const client = world.client("teacher")
    const from = here
    const lesson = { on: "ItemAbort", at: "open/ask", if: "x > 0", from }
    const answers = [
      ...["zqx-mendd", "zqx-hus", "zqx-unusd"].map((then) => client.learn({ ...lesson, then })),
      ...["secre", "secrett"].map((process) => client.run({ ...here, steps: [{ start: process }] })),
      client.run({ ...here, steps: [{ notify: "zqx-agen", text: "hello" }] }),
      client.run({ ...here, steps: [{ amend: "item", needs: { role: "zqx-rol" } }] }),
      client.run({ ...here, steps: [{ amend: "item", needs: { capability: "zqx-skil" } }] }),
      client.run({ ...here, steps: [{ raise: "zqx-alar" }] }),
      client.run({ ...here, exlet: "zqx-men" }),
      client.amendItem({ item: here.item, needs: { unit: "zqx-uni" } }),
      client.raise({ case: here.case, class: "zqx-alar" }),
      client.learn({ ...lesson, on: "zqx-alar", at: "open", then: "nothing", from: { case: here.case } }),
      client.learn({ ...lesson, on: "zqx-patter", at: "open", then: "nothing", from: { case: here.case } }),
      client.learn({ ...lesson, at: "secre", then: "nothing" }),
      client.bind({ handler: "zqx-watc", at: "open" }),
      client.unbind({ handler: "zqx-watc", at: "open" }),
      client.checkCondition({ on: "zqx-alar", at: "open", if: "x > 0", then: "zqx-men" }),
      client.vocabulary({ on: "zqx-alar", at: "open" }),
      client.start({ process: "secre" }),
      ...["zqx-alar", "zqx-pape", "zqx-lette", "zqx-undeclare"].map((name) =>
        client.learn({ ...lesson, if: `isA(class("note"), "${name}")`, then: "nothing" }),
      ),
      ...["zqx-pape", "zqx-undeclare"].map((name) => client.bind({ handler: "watch", at: `class:${name}` })),
    ]
    const names = /zqx-(mend|hush|unused|agent|role|skill|unit|alarm|pattern|watch|paper|letter|undeclared)\b|secret\b/
    for (const answer of await Promise.all(answers)) expect(text(answer)).not.toMatch(names)
    expect(codeOf(await client.learn({ ...lesson, then: "open-u" }))).toBe("DEFINITION_INVALID")
    expect(text(await client.learn({ ...lesson, then: "open-u" }))).toContain("Did you mean 'open-up'")
  })
})
