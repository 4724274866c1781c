import { describe, expect, test } from "vitest"
import { accepted, type JsonObject, openEngine } from "../../src/main.ts"
import { House, refusal } from "./house.ts"

const bundle = `
process: concert
data: { sold: { type: integer, default: 0 }, venue: { type: string, default: stadium }, buyer: { object: { name: string }, class: Customer } }
flow: [ { task: sell }, { task: show } ]
---
process: party
data: { sold: { type: integer, default: 0 } }
flow: [ { task: dance } ]
---
exlets: { cheer: [ { notify: ann, text: '{{sold}} sold' } ], unused: [ { notify: ann, text: Hello } ] }
exceptions: { Lost: { is: CaseTrigger } }
handlers:
  few: { on: itemPre, parameters: { least: integer }, if: sold < least, then: cheer, title: Too few }
  spare: { on: Lost, then: [ { compensate: party } ] }
mandatory: { watch: { on: Timeout, at: [concert/show, { class: Customer }], then: cheer } }
bind: [ { handler: few, at: concert/show, with: { least: 10 } } ]
patterns: { twice: { sequence: [Lost, Lost], within: P1D } }
constraints: [ { at: [concert, concert/show], budget: 500 }, { at: concert, invariant: sold >= 0 }, { at: concert, invariant: sold < 9 } ]
rules: [ { on: twice, at: { class: Customer }, then: cheer } ]
`

describe("binding while cases run", () => {
  test("[BIND16] handlers are listed with where they are bound, with what, since when, by whom and why", async () => {
    const house = await House.open(bundle)
    const { engine } = house
    await house.clock.advance("PT1H")
    const bound = accepted(
      await engine.bind(
        { handler: "few", at: ["concert", { role: "clerk" }, "concert/show"], with: { least: 10 } },
        { by: "bob", reason: "a larger hall" },
      ),
    )
    expect(bound).toEqual({
      handler: "few",
      bindings: [
        { at: "concert", tree: "itemPre concert#few", trees: ["itemPre concert#few"], isNew: true },
        { at: "role:clerk", tree: "itemPre role:clerk#few", trees: ["itemPre role:clerk#few"], isNew: true },
        { at: "concert/show", tree: "itemPre concert/show#few", trees: ["itemPre concert/show#few"], isNew: false },
      ],
      findings: [expect.objectContaining({ code: "UNKNOWN_ROLE", severity: "warning" })],
    })
    const start = house.clock.now() - 3_600_000
    const views = () =>
      house.engine
        .handlers()
        .map(({ name, version, on, mandatory, bindings }) => ({ name, version, on, mandatory, bindings }))
    const expected = [
      {
        name: "few",
        version: 1,
        on: "itemPre",
        mandatory: false,
        bindings: [
          {
            at: "concert/show",
            with: { least: 10 },
            tree: "itemPre concert/show#few",
            trees: ["itemPre concert/show#few"],
            since: start,
            by: "ann",
          },
          ...["concert", "role:clerk"].map((at) => ({
            at,
            with: { least: 10 },
            tree: `itemPre ${at}#few`,
            trees: [`itemPre ${at}#few`],
            since: house.clock.now(),
            by: "bob",
            reason: "a larger hall",
          })),
        ],
      },
      { name: "spare", version: 1, on: "Lost", mandatory: false, bindings: [] },
      {
        name: "watch",
        version: 1,
        on: "Timeout",
        mandatory: true,
        bindings: ["concert/show", "class:Customer"].map((at) => ({
          at,
          with: {},
          tree: `Timeout ${at}#watch`,
          trees: [`Timeout ${at}#watch`],
          since: start,
          by: "ann",
        })),
      },
    ]
    expect(views()).toEqual(expected)
    await house.crash()
    expect(views()).toEqual(expected)
    expect(accepted(await house.engine.unbind({ handler: "few" }))).toEqual({
      handler: "few",
      at: ["concert/show", "concert", "role:clerk"],
    })
    expect(house.engine.handlers()[0]?.bindings).toEqual([])
  })

  test("[BIND20] what a bound handler decided is told as of any tree: the way, its values, and its changes", async () => {
    const house = await House.open(bundle)
    const { engine } = house
    const id = await house.start("concert")
    await house.complete(id, "sell", { sold: 3 })
    const without = accepted(await engine.backtest({ tree: "itemPre concert/show#few", remove: 1 }))
    expect(without.changes).toMatchObject([{ case: id, before: "cheer" }])
    accepted(
      await engine.bind({ handler: "few", at: "concert/show", with: { least: 2 } }, { by: "bob", reason: "small" }),
    )
    accepted(await engine.unbind({ handler: "few" }, { by: "eve" }))
    const key = "itemPre concert/show#few"
    expect(
      (await engine.treeChanges(key)).map(({ version, by, reason, change }) => [version, by, reason, valuesIn(change)]),
    ).toEqual([
      [1, "ann", undefined, [{ least: 10 }]],
      [2, "bob", "small", [{ least: 2 }]],
      [3, "eve", undefined, []],
    ])
    expect([engine.tree(key)?.tree, engine.tree(key, 1)?.tree]).toEqual([
      [],
      [{ title: "Too few", if: "sold < least", then: "cheer", with: { least: 10 } }],
    ])
    const [decision] = await engine.decisions({ tree: key })
    if (decision === undefined) throw new Error("it was asked")
    const explained = await engine.explain(decision.family, decision.version)
    expect(explained?.walks).toMatchObject([
      {
        tree: key,
        version: 1,
        path: [{ outcome: "held", with: { least: 10 }, explanation: { outcome: { ok: true, value: true } } }],
      },
    ])
    expect(refusal(await engine.removeRule(key, 1)).code).toBe("RULE_BOUND")
    expect(refusal(await engine.undoRule(key)).code).toBe("RULE_BOUND")
  })

  test("[BIND17] a dry run changes nothing, the same key does it once, and a handler at another version is refused", async () => {
    const { engine } = await House.open(bundle)
    const places = () => engine.handlers().flatMap(({ bindings }) => bindings.map(({ tree }) => tree))
    const before = places()
    const binding = { handler: "few", at: "concert", with: { least: 1 } }
    accepted(await engine.bind(binding, { dryRun: true }))
    accepted(await engine.unbind({ handler: "watch" }, { dryRun: true }))
    expect(places()).toEqual(before)
    const first = accepted(await engine.bind(binding, { key: "k", by: "ann" }))
    accepted(await engine.unbind({ handler: "few", at: "concert" }))
    expect(accepted(await engine.bind(binding, { key: "k", by: "ann" }))).toEqual(first)
    expect(places()).toEqual(before)
    expect(refusal(await engine.removeHandler("spare", { expected: 2 })).code).toBe("VERSION_CHANGED")
  })

  test("[BIND21] who may teach in a process binds there; for people, data classes and everywhere he must be allowed everywhere", async () => {
    const { engine } = await House.open(`${bundle}
organisation:
  roles: { clerk: {} }
  agents: { ann: {}, bob: {}, cyd: {} }
  permissions: { ann: [administer, teach], bob: { teach: [concert] }, cyd: [see] }
`)
    const ask = async (by: string, at: string | readonly string[]) => {
      const answer = await engine.bind({ handler: "few", at, with: { least: 1 } }, { by, dryRun: true })
      return answer.ok ? "bound" : answer.rejection.code
    }
    expect(await Promise.all(["concert", "concert/show", "object:concert/buyer"].map((at) => ask("bob", at)))).toEqual([
      "bound",
      "bound",
      "bound",
    ])
    const outside = ["party", "everywhere", "role:clerk", "class:Customer", ["concert", "party"]]
    expect(await Promise.all(outside.map((at) => ask("bob", at)))).toEqual(outside.map(() => "NOT_PERMITTED"))
    expect(await Promise.all(outside.map((at) => ask("ann", at)))).toEqual(outside.map(() => "bound"))
    expect(await ask("cyd", "concert")).toBe("NOT_PERMITTED")
    const unbinding = async (by: string, more: JsonObject) =>
      (await engine.unbind({ handler: "watch", ...more }, { by, dryRun: true })).ok
    expect([
      await unbinding("bob", { at: "concert/show" }),
      await unbinding("bob", {}),
      await unbinding("ann", {}),
    ]).toEqual([true, false, true])
  })
})

