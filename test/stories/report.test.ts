import { describe, expect, test } from "vitest"
import { describeReport, describeTotals, reportJson, type StoryReport } from "../../src/stories/report.ts"
import { tell } from "./telling.ts"

const order =
  "process: order\ndata: { total: { type: integer, default: 0 } }\nflow: [ { task: pack }, { task: ship } ]\n"
const place = { file: "told.story.yaml", line: 1, column: 8, path: "story" }

const failing = `story: it is shipped
steps:
  - start: order
    as: first
    by: ann
  - complete: pack
    data: { total: 3 }
    reason: it is there
  - expect:
      items: { pack: completed, ship: completed }
      data: { total: 4 }
  - complete: ship
`

describe("the report on a story", () => {
  test("[STORY29] a failing step is told with where, what was expected, what was found and the family's log", async () => {
    const result = await tell(order, failing)
    const report: StoryReport = { story: "it is shipped", place, runs: [{ store: "memory", result }], findings: [] }
    expect(describeReport(report).join("\n")).toBe(`✗ it is shipped
  on memory:
  told.story.yaml:9:5 expect
    data.total (told.story.yaml:11:15)
      expected: 4
      found:    3
    items.ship (told.story.yaml:10:33)
      expected: completed
      found:    enabled
  what had happened in the family:
    #1 2026-01-05T09:00:00Z CaseStarted order v1 first {"total":0} ← StartCase by ann
    #2 2026-01-05T09:00:00Z ItemEnabled pack i1 ← #1
    #3 2026-01-05T09:00:00Z ItemStarted pack i1 by administrator ← CompleteItem by administrator (it is there)
    #4 2026-01-05T09:00:00Z ItemCompleted pack i1 {"total":3} ← CompleteItem by administrator (it is there)
    #5 2026-01-05T09:00:00Z ItemEnabled ship i2 ← #4`)
  })

  test("[STORY29] a step that was refused is told with the reason", async () => {
    const result = await tell(
      order,
      "story: x\nsteps:\n  - start: order\n  - complete: pack\n    data: { total: many }\n",
    )
    const report: StoryReport = { story: "x", place, runs: [{ store: "sqlite", result }], findings: [] }
    expect(describeReport(report).slice(0, 5)).toEqual([
      "✗ x",
      "  on sqlite:",
      "  told.story.yaml:4:5 complete: pack",
      "      expected: accepted",
      expect.stringMatching(
        /^ {6}found: {4}refused with DATA_INVALID: item order\.i1 \(pack\) cannot take this data: total: /,
      ),
    ])
  })

  test("[STORY30] the same trouble on both stores is told once", async () => {
    const runs = [
      { store: "memory", result: await tell(order, failing) },
      { store: "sqlite", result: await tell(order, failing, { store: "sqlite", crashEverywhere: true }) },
    ] as const
    const lines = describeReport({ story: "it is shipped", place, runs, findings: [] })
    expect([lines[1], lines.length]).toEqual(["  on memory and sqlite:", 15])
  })

  test("[STORY31] the last line counts what passed and failed, and the one before it what could not be run", async () => {
    const passed: StoryReport = {
      story: "a",
      place,
      runs: [{ store: "memory", result: { outcome: "passed" } }],
      findings: [],
    }
    const failed: StoryReport = {
      ...passed,
      runs: [...passed.runs, { store: "sqlite", result: await tell(order, failing) }],
    }
    const lost: StoryReport = { ...passed, runs: [] }
    expect(describeTotals([passed, failed])).toEqual(["1 passed, 1 failed"])
    expect(describeTotals([passed, lost, passed])).toEqual(["1 could not be run", "2 passed, 0 failed"])
  })

  test("[STORY32] for programs a story is one JSON object", async () => {
    const result = await tell(order, failing)
    const report = JSON.parse(
      reportJson({ story: "it is shipped", place, runs: [{ store: "memory", result }], findings: [] }),
    )
    expect(report).toEqual({
      story: "it is shipped",
      place,
      outcome: "failed",
      runs: [
        {
          store: "memory",
          outcome: "failed",
          failure: {
            place: { file: "told.story.yaml", line: 9, column: 5, path: "steps[2]" },
            step: "expect",
            problems: [
              {
                place: { file: "told.story.yaml", line: 11, column: 15, path: "steps[2].expect.data.total" },
                what: "data.total",
                expected: "4",
                found: "3",
              },
              {
                place: { file: "told.story.yaml", line: 10, column: 33, path: "steps[2].expect.items.ship" },
                what: "items.ship",
                expected: "completed",
                found: "enabled",
              },
            ],
            log: expect.arrayContaining(["#2 2026-01-05T09:00:00Z ItemEnabled pack i1 ← #1"]),
          },
        },
      ],
      findings: [],
    })
  })
})
