import { describe, expect, test } from "vitest"
import { agentChange, at, ids, matched, organisationOf, type Work } from "../../test/language/organisations.ts"
import { asAgentId } from "../messages/ids.ts"
import type { Demand } from "../messages/people.ts"

const four = organisationOf({
  agents: { ann: { cost: 30 }, bob: { cost: 20 }, cyd: {}, dan: { cost: 20, attributes: { grade: 5 } } },
})

const sorted = (order: Demand["order"], work: Readonly<Record<string, Work>> = {}) =>
  matched(four, order === undefined ? {} : { order }, {}, work)

describe("strategies", () => {
  test("[PEOPLE31] without a strategy whoever has least to do comes first, and of equals whose name does", () => {
    expect(sorted(undefined)).toEqual(["ann", "bob", "cyd", "dan"])
    const work = { ann: { load: 2 }, bob: { load: 1 }, dan: { load: 1 } }
    expect(sorted("leastLoaded", work)).toEqual(["cyd", "bob", "dan", "ann"])
    expect(sorted("unheardOf", work)).toEqual(["cyd", "bob", "dan", "ann"])
  })

  test("[PEOPLE32] roundRobin begins with who never had such an item, then who had one longest ago", () => {
    expect(sorted("roundRobin", { ann: { given: 30 }, bob: { given: 10 }, cyd: { given: 20 } })).toEqual([
      "dan",
      "bob",
      "cyd",
      "ann",
    ])
  })

  test("[PEOPLE33] cheapest begins with the lowest cost; who has none comes last", () => {
    expect(sorted("cheapest")).toEqual(["bob", "dan", "ann", "cyd"])
  })

  test("[PEOPLE34] fastest begins with who took least time on average; who has no experience comes last", () => {
    expect(sorted("fastest", { bob: { pace: 500 }, dan: { pace: 100 } })).toEqual(["dan", "bob", "ann", "cyd"])
  })

  test("[PEOPLE35] longestIdle begins with those who have nothing, of them who never or longest ago ended something", () => {
    expect(
      sorted("longestIdle", { ann: { ended: 50 }, bob: { ended: 20 }, cyd: { load: 1 }, dan: { load: 2 } }),
    ).toEqual(["bob", "ann", "cyd", "dan"])
    expect(
      sorted("longestIdle", { ann: { ended: 5 }, bob: { load: 3, ended: 1 }, cyd: { load: 1, ended: 9 } }),
    ).toEqual(["dan", "ann", "cyd", "bob"])
  })

  test("[PEOPLE36] an expression sorts ascending, and whoever it gives nothing for comes last", () => {
    const by = (source: string, values = {}) => sorted({ by: source, with: values })
    expect(by("-agent.cost")).toEqual(["ann", "bob", "dan", "cyd"])
    expect(by("agent.cost * factor", { factor: -1 })).toEqual(["ann", "bob", "dan", "cyd"])
    expect(by("agent.grade")).toEqual(["dan", "ann", "bob", "cyd"])
    expect(by("has(agent.grade)")).toEqual(["ann", "bob", "cyd", "dan"])
    expect(by('has(agent.cost) ? "b" + agent.id : "a"')).toEqual(["cyd", "ann", "bob", "dan"])
    expect(by("agent.id == 'cyd' ? true : agent.id == 'bob' ? 7 : agent.id == 'ann' ? [] : 'x'")).toEqual([
      "cyd",
      "bob",
      "dan",
      "ann",
    ])
    expect(by("agent.")).toEqual(["ann", "bob", "cyd", "dan"])
  })
})

describe("preference", () => {
  const company = organisationOf({
    units: {
      acme: { manager: "zoe" },
      sales: { in: "acme", manager: "max" },
      east: { in: "sales", manager: "lea" },
      west: { in: "sales" },
      store: { in: "acme" },
    },
    agents: {
      ann: { unit: "east" },
      bob: { unit: "east" },
      lea: { unit: "east" },
      kim: { unit: "sales" },
      max: { unit: "sales" },
      cyd: { unit: "west" },
      zoe: { unit: "acme" },
      dan: { unit: "store" },
      eve: {},
    },
  })
  const near = (agent: string, demand: Demand = {}, work: Readonly<Record<string, Work>> = {}) =>
    matched(company, demand, { prefer: { agent: asAgentId(agent) } }, work)

  test("[PEOPLE37] who is preferred comes first, then the nearer in the tree of units, his supervisor before his equals", () => {
    expect(near("bob")).toEqual(["bob", "lea", "ann", "kim", "max", "cyd", "zoe", "dan", "eve"])
    expect(near("lea")).toEqual(["lea", "ann", "bob", "max", "kim", "cyd", "zoe", "dan", "eve"])
  })

  test("[PEOPLE37] among the equally near the strategy decides", () => {
    const work = { bob: { load: 9 }, ann: { load: 2 }, kim: { load: 1 } }
    expect(near("cyd", {}, work)).toEqual(["cyd", "max", "kim", "lea", "zoe", "ann", "bob", "dan", "eve"])
  })

  test("[PEOPLE37] where the preferred agent is no candidate the nearest to him comes first", () => {
    expect(near("bob", { excluded: ids("bob") })).toEqual(["lea", "ann", "kim", "max", "cyd", "zoe", "dan", "eve"])
    expect(near("eve")).toEqual(["eve", "ann", "bob", "cyd", "dan", "kim", "lea", "max", "zoe"])
    expect(near("gone", { agents: ids("kim", "ann") })).toEqual(["ann", "kim"])
  })

  test("[PEOPLE37] whoever stands in for the preferred agent has his place", () => {
    const away = [{ from: at("2026-06-01"), to: at("2026-07-01"), standIn: "eve" }]
    const absent = company.with([agentChange("bob", { unit: "east", away })])
    const demand = { agents: ids("ann", "bob") }
    expect(matched(absent, demand, { prefer: { agent: asAgentId("bob") } })).toEqual(["eve for bob", "ann"])
  })
})
