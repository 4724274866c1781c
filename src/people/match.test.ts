import { describe, expect, test } from "vitest"
import {
  aboutNow,
  agentChange,
  at,
  ids,
  matched,
  organisationOf,
  workloadOf,
} from "../../test/language/organisations.ts"
import { asAgentId } from "../messages/ids.ts"
import type { Assessment, Demand } from "../messages/people.ts"
import { explainMatch, peopleOf } from "./match.ts"

const company = organisationOf({
  roles: { employee: {}, clerk: { is: ["employee"], has: ["count"] }, boss: { is: ["employee"], has: ["sign"] } },
  capabilities: { pay: 'has("sign") && has("count")', steer: "agent.wheels > 2" },
  units: { acme: {}, sales: { in: "acme" }, store: { in: "acme" } },
  agents: {
    ann: { roles: ["clerk"], unit: "sales", attributes: { grade: 7 } },
    bob: { roles: ["boss"], unit: "store", attributes: { grade: 3 } },
    cyd: { roles: ["clerk", "boss"], unit: "acme", attributes: {} },
    ocr: { isProgram: true, capabilities: ["scan"] },
  },
})

const people = peopleOf(company, workloadOf())
const assess = (agent: string, demand: Demand, more = {}) => people.assess(asAgentId(agent), demand, aboutNow(more))

describe("who is qualified", () => {
  test("[PEOPLE17] an agent is qualified who plays all roles and has all capabilities that are demanded", () => {
    expect(matched(company, { roles: ["employee"] })).toEqual(["ann", "bob", "cyd"])
    expect(matched(company, { roles: ["clerk", "boss"] })).toEqual(["cyd"])
    expect(matched(company, { roles: ["employee"], capabilities: ["count"] })).toEqual(["ann", "cyd"])
    expect(matched(company, { capabilities: ["pay"] })).toEqual(["cyd"])
  })

  test("[PEOPLE17] an agent is qualified who is in the unit or below it, and is one of those named", () => {
    expect(matched(company, { unit: "acme" })).toEqual(["ann", "bob", "cyd"])
    expect(matched(company, { unit: "sales" })).toEqual(["ann"])
    expect(matched(company, { agents: ids("bob", "ann", "stranger") })).toEqual(["ann", "bob"])
    expect(matched(company, { roles: ["clerk"], only: ids("bob", "cyd") })).toEqual(["cyd"])
    expect(matched(company, { only: [] })).toBe("NoSuchCapability")
  })

  test("[PEOPLE17] where nothing is demanded everybody is qualified, people and programs", () => {
    expect(matched(company, {})).toEqual(["ann", "bob", "cyd", "ocr"])
    expect(matched(company, {}, { isProgram: true })).toEqual(["ocr"])
    expect(matched(company, { roles: ["clerk"] }, { isProgram: true })).toBe("NoSuchCapability")
  })

  test("[PEOPLE18] a condition is asked of each agent, his capabilities included, with the values of the case; how much he has to do is not asked", () => {
    const grade = { if: "agent.grade >= least", with: { least: 5 } }
    expect(matched(company, { when: grade })).toEqual(["ann"])
    expect(assess("ann", { when: { if: "has(agent.load)", with: {} } }).obstacle).toBe("unqualified")
    expect(matched(company, { when: { if: '"pay" in agent.capabilities', with: {} } })).toEqual(["cyd"])
    expect(matched(company, { when: { if: 'has("pay") || plays("clerk")', with: {} } })).toEqual(["ann", "cyd"])
    expect(matched(company, { when: { if: "now < due && agent.program", with: { due: "2026-07-01" } } })).toEqual([
      "ocr",
    ])
  })

  test("[PEOPLE18] a condition that cannot be evaluated for an agent does not hold for him, and the reason is told", () => {
    expect(assess("cyd", { when: { if: "agent.grade >= 5", with: {} } })).toEqual({
      agent: "cyd",
      obstacle: "unqualified",
      reason: "`agent.grade >= 5` cannot be evaluated: There is no field `grade`. Ask has() first if it may be absent.",
    })
    expect(assess("ann", { when: { if: "agent.grade >=", with: {} } })).toEqual({
      agent: "ann",
      obstacle: "unqualified",
      reason: "`agent.grade >=` cannot be evaluated: The expression ends too early.",
    })
  })

  test("[PEOPLE7] what is granted for a time or in the decision qualifies", () => {
    const granted = company.with([
      { kind: "grant", agent: asAgentId("ann"), capability: "sign", until: aboutNow().now + 1 },
    ])
    expect(matched(granted, { capabilities: ["pay"] })).toEqual(["ann", "cyd"])
    expect(matched(granted, { capabilities: ["pay"] }, { now: aboutNow().now + 1 })).toEqual(["cyd"])
    const given = new Map([[asAgentId("bob"), new Set(["count"])]])
    expect(matched(granted, { capabilities: ["pay"] }, { granted: given })).toEqual(["ann", "bob", "cyd"])
  })
})

