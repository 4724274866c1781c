import { describe, expect, test } from "vitest"
import { aboutNow, agentChange, ids, organisationOf } from "../../test/language/organisations.ts"
import { asAgentId } from "../messages/ids.ts"
import type { Demand } from "../messages/people.ts"
import { demandKey, demandOfKey, fitsKey } from "./demand-key.ts"

const { now } = aboutNow()

describe("keys of demands", () => {
  test("[PEOPLE56] demands that ask the same of the organisation have the same key", () => {
    const one: Demand = { roles: ["b", "a"], capabilities: ["x"], unit: "u", agents: ids("bob", "ann") }
    const other: Demand = { agents: ids("ann", "bob"), unit: "u", capabilities: ["x", "x"], roles: ["a", "b"] }
    expect(demandKey(one)).toBe('{"roles":["a","b"],"capabilities":["x"],"unit":"u","agents":["ann","bob"]}')
    expect(demandKey({ ...other, excluded: ids("ann"), only: ids("ann"), order: "cheapest" })).toBe(demandKey(one))
    expect(demandOfKey(demandKey(one))).toEqual({
      roles: ["a", "b"],
      capabilities: ["x"],
      unit: "u",
      agents: ["ann", "bob"],
    })
  })

  test("[PEOPLE56] a demand that asks nothing of the organisation has an empty key, and one for nobody has not", () => {
    expect([demandKey({}), demandKey({ roles: [], only: ids("ann") }), demandKey({ agents: [] })]).toEqual([
      "",
      "",
      '{"agents":[]}',
    ])
    expect(demandOfKey("")).toEqual({})
  })

  test("[PEOPLE57] an agent fits a key if he meets what it stands for, at that moment", () => {
    const company = organisationOf({
      capabilities: { pay: 'has("sign")' },
      agents: { ann: { roles: ["clerk"], capabilities: ["sign"] }, bob: { roles: ["clerk"] } },
    }).with([{ kind: "grant", agent: asAgentId("bob"), capability: "sign", until: now + 1 }])
    const key = demandKey({ roles: ["clerk"], capabilities: ["pay"] })
    const fits = (organisation: typeof company, time: number) =>
      ids("ann", "bob", "stranger").map((agent) => fitsKey(organisation, agent, key, time))
    expect(fits(company, now)).toEqual([true, true, false])
    expect(fits(company, now + 1)).toEqual([true, false, false])
    expect(fits(company.with([agentChange("ann", {})]), now)).toEqual([false, true, false])
    expect(fitsKey(company, asAgentId("stranger"), "", now)).toBe(true)
  })
})
