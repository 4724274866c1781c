import { describe, expect, test } from "vitest"
import {
  aboutNow,
  agentChange,
  at,
  ids,
  organisationOf,
  type Work,
  workloadOf,
} from "../../test/language/organisations.ts"
import type { About, Demand } from "../messages/people.ts"
import { peopleOf } from "./match.ts"
import { Organisation } from "./organisation.ts"

const june = { from: at("2026-06-01"), to: at("2026-07-01") }
const company = organisationOf({
  roles: { controller: {}, clerk: {} },
  agents: {
    ann: { roles: ["controller"], capabilities: ["sign"], limit: 1 },
    bob: { roles: ["controller"], capabilities: ["sign"], limit: 2 },
    cyd: { roles: ["controller"] },
    dan: { roles: ["clerk"] },
  },
})
const demand: Demand = { roles: ["controller"], capabilities: ["sign"] }

const nobody = (
  more: Partial<Demand> = {},
  about: Partial<About> = {},
  work: Readonly<Record<string, Work>> = {},
  organisation = company,
) => peopleOf(organisation, workloadOf(work)).match({ ...demand, ...more }, aboutNow(about))

describe("nobody", () => {
  test("[PEOPLE38] nobody who is qualified is NoSuchCapability, those first who lack least", () => {
    expect(nobody({ capabilities: ["sign", "swim"] })).toEqual({
      ok: false,
      class: "NoSuchCapability",
      message: "nobody plays the role controller and has the capabilities sign and swim",
      reasons: {
        ann: "does not have the capability swim",
        bob: "does not have the capability swim",
        cyd: "does not have the capability sign and does not have the capability swim",
        dan: "does not play the role controller, does not have the capability sign and does not have the capability swim",
      },
    })
  })

  test("[PEOPLE39] nobody qualified who is not excluded is ResourceUnavailable", () => {
    expect(nobody({ excluded: ids("ann", "bob") })).toEqual({
      ok: false,
      class: "ResourceUnavailable",
      message: "of the 2 who play the role controller and have the capability sign, 2 are excluded",
      reasons: {
        ann: "is excluded from it",
        bob: "is excluded from it",
        cyd: "does not have the capability sign",
        dan: "does not play the role controller and does not have the capability sign",
      },
    })
  })

  test("[PEOPLE40] everybody away is AllAbsent, until the first is back", () => {
    const away = company.with([
      agentChange("ann", { roles: ["controller"], capabilities: ["sign"], away: [{ ...june, standIn: "dan" }] }),
      { kind: "agent", name: "bob" },
      { kind: "agent", name: "cyd" },
      agentChange("dan", { away: [{ from: 0, to: at("2026-06-20") }] }),
      agentChange("eve", { roles: ["controller"], capabilities: ["sign"], away: [{ ...june, to: at("2026-08-01") }] }),
    ])
    expect(nobody({}, {}, {}, away)).toEqual({
      ok: false,
      class: "AllAbsent",
      message: "of the 2 who play the role controller and have the capability sign, 2 are absent",
      reasons: {
        ann: "is absent until 2026-07-01T00:00:00Z, and to stand in, dan is absent until 2026-06-20T00:00:00Z",
        eve: "is absent until 2026-08-01T00:00:00Z",
        dan: "does not play the role controller and does not have the capability sign",
      },
      until: at("2026-06-20"),
    })
    expect(nobody({ excluded: ids("dan") }, {}, {}, away)).toMatchObject({
      class: "AllAbsent",
      until: at("2026-07-01"),
    })
  })

  test("[PEOPLE40] whoever never comes back makes no moment to wait for", () => {
    const gone = organisationOf({ agents: { ann: { away: [{ from: 0, to: 8_640_000_000_000_000 }] } } })
    expect(peopleOf(gone, workloadOf()).match({}, aboutNow())).toEqual({
      ok: false,
      class: "AllAbsent",
      message: "the only agent is absent",
      reasons: { ann: "is absent" },
    })
  })

  test("[PEOPLE41] somebody busy and nobody declined is AllBusy", () => {
    const away = company.with([agentChange("bob", { roles: ["controller"], capabilities: ["sign"], away: [june] })])
    expect(nobody({}, {}, { ann: { load: 1 } }, away)).toEqual({
      ok: false,
      class: "AllBusy",
      message: "of the 2 who play the role controller and have the capability sign, 1 is busy and 1 is absent",
      reasons: {
        ann: "is busy: has 1, and may have 1",
        bob: "is absent until 2026-07-01T00:00:00Z",
        cyd: "does not have the capability sign",
        dan: "does not play the role controller and does not have the capability sign",
      },
      until: at("2026-07-01"),
    })
  })

  test("[PEOPLE42] somebody declined and nobody else left is AllDeclined", () => {
    expect(nobody({ excluded: ids("bob"), agents: ids("ann", "bob") }, { declined: ids("ann") })).toEqual({
      ok: false,
      class: "AllDeclined",
      message:
        "of the 2 who play the role controller, have the capability sign and are ann or bob, 1 has declined and 1 is excluded",
      reasons: {
        ann: "has declined it",
        bob: "is excluded from it",
        cyd: "does not have the capability sign and is not ann or bob",
        dan: "does not play the role controller, does not have the capability sign and is not ann or bob",
      },
    })
    expect(nobody({}, { declined: ids("ann") }, { bob: { load: 2 } })).toMatchObject({ class: "AllDeclined" })
    expect(nobody({ excluded: ids("ann") }, { declined: ids("ann") }, { bob: { load: 2 } })).toMatchObject({
      class: "AllBusy",
    })
  })

  test("[PEOPLE38] one who declined is no reason where he is not qualified", () => {
    expect(nobody({ capabilities: ["swim"] }, { declined: ids("ann") })).toMatchObject({ class: "NoSuchCapability" })
  })

  test("[PEOPLE43] not more than a hundred reasons are told, the nearest", () => {
    const agents = Object.fromEntries(
      Array.from({ length: 150 }, (_, index) => [`agent${1000 + index}`, index < 30 ? { roles: ["controller"] } : {}]),
    )
    const match = nobody({}, {}, {}, organisationOf({ agents }))
    const reasons = match.ok ? [] : Object.values(match.reasons)
    expect(reasons.length).toBe(100)
    expect(reasons.filter((reason) => reason === "does not have the capability sign").length).toBe(30)
  })

  test("[PEOPLE38] nobody at all is told as such", () => {
    expect(peopleOf(Organisation.empty, workloadOf()).match({}, aboutNow())).toEqual({
      ok: false,
      class: "NoSuchCapability",
      message: "there are no agents",
      reasons: {},
    })
  })
})
