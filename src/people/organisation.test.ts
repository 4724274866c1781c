import { describe, expect, test } from "vitest"
import {
  agentChange,
  capabilityChange,
  changesOf,
  ids,
  organisationOf,
  roleChange,
} from "../../test/language/organisations.ts"
import { type AgentId, asAgentId } from "../messages/ids.ts"
import { codePointOrder } from "./code-point-order.ts"
import { Organisation } from "./organisation.ts"
import type { OrganisationChange } from "./organisation-change.ts"

const [ann, bob, cyd, dan] = ids("ann", "bob", "cyd", "dan") as [AgentId, AgentId, AgentId, AgentId]
const now = 1000

describe("roles and capabilities", () => {
  const company = organisationOf({
    roles: {
      employee: { has: ["badge"] },
      engineer: { is: ["employee"], has: ["build"] },
      leader: { is: ["employee"], has: ["sign"] },
      chief: { is: ["engineer", "leader"] },
    },
    agents: { ann: { roles: ["chief"] }, bob: { roles: ["engineer"], capabilities: ["swim"] }, cyd: {} },
  })

  test("[PEOPLE1] whoever plays a role plays all that it is, each once, however many ways lead there", () => {
    expect(company.rolesOf(ann)).toEqual(["chief", "engineer", "leader", "employee"])
    expect(company.rolesOf(bob)).toEqual(["engineer", "employee"])
    expect([ann, bob, cyd].map((agent) => company.plays(agent, "employee"))).toEqual([true, true, false])
  })

  test("[PEOPLE2] roles in a circle are all played by whoever plays one of them", () => {
    const round = organisationOf({
      roles: { hen: { is: ["egg"] }, egg: { is: ["chick"] }, chick: { is: ["hen"], has: ["peck"] } },
      agents: { ann: { roles: ["egg"] }, bob: { roles: ["hen"] } },
    })
    expect(round.rolesOf(ann)).toEqual(["egg", "chick", "hen"])
    expect(round.namedAgents("chick")).toEqual(["ann", "bob"])
    expect(round.holds(bob, "peck", now)).toBe(true)
  })

  test("[PEOPLE3] a capability is had by whoever holds it himself or plays a role that brings it", () => {
    expect(company.tokensOf(ann, now)).toEqual(["badge", "build", "sign"])
    expect(company.tokensOf(bob, now)).toEqual(["badge", "build", "swim"])
    expect(company.tokensOf(cyd, now)).toEqual([])
    expect(company.holds(asAgentId("stranger"), "badge", now)).toBe(false)
  })
})

describe("derived capabilities", () => {
  const company = organisationOf({
    roles: { senior: { has: ["review"] } },
    capabilities: {
      budget: 'has("training") || attributes.years > 10',
      lead: 'has("review") && has("budget")',
      direct: 'has("lead") && agent.grade >= 7 && !agent.program',
      veteran: 'plays("senior") && has("senior")',
    },
    agents: {
      ann: { roles: ["senior"], capabilities: ["training"], attributes: { grade: 7, years: 1 } },
      bob: { roles: ["senior"], attributes: { grade: 6, years: 11 } },
      cyd: { capabilities: ["training"], attributes: { grade: 9 } },
      dan: { roles: ["senior"], capabilities: ["training"], isProgram: true, attributes: { grade: 9 } },
    },
  })

  test("[PEOPLE4] a capability can be derived from others, from roles and attributes, three deep", () => {
    expect(company.tokensOf(ann, now)).toEqual(["budget", "direct", "lead", "review", "training", "veteran"])
    expect(company.tokensOf(bob, now)).toEqual(["budget", "lead", "review", "veteran"])
    expect(company.tokensOf(cyd, now)).toEqual(["budget", "training"])
    expect(company.holds(dan, "direct", now)).toBe(false)
  })

  test("[PEOPLE5] a capability that rests on itself is never derived, whichever of the circle is asked for first", () => {
    const circle = changesOf({
      capabilities: {
        one: 'has("two") || has("key")',
        two: 'has("one")',
        not: '!has("not")',
        after: '!has("one")',
      },
      agents: { ann: { capabilities: ["key"] }, bob: { capabilities: ["two"] } },
    })
    const answers = (order: readonly string[]) => {
      const company = Organisation.empty.with(circle)
      return Object.fromEntries(order.map((token) => [token, [ann, bob].map((id) => company.holds(id, token, now))]))
    }
    const expected = { one: [false, false], two: [false, true], not: [false, false], after: [true, true] }
    expect(answers(["one", "two", "not", "after"])).toEqual(expected)
    expect(answers(["after", "not", "two", "one"])).toEqual(expected)
  })

  test("[PEOPLE4] derivations that rest on one another a thousand deep overflow nothing", () => {
    const capabilities = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [`step${index + 1}`, `has("step${index}")`]),
    )
    const deep = organisationOf({ capabilities, agents: { ann: { capabilities: ["step0"] }, bob: {} } })
    expect([ann, bob].map((agent) => deep.holds(agent, "step1000", now))).toEqual([true, false])
  })

  test("[PEOPLE6] what cannot be evaluated counts as not derived", () => {
    const broken = organisationOf({
      capabilities: { high: "agent.grade > 5", odd: "has(", either: 'has("high") || has("odd") || has("key")' },
      agents: {
        ann: { attributes: { grade: "seven" } },
        bob: { attributes: { grade: 6 } },
        cyd: { capabilities: ["key"] },
      },
    })
    expect([ann, bob, cyd].map((agent) => broken.tokensOf(agent, now))).toEqual([
      [],
      ["either", "high"],
      ["either", "key"],
    ])
  })

  test("[PEOPLE4] a name that is put together finds what is held, and nothing that is derived", () => {
    const odd = organisationOf({
      capabilities: { sum: 'has("ke" + "y")', deep: 'has("su" + "m")', derivedKey: 'has("key")' },
      agents: { ann: { capabilities: ["key"] } },
    })
    expect(odd.tokensOf(ann, now)).toEqual(["derivedKey", "key", "sum"])
  })
})

