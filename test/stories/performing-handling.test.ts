import { describe, expect, test } from "vitest"
import { accepted, openEngine, VirtualClock } from "../../src/main.ts"
import { asCaseId, asFamilyId, asInterventionId, localId } from "../../src/messages/ids.ts"
import type { InterventionRow } from "../../src/store/port.ts"
import { interventionMeant, lessonOf } from "../../src/stories/perform-handling.ts"
import { readStories } from "../../src/stories/read-story.ts"
import type { Learn } from "../../src/stories/story.ts"
import { World } from "../../src/stories/world.ts"
import { problemsOf, tell } from "./telling.ts"

const family = asFamilyId("show")
const root = asCaseId("show")

describe("learning in a story", () => {
  const concert = `
process: concert
data: { bands: { list: string } }
flow:
  - forEach: playing
    in: bands
    as: band
    do: [ { task: doShow } ]
  - task: concert-end
`
  async function from(at: string) {
    const engine = await openEngine({ newFamilyId: () => family, clock: new VirtualClock("2026-01-05T09:00:00Z") })
    accepted(await engine.deploy(concert))
    accepted(await engine.start("concert", { data: { bands: ["one", "two"] } }))
    const view = await engine.case(root)
    await engine.stop()
    const lesson: Learn = { do: "learn", on: "itemPre", at, if: "true", conclusion: "x", replace: false, undo: false }
    const { at: scope, from: context } = lessonOf(view ?? expect.fail(), lesson)
    return { at: scope, ...context }
  }
  const item = (number: number) => localId(family, "item", number)

  test("[STORY37] at a task of the case's process, from its live item", async () => {
    expect(await from("doShow")).toEqual({ at: "concert/doShow", case: root, item: item(2) })
    expect(await from("concert/doShow")).toEqual({ at: "concert/doShow", case: root, item: item(2) })
    expect(await from("doShow[2]")).toEqual({ at: "concert/doShow", case: root, item: item(3) })
    expect(await from("playing")).toEqual({ at: "concert/playing", case: root, item: item(1) })
  })

  test("[STORY37] where nothing is live, from the case", async () => {
    expect(await from("concert-end")).toEqual({ at: "concert/concert-end", case: root })
  })

  test.each(["concert", "everywhere", "other", "other/doShow"])(
    "[STORY37] any other scope stays as it is: %s",
    async (at) => {
      expect(await from(at)).toEqual({ at, case: root })
    },
  )
})

describe("answering in a story", () => {
  const row = (number: number, name: string, open: boolean): InterventionRow => ({
    id: asInterventionId(`show.q${number}`),
    family,
    case: root,
    process: "concert",
    at: "doShow",
    class: name,
    text: "?",
    openedAt: number,
    open,
  })
  const rows = [
    row(1, "Timeout", false),
    row(2, "ItemAbort", true),
    row(3, "Timeout", true),
    row(4, "Timeout", true),
    row(5, "LoopLimit", false),
  ]
  const meant = (name?: string) =>
    interventionMeant(rows, { do: "answer", answer: {}, ...(name !== undefined && { class: name }) })?.id

  test("[STORY38] the oldest open one is meant, or the oldest of its class", () => {
    expect(meant()).toBe("show.q2")
    expect(meant("Timeout")).toBe("show.q3")
  })

  test("[STORY38] where none is open, the newest that was is given to the engine to refuse", () => {
    expect(meant("LoopLimit")).toBe("show.q5")
    expect(meant("Deadlock")).toBeUndefined()
  })
})

describe("deploying in a story", () => {
  const before = "process: order\nflow: [ { activity: packing, do: [ { task: pack } ] }, { task: ship } ]\n"

  test("[STORY40] new processes and versions are there at once, and cases before them go on as they were", async () => {
    const story = `
story: x
steps:
  - { start: order, as: old }
  - deploy:
      processes:
        - { process: order, flow: [ { parallel: both, branches: [ [ { task: pack } ], [ { task: ship } ] ] } ] }
        - { process: refund, flow: [ { task: pay } ] }
  - { start: order, as: new }
  - start: refund
  - { complete: pack, of: old }
  - expect: { of: old, items: { ship: enabled }, log: [ started(packing), done(pack), done(packing) ] }
  - { complete: pack, of: new }
  - { suspend: ship+, of: new }
  - { complete: ship, of: new }
  - expect: { of: new, log: [ started(both), done(pack), done(ship) ] }
  - expect: { of: refund, items: { pay: enabled } }
`
    expect(problemsOf(await tell(before, story))).toEqual([])
    expect(problemsOf(await tell(before, story, { store: "sqlite", crashEverywhere: true }))).toEqual([])
  })

  test("[STORY40] [STORY10] what cannot be deployed is refused", async () => {
    const story = `
story: x
steps:
  - deploy: { process: order, flow: [ { tsk: pack } ] }
    refused: DEFINITION_INVALID
  - deploy: { process: refund, flow: [ { task: pay } ] }
    refused: true
`
    expect(problemsOf(await tell(before, story))).toEqual(["6 deploy: expected refused, found accepted"])
  })
})

test("[STORY47] families that no step has started have names of their own", async () => {
  const [read] = readStories("told.story.yaml", "story: x\nsteps: []\n")
  const world = await World.open(read?.story ?? expect.fail(), "memory")
  try {
    await world.engine.deploy("process: order\nflow: [ { task: pack } ]")
    const started = [await world.engine.start("order"), await world.engine.start("order")]
    world.nameNextFamily("case")
    started.push(await world.engine.start("order"))
    expect(started.map((answer) => accepted(answer).case)).toEqual(["case", "case-2", "case-3"])
  } finally {
    await world.close()
  }
})
