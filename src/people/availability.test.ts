import { describe, expect, test } from "vitest"
import { at } from "../../test/language/organisations.ts"
import { formatMoment } from "../expressions/time.ts"
import type { AgentDefinition } from "../model/organisation.ts"
import { isPresent, nextPresence, standInsOf } from "./availability.ts"

const agent = (more: Partial<AgentDefinition>): AgentDefinition => ({
  isProgram: false,
  roles: [],
  capabilities: [],
  away: [],
  attributes: {},
  ...more,
})

const back = (definition: AgentDefinition, from: string) => {
  const moment = nextPresence(definition, at(from))
  return moment === undefined ? undefined : formatMoment(moment)
}

const present = (definition: AgentDefinition, moments: readonly string[]) =>
  moments.filter((moment) => isPresent(definition, at(moment)))

const workdays = [1, 2, 3, 4, 5].map((day) => ({ day, from: 9 * 60, to: 17 * 60 }))
const christmas = { from: at("2026-12-24"), to: at("2027-01-03"), standIn: "bob" }

describe("absences", () => {
  const ann = agent({ away: [christmas] })

  test("[PEOPLE13] an agent is absent from the beginning of an absence until just before its end", () => {
    const moments = ["2026-12-23T23:59:59Z", "2026-12-24", "2027-01-02T23:59:59Z", "2027-01-03"]
    expect(present(ann, moments)).toEqual(["2026-12-23T23:59:59Z", "2027-01-03"])
    expect(back(ann, "2026-12-25")).toBe("2027-01-03T00:00:00Z")
    expect(back(ann, "2026-12-23")).toBe("2026-12-23T00:00:00Z")
  })

  test("[PEOPLE13] absences that follow one another are one", () => {
    const away = [
      { from: at("2027-01-03"), to: at("2027-01-10") },
      christmas,
      { from: at("2026-12-01"), to: at("2026-12-25") },
    ]
    expect(back(agent({ away }), "2026-12-05")).toBe("2027-01-10T00:00:00Z")
  })

  test("[PEOPLE13] whoever is away for good never comes back", () => {
    expect(back(agent({ away: [{ from: 0, to: 8_640_000_000_000_000 }] }), "2026-01-01")).toBe(undefined)
  })

  test("[PEOPLE16] the stand-ins of a moment are those of the absences it lies in", () => {
    const more = agent({ away: [christmas, { from: at("2026-12-31"), to: at("2027-02-01"), standIn: "cyd" }] })
    expect(["2026-12-30", "2026-12-31", "2027-01-05", "2027-03-01"].map((day) => standInsOf(more, at(day)))).toEqual([
      ["bob"],
      ["bob", "cyd"],
      ["cyd"],
      [],
    ])
  })
})

describe("hours", () => {
  const berliner = agent({ hours: { timeZone: "Europe/Berlin", spans: workdays } })

  test("[PEOPLE14] hours are those the clocks of their zone show, the end exclusive", () => {
    const winter = ["2026-01-05T07:59:59Z", "2026-01-05T08:00:00Z", "2026-01-05T15:59:59Z", "2026-01-05T16:00:00Z"]
    expect(present(berliner, winter)).toEqual(["2026-01-05T08:00:00Z", "2026-01-05T15:59:59Z"])
    const summer = ["2026-07-06T06:59:59Z", "2026-07-06T07:00:00Z", "2026-07-06T15:00:00Z", "2026-07-05T10:00:00Z"]
    expect(present(berliner, summer)).toEqual(["2026-07-06T07:00:00Z"])
  })

  test("[PEOPLE14] somebody off on Friday is back on Monday by the new time when clocks change in between", () => {
    expect(back(berliner, "2026-03-27T17:00:00Z")).toBe("2026-03-30T07:00:00Z")
    expect(back(berliner, "2026-10-23T17:00:00Z")).toBe("2026-10-26T08:00:00Z")
  })

  test("[PEOPLE14] hours that begin in the hour that is left out begin when clocks are put forward", () => {
    const early = agent({ hours: { timeZone: "Europe/Berlin", spans: [{ day: 7, from: 150, to: 240 }] } })
    expect(back(early, "2026-03-28T12:00:00Z")).toBe("2026-03-29T01:00:00Z")
    expect(present(early, ["2026-03-29T00:59:59Z", "2026-03-29T01:00:00Z", "2026-03-29T02:00:00Z"])).toEqual([
      "2026-03-29T01:00:00Z",
    ])
  })

  test("[PEOPLE14] hours in the hour that comes twice come twice", () => {
    const early = agent({ hours: { timeZone: "Europe/Berlin", spans: [{ day: 7, from: 150, to: 180 }] } })
    expect(back(early, "2026-10-24T12:00:00Z")).toBe("2026-10-25T00:30:00Z")
    expect(back(early, "2026-10-25T01:00:00Z")).toBe("2026-10-25T01:30:00Z")
    expect(back(early, "2026-10-25T02:00:00Z")).toBe("2026-11-01T01:30:00Z")
  })

  test("[PEOPLE14] a night is two spans, and a zone may be an offset", () => {
    const spans = [
      { day: 7, from: 22 * 60, to: 24 * 60 },
      { day: 1, from: 0, to: 6 * 60 },
    ]
    const night = agent({ hours: { timeZone: "+05:30", spans } })
    const moments = ["2026-06-07T16:29:00Z", "2026-06-07T16:30:00Z", "2026-06-07T18:30:00Z", "2026-06-08T00:30:00Z"]
    expect(present(night, moments)).toEqual(["2026-06-07T16:30:00Z", "2026-06-07T18:30:00Z"])
    expect(back(night, "2026-06-08T00:30:00Z")).toBe("2026-06-14T16:30:00Z")
  })

  test("[PEOPLE15] somebody is back at the first moment within his hours at which he is not away", () => {
    const away = [{ from: at("2026-12-24"), to: at("2027-01-03") }]
    expect(back({ ...berliner, away }, "2026-12-23T18:00:00Z")).toBe("2027-01-04T08:00:00Z")
    expect(back({ ...berliner, away: [{ from: 0, to: at("2026-06-10T10:00:00Z") }] }, "2026-06-09")).toBe(
      "2026-06-10T10:00:00Z",
    )
  })

  test("[PEOPLE15] hours without any time never come", () => {
    expect(back(agent({ hours: { timeZone: "UTC", spans: [] } }), "2026-01-01")).toBe(undefined)
    expect(back(agent({ hours: { timeZone: "UTC", spans: [{ day: 1, from: 60, to: 60 }] } }), "2026-01-05")).toBe(
      undefined,
    )
  })
})