describe("obstacles", () => {
  const away = [{ from: at("2026-06-01"), to: at("2026-07-01") }]
  const shop = organisationOf({
    agents: { ann: { limit: 1, away }, bob: { limit: 1 }, cyd: { limit: 2 } },
  })

  test("[PEOPLE19] whoever is excluded is never a candidate, whatever else he is", () => {
    expect(matched(company, { roles: ["clerk"], excluded: ids("ann") })).toEqual(["cyd"])
    expect(matched(company, { agents: ids("ann"), only: ids("ann"), excluded: ids("ann") })).toBe("ResourceUnavailable")
  })

  test("[PEOPLE20] whoever has declined, is absent, or has as much as he may have is no candidate", () => {
    expect(matched(shop, {}, { declined: ids("cyd") }, { bob: { load: 1 } })).toBe("AllDeclined")
    expect(matched(shop, {}, {}, { bob: { load: 1 }, cyd: { load: 1 } })).toEqual(["cyd"])
    expect(matched(shop, {}, { now: at("2026-08-01") })).toEqual(["ann", "bob", "cyd"])
  })

  test("[PEOPLE20] an item he has already does not count against somebody's limit", () => {
    const busy = peopleOf(shop, workloadOf({ bob: { load: 1 } }))
    const bob = asAgentId("bob")
    expect(busy.assess(bob, {}, aboutNow())).toEqual({
      agent: "bob",
      obstacle: "busy",
      reason: "is busy: has 1, and may have 1",
    })
    expect(busy.assess(bob, {}, aboutNow({ has: true }))).toEqual({ agent: "bob", reason: "anybody may have it" })
  })

  test("[PEOPLE21] of several obstacles the first is told: excluded, unqualified, declined, absent, busy", () => {
    const work = workloadOf({ ann: { load: 1 } })
    const told = (demand: Demand, more = {}) =>
      peopleOf(shop, work).assess(asAgentId("ann"), demand, aboutNow(more)).obstacle
    const declined = ids("ann")
    expect([
      told({ roles: ["clerk"], excluded: ids("ann") }, { declined }),
      told({ roles: ["clerk"] }, { declined }),
      told({}, { declined }),
      told({}),
      told({}, { now: at("2026-08-01") }),
      told({}, { now: at("2026-08-01"), has: true }),
    ]).toEqual(["excluded", "unqualified", "declined", "absent", "busy", undefined])
  })
})

