import { describe, expect, test } from "vitest"
import type { CaseId, Event, FamilyId, RecordedEntry } from "../../src/main.ts"
import { engineAgent, type HoldId, type RunId } from "../../src/messages/ids.ts"
import { checkBroadcasts } from "./check-broadcasts.ts"
import { Journal } from "./journal.ts"

/** Flight `a` has an alarm, `b` and `c` are other flights; each line is an entry, in order. */
function told(
  ...lines: readonly (readonly [family: string, command: string, ...events: Event[]])[]
): readonly string[] {
  const journal = new Journal()
  for (const id of ["a", "b", "c"]) journal.started.set(id, { process: "flight", acknowledgedAt: 100 })
  journal.started.set("late", { process: "flight", acknowledgedAt: 300 })
  journal.alarms.push({ family: "a", from: 200, to: 250 })
  const entries = lines.map(([family, command, ...events], index): RecordedEntry => {
    const version = lines.slice(0, index).filter((line) => line[0] === family).length + 1
    return { family: family as FamilyId, command, events, version, position: index + 1, at: 0, by: engineAgent }
  })
  return checkBroadcasts({ entries }, journal)
}

const run = "a.r1" as RunId
const send = (verb: "suspend" | "continue", of = run): Event => {
  return { type: "BroadcastSent", run: of, verb, process: "flight", reason: "snow" }
}
const hold = (family: string, of = run): Event => {
  const owner = { kind: "run", run: of } as const
  const target = { kind: "case", case: family as CaseId } as const
  return { type: "HoldPlaced", hold: { id: `${family}.h1` as HoldId, target, owner, reason: "snow", at: 0 } }
}
const lift = (family: string): Event => ({ type: "HoldLifted", hold: `${family}.h1` as HoldId })
const end = (family: string): Event => ({ type: "CaseCompleted", case: family as CaseId })

const raised = ["a", "RaiseException", hold("a"), send("suspend")] as const
const overAt = ["a", "CompleteItem", lift("a"), send("continue")] as const
const heldAt = (family: string) => ["ReceiveBroadcast", hold(family)] as const
const goesOn = (family: string) => ["ReceiveBroadcast", lift(family)] as const

describe("what chaos says of broadcasts", () => {
  test("an alarm that has reached all that fly is as it should be", () => {
    const arrived = [
      ["b", ...heldAt("b")],
      ["c", ...heldAt("c")],
      overAt,
      ["b", ...goesOn("b")],
      ["c", ...goesOn("c")],
    ] as const
    expect(told(raised, ...arrived, ["b", "CompleteItem", end("b")], ["c", "CompleteItem", end("c")])).toEqual([])
  })

  test("a flight that was over before the alarm came to it is not one that was passed over", () => {
    const before = [
      ["b", ...heldAt("b")],
      ["c", "CompleteItem", end("c")],
    ] as const
    expect(told(raised, ...before, overAt, ["b", ...goesOn("b")])).toEqual([])
    // The alarm had reached nobody yet, and nobody flew any more when it came.
    expect(told(raised, ["b", "CompleteItem", end("b")], ["c", "CompleteItem", end("c")], overAt)).toEqual([])
  })

  test("a flight that still flies when the next broadcast has arrived somewhere was passed over", () => {
    const passed = ["flight c was not reached by the alarm a.r1"]
    const arrived = [raised, ["b", ...heldAt("b")], overAt, ["b", ...goesOn("b")]] as const
    expect(told(...arrived, ["c", "CompleteItem", end("c")])).toEqual(passed)
    expect(told(...arrived)).toEqual(passed)
  })

  test("an alarm that has reached nobody is told by a later one that has reached somebody", () => {
    const other = "z.r1" as RunId
    const later = ["z", "RaiseException", send("suspend", other)] as const
    const arrived = ["c", "ReceiveBroadcast", hold("c", other), lift("c")] as const
    expect(told(raised, later, arrived, ["a", "CompleteItem", lift("a")])).toEqual([
      "flight b was not reached by the alarm a.r1",
      "flight c was not reached by the alarm a.r1",
    ])
  })

  test("what is never let go is told", () => {
    expect(told(raised, ["b", ...heldAt("b")], ["c", ...heldAt("c")], overAt, ["b", ...goesOn("b")])).toEqual([
      "hold c.h1 of run a.r1 was never lifted",
    ])
  })
})
