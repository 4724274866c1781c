import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { openWorld, told, type World } from "../http/world.ts"

/**
 * Ann may do everything but administer, in alpha only; beta's data is a secret. A case of alpha has a worklet of beta in its
 * family, so that what she may see and what she may not lie side by side.
 */
const bundle = {
  processes: [
    {
      process: "alpha",
      data: { x: "integer", secret: "string" },
      flow: [{ task: "one" }, { task: "two" }],
    },
    { process: "beta", data: { secret: "string" }, flow: [{ task: "hush" }] },
  ],
  exlets: {
    calm: [{ notify: "ann", text: "calm" }],
    aside: [
      { suspend: "item" },
      { compensate: { worklet: "beta", with: { secret: '"hunter2"' } } },
      { continue: "item" },
    ],
  },
  rules: [
    { on: "itemPre", at: "alpha/one", tree: [{ if: "x == 7", then: "aside" }] },
    { on: "itemPre", at: "beta/hush", tree: [{ if: 'secret == "none"', then: "calm" }] },
  ],
  exceptions: { Fire: { is: "CaseTrigger", title: "Fire" } },
  organisation: {
    roles: { alphas: {}, readers: {}, teachers: {}, bosses: {} },
    agents: {
      ann: { roles: ["alphas"] },
      cleo: { roles: ["readers"] },
      tom: { roles: ["teachers"] },
      meg: { roles: ["bosses"] },
    },
    permissions: {
      alphas: { see: ["alpha"], do: ["alpha"], raise: ["alpha"], intervene: ["alpha"], teach: ["alpha"] },
      readers: { see: ["alpha"], do: ["alpha"] },
      teachers: { see: ["alpha"], teach: ["alpha"] },
      bosses: ["administer"],
    },
  },
}

let world: World
/** Of alpha, with a worklet of beta; of beta alone. */
let mixed: string
let worklet: string
let plain: string
let foreign: string

beforeAll(async () => {
  world = await openWorld({
    development: false,
    bundles: [bundle],
    keys: {
      ann: { agent: "ann" },
      cleo: { agent: "cleo" },
      tom: { agent: "tom" },
      meg: { agent: "meg" },
      narrow: { agent: "meg", processes: ["alpha"] },
      teaching: { agent: "ann", rights: ["teach", "see"] },
      megIntervening: { agent: "meg", rights: ["intervene", "see"] },
      megTeaching: { agent: "meg", rights: ["teach", "see"] },
    },
  })
  const meg = world.client("meg")
  mixed = told(await meg.start({ process: "alpha", data: { x: 7, secret: "mine" } })).case
  plain = told(await meg.start({ process: "alpha", data: { x: 1, secret: "mine" } })).case
  foreign = told(await meg.start({ process: "beta", data: { secret: "hunter2" } })).case
  const family = told(await meg.items({ family: mixed, process: "beta" })).rows
  worklet = family[0]?.id ?? ""
})
afterAll(() => world.close())

const lesson = { on: "itemPre", at: "alpha/one", if: "true", then: "calm" }

describe("a rule", () => {
  test("[SEE1] is not learnt from an item of a case one may not see", async () => {
    const ann = world.client("ann")
    for (const item of [`${foreign}.i1`, worklet]) {
      for (const ask of [
        ann.learn({ ...lesson, from: { case: mixed, item } }),
        ann.backtest({ ...lesson, from: { case: mixed, item } }),
      ]) {
        const answer = await ask
        expect(answer.ok ? "learnt" : answer.rejection.code).toBe("DECISION_NOT_FOUND")
        expect(JSON.stringify(answer)).not.toContain("hunter2")
      }
    }
  })

  test("[SEE1] is not learnt from a decision about one either, nor is that explained", async () => {
    const ann = world.client("ann")
    const entries = told(await world.client("meg").entries({ family: mixed })).rows
    const versions = entries.flatMap(({ version, events }) =>
      events.flatMap((event, index) => (event.type === "DecisionMade" && event.at === "hush" ? [version + index] : [])),
    )
    expect(versions.length).toBeGreaterThan(0)
    for (const version of versions) {
      const learnt = await ann.learn({ ...lesson, from: { family: mixed, version } })
      expect(learnt.ok ? "learnt" : learnt.rejection.code).toBe("DECISION_NOT_FOUND")
      const explained = await ann.explain({ family: mixed, version })
      expect(explained.ok ? "explained" : explained.status).toBe(404)
    }
  })

  test("[SEE1] is not asked what it would say about an item of another case", async () => {
    const asked = await world.client("ann").whatIf({ on: "itemPre", case: mixed, item: worklet })
    expect(asked.ok ? "told" : asked.status).toBe(404)
  })

  test("[SEE1] for everywhere does not show the case it was learnt from to those who may not see it", async () => {
    const from = { case: foreign, item: `${foreign}.i1` }
    told(await world.client("meg").learn({ on: "itemPost", at: "everywhere", if: "true", then: "calm", from }))
    const tree = "itemPost everywhere"
    expect(JSON.stringify(told(await world.client("meg").treeChanges({ tree })))).toContain("hunter2")
    expect(JSON.stringify(told(await world.client("cleo").treeChanges({ tree })))).not.toContain("hunter2")
  })
})

