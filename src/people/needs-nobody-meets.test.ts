import { describe, expect, test } from "vitest"
import { at, ids, organisationOf } from "../../test/language/organisations.ts"
import { asAgentId } from "../messages/ids.ts"
import { whyNobody } from "./needs-nobody-meets.ts"
import { Organisation } from "./organisation.ts"

const company = organisationOf({
  roles: { controller: {}, clerk: { has: ["count"] }, idle: {} },
  capabilities: { sign: "", pay: 'has("count") && has("stamp")' },
  units: { purchasing: {}, attic: {} },
  agents: {
    ann: { roles: ["clerk"], away: [{ from: 0, to: at("2999-01-01") }] },
    bob: { roles: ["clerk"], unit: "purchasing" },
    cyd: { roles: ["controller"], capabilities: ["stamp"] },
  },
})

describe("needs nobody meets", () => {
  test("[PEOPLE52] what somebody could ever do is no reason to warn, be he absent, busy or excluded", () => {
    expect(whyNobody(company, { roles: ["clerk"], capabilities: ["count"] })).toBe(undefined)
    expect(whyNobody(company, { agents: ids("ann", "gone") })).toBe(undefined)
    expect(whyNobody(company, {})).toBe(undefined)
  })

  test("[PEOPLE53] names that mean nothing are told with those that were likely meant", () => {
    expect([
      whyNobody(company, { roles: ["controler"] }),
      whyNobody(company, { capabilities: ["sing"], roles: ["clerc"] }),
      whyNobody(company, { unit: "garden" }),
      whyNobody(company, { agents: ids("anne") }),
    ]).toEqual([
      "no role 'controler'; did you mean 'controller'?",
      "no role 'clerc'; did you mean 'clerk'? no capability 'sing'; did you mean 'sign'?",
      "no unit 'garden'",
      "no agent 'anne'; did you mean 'ann'?",
    ])
  })

  test("[PEOPLE54] what nobody plays, has or is in is told", () => {
    expect([
      whyNobody(company, { roles: ["idle"], capabilities: ["count"] }),
      whyNobody(company, { capabilities: ["sign", "pay"] }),
      whyNobody(company, { unit: "attic" }),
      whyNobody(company, { agents: [] }),
      whyNobody(Organisation.empty, { roles: ["clerk"] }),
    ]).toEqual([
      "nobody plays the role 'idle'",
      "nobody has the capability 'sign' and nobody has the capability 'pay'",
      "nobody is in the unit 'attic'",
      "no agent is named",
      "there are no agents",
    ])
  })

  test("[PEOPLE55] what is met one by one but not by one agent is told with how many meet each", () => {
    expect([
      whyNobody(company, { roles: ["clerk"], capabilities: ["stamp"] }),
      whyNobody(company, { roles: ["clerk", "controller"], unit: "purchasing", agents: ids("ann") }),
    ]).toEqual([
      "2 play 'clerk' and 1 has 'stamp', but nobody both",
      "2 play 'clerk', 1 plays 'controller', 1 is in 'purchasing' and 1 is 'ann', but nobody all of it",
    ])
  })

  test("[PEOPLE52] what is granted for a time is not counted on, what is granted for good is", () => {
    const bob = asAgentId("bob")
    const timed = company.with([{ kind: "grant", agent: bob, capability: "stamp", until: at("2999-01-01") }])
    expect(whyNobody(timed, { capabilities: ["pay"] })).toBe("nobody has the capability 'pay'")
    const granted = company.with([{ kind: "grant", agent: bob, capability: "stamp" }])
    expect(whyNobody(granted, { capabilities: ["pay"] })).toBe(undefined)
  })
})