describe("handlers, patterns and constraints", () => {
  test("[BIND22] what is in use is not removed, with the list; what is not is gone, and deployed again is there again", async () => {
    const house = await House.open(bundle)
    const { engine } = house
    expect(refusal(await engine.removeHandler("watch"))).toMatchObject({
      code: "IN_USE",
      usedBy: ["its binding at concert/show", "its binding at class:Customer"],
    })
    expect(refusal(await engine.removePattern("twice"))).toMatchObject({
      code: "IN_USE",
      usedBy: ['the tree "twice class:Customer"'],
    })
    expect(engine.whereUsed("cheer")).toEqual(["handler few", "handler watch", 'rule 1 of "twice class:Customer"'])
    expect(refusal(await engine.removeExlet("cheer")).code).toBe("IN_USE")
    expect(refusal(await engine.removeProcess("party")).usedBy).toEqual(["handler spare"])
    expect([
      refusal(await engine.removeHandler("spar")).code,
      refusal(await engine.removePattern("thrice")).code,
      refusal(await engine.removeConstraint("budget@party")).code,
    ]).toEqual(["HANDLER_NOT_FOUND", "PATTERN_NOT_FOUND", "CONSTRAINT_NOT_FOUND"])

    accepted(await engine.unbind({ handler: "watch" }))
    accepted(await engine.removeHandler("watch"))
    accepted(await engine.removeRule("twice class:Customer", 1))
    accepted(await engine.removePattern("twice"))
    accepted(await engine.removeConstraint("invariant@concert"))
    await house.crash()
    const there = () => ({
      handlers: house.engine.handlers().map(({ name }) => name),
      patterns: house.engine.patterns().map(({ name }) => name),
      constraints: house.engine.constraints().map(({ name, source }) => [name, source]),
    })
    const budgets = ["concert", "concert/show"].map((at) => [`budget@${at}`, { at, budget: 500 }])
    const second = ["invariant@concert#2", { at: "concert", invariant: "sold < 9" }]
    expect(there()).toEqual({ handlers: ["few", "spare"], patterns: [], constraints: [...budgets, second] })
    const again = accepted(await house.engine.deploy(bundle, { overLearnt: true }))
    expect(again.handlers.filter(({ isNew }) => isNew)).toEqual([{ name: "watch", version: 3, isNew: true }])
    expect(there().patterns).toEqual(["twice"])
    accepted(await house.engine.deploy({ handlers: { spare: null }, patterns: {} }))
    expect(there().handlers).toEqual(["few", "watch"])
  })

  test("[BIND18] the same again changes nothing; what was bound otherwise since stays, with a warning, unless it is deployed over", async () => {
    const { engine } = await House.open(bundle)
    const fresh = (deployment: object) =>
      Object.values(deployment).flatMap((part: readonly { isNew?: boolean; name?: string }[]) =>
        part.filter(({ isNew }) => isNew).map(({ name }) => name),
      )
    expect(fresh(accepted(await engine.deploy(bundle)))).toEqual([])
    accepted(await engine.unbind({ handler: "watch", at: "concert/show" }))
    accepted(await engine.bind({ handler: "few", at: "concert/show", with: { least: 99 } }))
    const second = accepted(await engine.deploy(bundle))
    expect([fresh(second), second.findings.map(({ code, severity, message }) => [code, severity, message])]).toEqual([
      [],
      [
        [
          "BINDING_DIFFERS",
          "warning",
          "The handler 'watch' at 'concert/show' has been unbound since this was deployed, and stays as it is now.",
        ],
        [
          "BINDING_DIFFERS",
          "warning",
          "The handler 'few' at 'concert/show' has been bound with other values since this was deployed, and stays as it is now.",
        ],
      ],
    ])
    expect(fresh(accepted(await engine.deploy(bundle, { overLearnt: true })))).toEqual([
      "watch@concert/show",
      "few@concert/show",
    ])
  })

  test("[BIND23] with an error nothing is deployed; a handler that no longer fits where it is bound is one", async () => {
    const { engine } = await House.open(bundle)
    const refused = refusal(
      await engine.deploy({
        handlers: { few: { on: "itemPre", parameters: { most: "integer" }, then: "cheer" } },
        patterns: { thrice: { sequence: ["Lost", "Lost", "Lost"] } },
      }),
    )
    expect(refused.findings?.map(({ code, message }) => `${code} ${message}`)).toEqual([
      "UNKNOWN_PARAMETER Bound at 'concert/show': The handler 'few' has no parameter 'least'.",
      "MISSING_PARAMETER Bound at 'concert/show': The handler 'few' needs a value for 'most'.",
    ])
    expect(engine.patterns().map(({ name }) => name)).toEqual(["twice"])
    const stale = accepted(await engine.deploy("process: concert\nflow: [ { task: sell }, { task: show } ]"))
    expect(stale.findings.map(({ code, place }) => [code, place.path])).toContainEqual([
      "RULE_STALE",
      "itemPre concert/show#few 1",
    ])
  })

  test("[BIND24] a bundle written out makes the same in an empty engine, bindings in their order", async () => {
    const { engine } = await House.open(bundle)
    accepted(await engine.bind({ handler: "few", at: ["party", { agent: "ann" }], with: { least: 3 } }))
    accepted(await engine.unbind({ handler: "few", at: "concert/show" }))
    const written = engine.bundle()
    expect(written.bind).toEqual([
      { handler: "watch", at: "concert/show" },
      { handler: "watch", at: { class: "Customer" } },
      { handler: "few", at: "party", with: { least: 3 } },
      { handler: "few", at: { agent: "ann" }, with: { least: 3 } },
    ])
    const other = await openEngine()
    accepted(await other.deploy(written))
    expect(other.bundle()).toEqual(written)
    const told = (each: typeof engine) => ({
      handlers: each
        .handlers()
        .map(({ name, mandatory, bindings }) => [name, mandatory, bindings.map(({ tree }) => tree)]),
      constraints: each.constraints().map(({ name }) => name),
    })
    expect(told(other).constraints).toEqual(told(engine).constraints)
    expect(told(other).handlers.toSorted()).toEqual(told(engine).handlers.toSorted())
    await other.stop()
  })
})

function valuesIn(change: JsonObject): readonly unknown[] {
  return ((change.nodes ?? []) as readonly JsonObject[]).map((node) => node.with)
}