describe("grants", () => {
  const company = organisationOf({
    capabilities: { pay: 'has("sign") && has("count")' },
    agents: { ann: { capabilities: ["count"] }, bob: {} },
  })
  const tokens = (organisation: Organisation, time: number) => organisation.tokensOf(ann, time)

  test("[PEOPLE7] a capability is granted until a moment, exclusive, and counts in derivations", () => {
    const granted = company.with([{ kind: "grant", agent: ann, capability: "sign", until: 1000 }])
    expect([999, 1000, 999].map((time) => tokens(granted, time))).toEqual([
      ["count", "pay", "sign"],
      ["count"],
      ["count", "pay", "sign"],
    ])
  })

  test("[PEOPLE7] a capability is granted for good until it is revoked", () => {
    const granted = company.with([{ kind: "grant", agent: ann, capability: "sign" }])
    expect(tokens(granted, 1e15)).toEqual(["count", "pay", "sign"])
    expect(tokens(granted.with([{ kind: "revocation", agent: ann, capability: "sign" }]), 0)).toEqual(["count"])
  })

  test("[PEOPLE7] of several grants of one capability the longest counts, in whatever order they come", () => {
    const short = { kind: "grant", agent: ann, capability: "sign", until: 500 } as const
    const long = { kind: "grant", agent: ann, capability: "sign", until: 700 } as const
    const ends = [
      [short, long],
      [long, short],
    ].map((grants) => {
      const granted = Organisation.empty.with(grants).with([agentChange("ann", {})])
      return [500, 699, 700].map((time) => granted.holds(ann, "sign", time))
    })
    expect(ends).toEqual([
      [true, true, false],
      [true, true, false],
    ])
  })

  test("[PEOPLE7] a grant stays whatever becomes of the agent's entry", () => {
    const granted = company.with([{ kind: "grant", agent: ann, capability: "sign" }])
    expect(tokens(granted.with([agentChange("ann", {})]), 0)).toEqual(["sign"])
    expect(tokens(granted.with([{ kind: "agent", name: "ann" }]), 0)).toEqual([])
    expect(tokens(granted.with([{ kind: "agent", name: "ann" }]).with([agentChange("ann", {})]), 0)).toEqual(["sign"])
  })

  test("[PEOPLE7] what is given in the very decision counts as long as it is asked with it", () => {
    expect(company.holds(ann, "pay", now, new Set(["sign"]))).toBe(true)
    expect(company.holds(ann, "pay", now)).toBe(false)
  })
})