describe("stand-ins", () => {
  const away = (standIn?: string) => [
    { from: at("2026-06-01"), to: at("2026-07-01"), ...(standIn !== undefined && { standIn }) },
  ]
  const office = organisationOf({
    roles: { clerk: {} },
    agents: {
      ann: { roles: ["clerk"], away: away("bob"), cost: 1 },
      bob: {},
      cyd: { roles: ["clerk"], cost: 2 },
      dan: { roles: ["clerk"], cost: 3 },
    },
  })
  const demand: Demand = { roles: ["clerk"], order: "cheapest" }

  test("[PEOPLE22] an absent agent's stand-in takes his place in the order and need not meet the demand", () => {
    expect(matched(office, demand)).toEqual(["bob for ann", "cyd", "dan"])
    expect(matched(office, { ...demand, agents: ids("ann") })).toEqual(["bob for ann"])
    expect(matched(office, demand, { now: at("2026-07-01") })).toEqual(["ann", "cyd", "dan"])
  })

  test("[PEOPLE23] a stand-in must not be excluded, absent or busy, nor have declined", () => {
    const limited = office.with([agentChange("bob", { limit: 1 })])
    expect(matched(office, { ...demand, excluded: ids("bob") })).toEqual(["cyd", "dan"])
    expect(matched(office, demand, { declined: ids("bob") })).toEqual(["cyd", "dan"])
    expect(matched(limited, demand, {}, { bob: { load: 1 } })).toEqual(["cyd", "dan"])
    expect(matched(office.with([agentChange("bob", { away: away() })]), demand)).toEqual(["cyd", "dan"])
    expect(matched(office.with([{ kind: "agent", name: "bob" }]), demand)).toEqual(["cyd", "dan"])
  })

  test("[PEOPLE23] where a program is wanted, only a program stands in", () => {
    const programs = office.with([agentChange("scan", { isProgram: true, away: away("bob") }), agentChange("bob", {})])
    expect(matched(programs, {}, { isProgram: true })).toBe("AllAbsent")
    expect(
      matched(programs.with([agentChange("bob", { isProgram: true })]), { agents: ids("scan") }, { isProgram: true }),
    ).toEqual(["bob for scan"])
  })

  test("[PEOPLE24] who is excluded, or has declined, leaves no place to take", () => {
    expect(matched(office, { ...demand, excluded: ids("ann") })).toEqual(["cyd", "dan"])
    expect(matched(office, demand, { declined: ids("ann") })).toEqual(["cyd", "dan"])
  })

  test("[PEOPLE25] the stand-in of an absent stand-in takes the place, and so on", () => {
    const chain = office.with([
      agentChange("bob", { away: away("eve") }),
      agentChange("eve", { away: away("fay") }),
      agentChange("fay", {}),
    ])
    expect(matched(chain, demand)).toEqual(["fay for ann", "cyd", "dan"])
    expect(matched(chain, { ...demand, excluded: ids("fay") })).toEqual(["cyd", "dan"])
    expect(matched(chain, { ...demand, excluded: ids("eve") })).toEqual(["cyd", "dan"])
  })

  test("[PEOPLE25] stand-ins in a circle end where they began", () => {
    const circle = office.with([agentChange("bob", { away: away("ann") })])
    expect(matched(circle, demand)).toEqual(["cyd", "dan"])
    expect(matched(circle, { agents: ids("ann", "bob") })).toBe("AllAbsent")
  })

  test("[PEOPLE26] everybody is listed once: in person if he fits, else in the best of the places he can take", () => {
    const twice = office.with([agentChange("cyd", { roles: ["clerk"], away: away("bob"), cost: 2 })])
    expect(matched(twice, demand)).toEqual(["bob for ann", "dan"])
    expect(matched(twice, { ...demand, order: { by: "-agent.cost", with: {} } })).toEqual(["dan", "bob for cyd"])
    expect(matched(office.with([agentChange("bob", { roles: ["clerk"], cost: 9 })]), demand)).toEqual([
      "cyd",
      "dan",
      "bob",
    ])
  })

  test("[PEOPLE26] a stand-in is told as one", () => {
    expect(peopleOf(office, workloadOf()).assess(asAgentId("bob"), demand, aboutNow())).toEqual({
      agent: "bob",
      reason: "stands in for ann, who is absent until 2026-07-01T00:00:00Z",
      standsInFor: "ann",
    })
  })
})

