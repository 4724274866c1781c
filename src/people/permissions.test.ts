import { describe, expect, test } from "vitest"
import { organisationOf } from "../../test/language/organisations.ts"
import { administrator, asAgentId } from "../messages/ids.ts"
import { RIGHTS, type Right } from "../model/organisation.ts"
import { explainPermission, permits, permitsSomewhere, type Where } from "./permissions.ts"

const company = organisationOf({
  roles: { senior: { is: ["staff"] }, staff: {}, owner: {} },
  units: { acme: {}, sales: { in: "acme" }, east: { in: "sales" }, store: { in: "acme" } },
  agents: {
    ann: { roles: ["senior"], unit: "east" },
    bob: { roles: ["staff"], unit: "store" },
    cyd: { roles: ["owner"] },
  },
  permissions: {
    staff: { see: [{}] },
    senior: { raise: [{ process: "order" }] },
    sales: { intervene: [{ unit: "sales" }, { process: "hiring", unit: "store" }] },
    bob: { teach: [{ process: "order" }, { process: "return" }] },
    owner: { administer: [{ process: "order" }] },
  },
})

const rightsOf = (agent: string, where: Where): readonly Right[] =>
  RIGHTS.filter((right) => permits(company, asAgentId(agent), right, where))

describe("permissions", () => {
  test("[PEOPLE44] without any permissions everything is allowed to everybody", () => {
    const free = organisationOf({ agents: { ann: {} } })
    expect(RIGHTS.every((right) => permits(free, asAgentId("stranger"), right, {}))).toBe(true)
  })

  test("[PEOPLE45] as soon as there are some, what no entry allows is not allowed", () => {
    expect(rightsOf("stranger", {})).toEqual([])
    expect(rightsOf("bob", {})).toEqual(["see"])
  })

  test("[PEOPLE46] what a role may, all who play it may; a unit, all in it and below; an agent, he alone", () => {
    expect(rightsOf("ann", { process: "order", unit: "east" })).toEqual(["see", "raise", "intervene"])
    expect(rightsOf("bob", { process: "return" })).toEqual(["see", "teach"])
  })

  test("[PEOPLE60] who is no agent of the organisation is not allowed what a role or unit of his name is", () => {
    expect([rightsOf("staff", {}), rightsOf("owner", { process: "order" })]).toEqual([[], []])
    expect(rightsOf("sales", { unit: "sales" })).toEqual([])
    expect(permitsSomewhere(company, asAgentId("owner"), "administer")).toBe(false)
  })

  test("[PEOPLE60] an agent called like a role is allowed what is allowed to that name", () => {
    const both = organisationOf({ roles: { boss: {} }, agents: { boss: {} }, permissions: { boss: { see: [{}] } } })
    expect(permits(both, asAgentId("boss"), "see", {})).toBe(true)
  })

  test("[PEOPLE60] a name that is nobody else's is allowed what is allowed to it, in the organisation or not", () => {
    const machines = organisationOf({ roles: { boss: {} }, permissions: { nightly: { see: [{}] } } })
    expect(permits(machines, asAgentId("nightly"), "see", {})).toBe(true)
  })

  test("[PEOPLE47] a place fits where its process and its unit, or one below, are named", () => {
    const ann = (where: Where) => permits(company, asAgentId("ann"), "intervene", where)
    expect([
      ann({}),
      ann({ unit: "sales" }),
      ann({ unit: "east", process: "any" }),
      ann({ unit: "acme" }),
      ann({ unit: "store" }),
      ann({ unit: "store", process: "hiring" }),
      ann({ process: "hiring" }),
    ]).toEqual([false, true, true, false, false, true, false])
  })

  test("[PEOPLE48] asked for anywhere, any place at all will do", () => {
    const asked = RIGHTS.map((right) => permitsSomewhere(company, asAgentId("ann"), right))
    expect(asked).toEqual([true, false, true, true, false, false])
    expect(permitsSomewhere(company, asAgentId("cyd"), "teach")).toBe(true)
  })

  test("[PEOPLE49] whoever may administer may do everything there", () => {
    expect(rightsOf("cyd", { process: "order" })).toEqual([...RIGHTS])
    expect(rightsOf("cyd", { process: "return" })).toEqual([])
  })

  test("[PEOPLE50] the administrator may do everything everywhere", () => {
    expect(rightsOf(administrator, { process: "return" })).toEqual([...RIGHTS])
  })

  test("[PEOPLE51] an answer names the entry that allows it, or says why none does", () => {
    const explain = (agent: string, right: Right, where: Where) =>
      explainPermission(company, asAgentId(agent), right, where)
    expect([
      explain("ann", "see", {}),
      explain("bob", "teach", { process: "order" }),
      explain("cyd", "see", { process: "order" }),
      explain("ann", "intervene", { unit: "store" }),
      explain("ann", "teach", {}),
      explain("administrator", "teach", {}),
    ]).toEqual([
      { permits: true, reason: "the role staff may see", entry: { name: "staff", as: "role", right: "see" } },
      { permits: true, reason: "bob may teach", entry: { name: "bob", as: "agent", right: "teach" } },
      {
        permits: true,
        reason: "the role owner may administer",
        entry: { name: "owner", as: "role", right: "administer" },
      },
      { permits: false, reason: "the unit sales may intervene only elsewhere" },
      { permits: false, reason: "nothing that ann is may teach" },
      { permits: true, reason: "the administrator may do everything" },
    ])
  })
})