describe("units", () => {
  const company = organisationOf({
    units: {
      acme: { manager: "dan" },
      sales: { in: "acme", manager: "bob" },
      east: { in: "sales" },
      west: { in: "sales", manager: "gone" },
    },
    agents: { ann: { unit: "east" }, bob: { unit: "sales" }, cyd: { unit: "west" }, dan: { unit: "acme" }, eve: {} },
  })

  test("[PEOPLE8] an agent is in his unit and in those around it, and a unit includes those below it", () => {
    expect(company.unitsOf(ann)).toEqual(["east", "sales", "acme"])
    expect([ann, bob, dan].map((agent) => company.isIn(agent, "sales"))).toEqual([true, true, false])
    expect(company.unitsOf(asAgentId("eve"))).toEqual([])
  })

  test("[PEOPLE8] units in a circle end where they began", () => {
    const round = organisationOf({
      units: { a: { in: "b" }, b: { in: "a" }, c: { in: "a" } },
      agents: { ann: { unit: "c" }, bob: { unit: "b" } },
    })
    expect(round.unitsOf(ann)).toEqual(["c", "a", "b"])
    expect([ann, bob].map((agent) => round.isIn(agent, "a"))).toEqual([true, true])
    expect(round.supervisorOf(ann)).toBe(undefined)
  })

  test("[PEOPLE9] somebody's supervisor is the manager of the nearest unit that another agent manages", () => {
    expect([ann, bob, cyd, dan].map((agent) => company.supervisorOf(agent))).toEqual(["bob", "dan", "bob", undefined])
    expect([company.managerOf("sales"), company.managerOf("west"), company.managerOf("nowhere")]).toEqual([
      "bob",
      undefined,
      undefined,
    ])
  })

  test("[PEOPLE10] the distance of two agents is the way between their units, infinite without one in common", () => {
    expect([ann, bob, cyd, dan, asAgentId("eve")].map((agent) => company.distance(ann, agent))).toEqual([
      0,
      1,
      2,
      2,
      Number.POSITIVE_INFINITY,
    ])
  })

  test("[PEOPLE11] a name means the agent, else who plays the role, else the unit's manager or its members", () => {
    const named = company.with([
      roleChange("clerk", {}),
      roleChange("idle", {}),
      agentChange("fay", { roles: ["clerk"], unit: "west" }),
      agentChange("gus", { roles: ["clerk"], unit: "west" }),
    ])
    expect(["ann", "clerk", "idle", "sales", "west", "nobody"].map((name) => named.namedAgents(name))).toEqual([
      ["ann"],
      ["fay", "gus"],
      [],
      ["bob"],
      ["cyd", "fay", "gus"],
      [],
    ])
  })
})

describe("an organisation as a value", () => {
  test("[PEOPLE12] a change gives the next organisation and leaves the one before as it was", () => {
    const before = organisationOf({
      roles: { clerk: { has: ["count"] } },
      capabilities: { pay: 'has("count")' },
      agents: { ann: { roles: ["clerk"] }, bob: {} },
    })
    expect([ann, bob].map((agent) => before.holds(agent, "pay", now))).toEqual([true, false])
    const after = before.with([agentChange("bob", { roles: ["clerk"] }), roleChange("clerk", { has: ["write"] })])
    const removed = before.with([{ kind: "agent", name: "ann" }, agentChange("cyd", { capabilities: ["count"] })])
    const all = (organisation: Organisation) =>
      organisation.agents().map((agent) => [agent, ...organisation.tokensOf(agent, now)])
    expect(all(before)).toEqual([["ann", "count", "pay"], ["bob"]])
    expect(all(after)).toEqual([
      ["ann", "write"],
      ["bob", "write"],
    ])
    expect(all(removed)).toEqual([["bob"], ["cyd", "count", "pay"]])
  })

  test("[PEOPLE12] what is derived follows a change of anything it rests on, however far away", () => {
    const before = organisationOf({
      roles: { clerk: {}, junior: { is: ["clerk"] } },
      capabilities: { local: '"acme" in agent.units', near: 'has("local") && has("swift")', swift: 'plays("clerk")' },
      units: { acme: {}, sales: { in: "acme" } },
      agents: { ann: { unit: "sales", roles: ["junior"] } },
    })
    const said = (changes: readonly OrganisationChange[]) => {
      const asked = before.tokensOf(ann, now)
      return [asked, before.with(changes).tokensOf(ann, now), before.tokensOf(ann, now)]
    }
    const all = ["local", "near", "swift"]
    expect(said([{ kind: "unit", name: "sales", definition: {} }])).toEqual([all, ["swift"], all])
    expect(said([{ kind: "unit", name: "sales" }])).toEqual([all, ["swift"], all])
    expect(said([roleChange("junior", {})])).toEqual([all, ["local"], all])
    expect(said([capabilityChange("swift", "false")])).toEqual([all, ["local"], all])
    expect(said([{ kind: "capability", name: "local" }])).toEqual([all, ["swift"], all])
  })

  test("[PEOPLE12] an organisation without agents is empty, whatever else is in it", () => {
    expect([Organisation.empty.isEmpty, organisationOf({ roles: { clerk: {} } }).isEmpty]).toEqual([true, true])
    expect(organisationOf({ agents: { ann: {} } }).isEmpty).toBe(false)
  })

  test("[PEOPLE12] agents are in code-point order", () => {
    const names = ["b", "\u{10400}x", "ﬀ", "a", "B", "ab"]
    const company = organisationOf({ agents: Object.fromEntries(names.map((name) => [name, {}])) })
    expect(company.agents()).toEqual(["B", "a", "ab", "b", "ﬀ", "\u{10400}x"])
    expect(codePointOrder("a", "a")).toBe(0)
  })
})