describe("assessing", () => {
  test("[PEOPLE27] an assessment says in words why an agent fits, or everything he lacks", () => {
    const demand: Demand = { roles: ["clerk"], capabilities: ["sign"], unit: "sales", agents: ids("ann", "cyd") }
    expect(assess("cyd", { ...demand, unit: "acme" })).toEqual({
      agent: "cyd",
      reason: "plays the role clerk, has the capability sign, is in the unit acme and is ann or cyd",
    })
    expect(assess("bob", demand)).toEqual({
      agent: "bob",
      obstacle: "unqualified",
      reason: "does not play the role clerk, is not in the unit sales and is not ann or cyd",
    })
    expect(assess("ann", { only: [], capabilities: ["sign"] })).toEqual({
      agent: "ann",
      obstacle: "unqualified",
      reason: "does not have the capability sign and did not do what came before",
    })
  })

  test("[PEOPLE6] what keeps a capability from being derived is told with it", () => {
    const deeper = company.with([
      { kind: "capability", name: "drive", definition: { from: { source: 'has("steer")', path: [] } } },
      { kind: "capability", name: "loop", definition: { from: { source: 'has("loop")', path: [] } } },
    ])
    const reasons = (token: string) =>
      peopleOf(deeper, workloadOf()).assess(asAgentId("ann"), { capabilities: [token] }, aboutNow()).reason
    const why = "steer cannot be derived: There is no field `wheels`. Ask has() first if it may be absent."
    expect([reasons("steer"), reasons("drive"), reasons("loop"), reasons("pay")]).toEqual([
      `does not have the capability steer (${why})`,
      `does not have the capability drive (${why})`,
      "does not have the capability loop (loop rests on itself)",
      "does not have the capability pay",
    ])
  })

  test("[PEOPLE28] somebody the organisation does not know fits only where nothing at all is demanded", () => {
    expect([
      assess("stranger", {}),
      assess("stranger", { order: "cheapest" }),
      assess("stranger", { agents: ids("stranger") }),
      assess("stranger", { excluded: ids("stranger") }),
      assess("stranger", {}, { declined: ids("stranger") }),
    ]).toEqual([
      { agent: "stranger", reason: "anybody may have it" },
      { agent: "stranger", reason: "anybody may have it" },
      { agent: "stranger", obstacle: "unqualified", reason: "is not known to the organisation" },
      { agent: "stranger", obstacle: "excluded", reason: "is excluded from it" },
      { agent: "stranger", obstacle: "declined", reason: "has declined it" },
    ])
  })

  test("[PEOPLE29] a match explained is everybody: candidates in order, then the others, the nearest first", () => {
    const away = [{ from: 0, to: at("2026-07-01"), standIn: "bob" }]
    const explained = explainMatch(
      company.with([agentChange("ann", { roles: ["clerk"], away }), agentChange("dan", { roles: ["clerk"] })]),
      workloadOf({ dan: { load: 1 } }),
      { roles: ["clerk"], capabilities: ["count"], excluded: ids("ocr") },
      aboutNow({ declined: ids("dan") }),
    )
    const expected: readonly Assessment[] = [
      {
        agent: asAgentId("bob"),
        reason: "stands in for ann, who is absent until 2026-07-01T00:00:00Z",
        standsInFor: asAgentId("ann"),
      },
      { agent: asAgentId("cyd"), reason: "plays the role clerk and has the capability count" },
      { agent: asAgentId("dan"), obstacle: "declined", reason: "has declined it" },
      { agent: asAgentId("ann"), obstacle: "absent", reason: "is absent until 2026-07-01T00:00:00Z" },
      { agent: asAgentId("ocr"), obstacle: "excluded", reason: "is excluded from it" },
    ]
    expect(explained).toEqual(expected)
  })
})

describe("the organisation as expressions see it", () => {
  test("[PEOPLE30] an agent is his attributes, and over them what the organisation says of him", () => {
    const named = company.with([
      agentChange("ann", {
        name: "Ann Ames",
        roles: ["clerk"],
        unit: "sales",
        cost: 5,
        attributes: { grade: 7, id: "x" },
      }),
    ])
    const { describe: described } = peopleOf(named, workloadOf())
    expect([described(asAgentId("ann")), described(asAgentId("ocr")), described(asAgentId("stranger"))]).toEqual([
      {
        id: "ann",
        name: "Ann Ames",
        unit: "sales",
        units: ["sales", "acme"],
        roles: ["clerk", "employee"],
        cost: 5,
        program: false,
        grade: 7,
        attributes: { grade: 7, id: "x" },
      },
      { id: "ocr", name: "ocr", units: [], roles: [], program: true, attributes: {} },
      { id: "stranger" },
    ])
  })

  test("[PEOPLE30] an organisation has agents, units with manager and members, and roles with who plays them", () => {
    const small = organisationOf({
      roles: { clerk: {} },
      units: { acme: { manager: "ann" }, sales: { in: "acme" } },
      agents: { ann: { roles: ["clerk"], unit: "sales" } },
    })
    const described = { id: "ann", name: "ann", program: false, attributes: {} }
    expect(JSON.parse(JSON.stringify(peopleOf(small, workloadOf()).org()))).toEqual({
      agents: {
        ann: { ...described, unit: "sales", units: ["sales", "acme"], roles: ["clerk"] },
      },
      units: {
        acme: { name: "acme", within: [], manager: "ann", members: ["ann"] },
        sales: { name: "sales", within: ["acme"], members: ["ann"] },
      },
      roles: { clerk: ["ann"] },
    })
  })

  test("[PEOPLE11] people know who there is, who is a program, and whom a name means", () => {
    const named = ["clerk", "ann", "sales"].map((name) => people.named(name))
    expect(named).toEqual([["ann", "cyd"], ["ann"], ["ann"]])
    expect(
      ["ann", "ocr", "stranger"].map((name) => [people.has(asAgentId(name)), people.isProgram(asAgentId(name))]),
    ).toEqual([
      [true, false],
      [true, true],
      [false, false],
    ])
    expect([people.managerOf("sales"), people.supervisorOf(asAgentId("ann"))]).toEqual([undefined, undefined])
  })
})