describe("what is raised", () => {
  test("[SEE1] at an item one may not see is not there, whichever case it is said to be of", async () => {
    for (const item of [worklet, `${foreign}.i1`]) {
      const raised = await world.client("ann").raise({ case: mixed, item, class: "Fire" })
      expect(raised.ok ? "raised" : raised.rejection.code).toBe("ITEM_NOT_FOUND")
    }
    const raised = await world.client("ann").raise({ case: foreign, item: `${plain}.i1`, class: "Fire" })
    expect(raised.ok ? "raised" : raised.rejection.code).toBe("CASE_NOT_FOUND")
  })
})

describe("a key", () => {
  test("[SEE3] of an administrator for teaching gives nobody capabilities", async () => {
    const then = [{ amend: "meg", capability: "surgeon" }]
    const from = { case: plain, item: `${plain}.i1` }
    const learnt = await world.client("megTeaching").learn({ ...lesson, then, from })
    expect(learnt.ok ? "learnt" : learnt.rejection.code).toBe("NOT_PERMITTED")
  })

  test("[SEE3] for one process does not teach at another by way of an answer", async () => {
    const meg = world.client("meg")
    told(await meg.report({ case: plain, title: "The roof leaks" }))
    const [question] = told(await meg.interventions({ case: plain })).rows
    const answer = await world
      .client("narrow")
      .answer({ intervention: question?.id ?? "", do: "teach", at: "beta", if: "true", then: "calm" })
    expect(answer.ok ? "taught" : answer.rejection.code).toBe("NOT_PERMITTED")
    expect(told(await meg.trees({ process: "beta" })).rows.map(({ key }) => key)).toEqual(["itemPre beta/hush"])
  })

  test("[SEE3] of an administrator for intervening gives nobody capabilities either", async () => {
    const [question] = told(await world.client("meg").interventions({ case: plain })).rows
    const steps = [{ amend: "meg", capability: "surgeon" }]
    const answer = await world
      .client("megIntervening")
      .answer({ intervention: question?.id ?? "", do: "run", steps, reason: "to help" })
    expect(answer.ok ? "granted" : answer.rejection.code).toBe("NOT_PERMITTED")
  })

  test("[SEE3] for teaching does not replace what runs", async () => {
    const from = { case: mixed, item: `${mixed}.i1` }
    const learnt = await world.client("teaching").learn({ ...lesson, if: "x == 7", from, replace: true })
    expect(learnt.ok ? "learnt" : learnt.rejection.code).toBe("NOT_PERMITTED")
  })
})

describe("a refusal", () => {
  test("[SEE1] changes nothing: who may teach but not intervene learns no rule that replaces", async () => {
    const before = await world.engine.tree("itemPre alpha/one")
    const from = { case: mixed, item: `${mixed}.i1` }
    const { engine } = world
    const learnt = await engine.learn({ ...lesson, if: "x == 7", from: from as never, replace: true }, { by: "tom" })
    expect(learnt.ok ? "learnt" : learnt.rejection.code).toBe("NOT_PERMITTED")
    expect(engine.tree("itemPre alpha/one")).toEqual(before)
  })

  test("[SEE1] is not given to whoever may intervene and teach, and answers a report with a rule", async () => {
    const meg = world.client("meg")
    const [question] = told(await meg.interventions({ case: plain })).rows
    told(await world.client("ann").answer({ intervention: question?.id ?? "", do: "teach", then: "calm" }))
    expect(told(await meg.caseTriggers({ case: mixed })).rows.map(({ title }) => title)).toContain("The roof leaks")
  })
})

describe("under a key, asked again", () => {
  test("[DOOR6] a run that was replaced is answered as before", async () => {
    const runs = told(await world.client("ann").case({ case: mixed })).runs
    const run = runs[0]?.id ?? ""
    const first = told(await world.client("ann").replaceRun({ run }, { key: "again" }))
    expect(told(await world.client("ann").replaceRun({ run }, { key: "again" }))).toEqual(first)
  })
})
