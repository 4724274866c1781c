import fc from "fast-check"
import { expect, test } from "vitest"
import { decide } from "../../src/engine/decide.ts"
import { type Draft, emptyFamily } from "../../src/engine/draft.ts"
import { evolve } from "../../src/engine/evolve.ts"
import { type Family, isLive } from "../../src/engine/family.ts"
import { isHeld } from "../../src/engine/holds.ts"
import { decodeFamily, encodeFamily } from "../../src/engine/snapshot.ts"
import { administrator } from "../../src/messages/ids.ts"
import type { JsonObject } from "../../src/messages/json.ts"
import type { Process } from "../../src/model/net.ts"
import { type Asked, CaseStory, given } from "../language/case-story.ts"
import { commandOf, moveOf, targetOf, type Whim, whims } from "../language/random-commands.ts"
import { blockProcesses, processOf, smallNets } from "../language/random-processes.ts"
import { seed } from "../seed.ts"
import { assertInTime } from "./in-time.ts"

const runs = Number(process.env.RUNS ?? 300)

const often = { seed, numRuns: runs, limit: Number(process.env.LIMIT ?? 3_000) } as const

const anyProcess = (): fc.Arbitrary<JsonObject> => fc.oneof(blockProcesses(), smallNets(5))

function built(body: JsonObject): Process {
  const process = processOf(body)
  if (process === undefined) throw new Error("only processes without errors are drawn")
  return process
}

function throughSnapshot(family: Family): Draft {
  const restored = decodeFamily(encodeFamily(family))
  if (restored === undefined) throw new Error("a snapshot of this version can be read")
  return restored
}

/** Runs a story of whims; an hour passes between two of them. */
function run(body: JsonObject, wishes: readonly Whim[], look: (story: CaseStory) => void = () => {}): CaseStory {
  const story = given(built(body))
  look(story)
  for (const whim of wishes) {
    story.now += 3_600_000
    story.when((at) => commandOf(whim, at))
    look(story)
  }
  return story
}

test("[HIST3] a family folded again from its entries is the same family", () => {
  assertInTime(
    fc.property(anyProcess(), whims(), (body, wishes) => {
      const story = run(body, wishes)
      const again = emptyFamily(story.family.id)
      for (const entry of story.entries) evolve(again, entry)
      expect(again).toEqual(story.family)
    }),
    often,
  )
})

test("[HIST4] a snapshot taken at any point and the entries after it give the same family", () => {
  assertInTime(
    fc.property(anyProcess(), whims(), fc.nat(25), (body, wishes, cut) => {
      const story = run(body, wishes)
      const before = emptyFamily(story.family.id)
      const at = Math.min(cut, story.entries.length)
      for (const entry of story.entries.slice(0, at)) evolve(before, entry)
      const restored = throughSnapshot(before)
      expect(restored).toEqual(before)
      for (const entry of story.entries.slice(at)) evolve(restored, entry)
      expect(restored).toEqual(story.family)
    }),
    often,
  )
})

test("[HIST5] a family from a snapshot decides as the one that never left memory", () => {
  assertInTime(
    fc.property(anyProcess(), whims(), whims(1), (body, wishes, [last]) => {
      const story = run(body, wishes)
      const command = commandOf(last ?? { kind: 99, aim: 0, extra: 0 }, story)
      const facts = { now: story.now, by: administrator, process: () => story.process }
      expect(decide(throughSnapshot(story.family), command, facts)).toEqual(decide(story.family, command, facts))
    }),
    often,
  )
})

test("[HIST6] whatever is asked in whatever state, deciding does not throw", () => {
  assertInTime(
    fc.property(anyProcess(), whims(40), (body, wishes) => {
      run(body, wishes)
    }),
    often,
  )
})

test("[HIST7] a refused command leaves nothing behind", () => {
  assertInTime(
    fc.property(anyProcess(), whims(), (body, wishes) => {
      let before = { version: 0, entries: 0 }
      run(body, wishes, (story) => {
        if (!story.last.ok) expect({ version: story.family.version, entries: story.entries.length }).toEqual(before)
        before = { version: story.family.version, entries: story.entries.length }
      })
    }),
    often,
  )
})

test("[HIST8] every event names an earlier event as its cause, or none", () => {
  assertInTime(
    fc.property(anyProcess(), whims(), (body, wishes) => {
      const { entries } = run(body, wishes)
      for (const { version, events } of entries)
        events.forEach(({ causedBy }, index) => {
          if (causedBy !== undefined) expect(causedBy).toBeLessThan(version + index)
        })
    }),
    often,
  )
})

/** Loops in loops in instances multiply. */
const isSmall = (body: JsonObject) => JSON.stringify(body).length < 1_200

const doNext: Asked = (story) => {
  const items = [...story.family.items.values()].filter((item) => isLive(item) && item.kind !== "activity")
  const [item] = items
  if (item === undefined) throw new Error(`nobody can do anything\n${story.log()}`)
  const kind = item.kind === "wait" ? "ForceCompleteItem" : "CompleteItem"
  return { type: kind, item: item.id, data: {} }
}

test("[NET12] a process of blocks completes when everybody does the work there is", () => {
  assertInTime(
    fc.property(blockProcesses().filter(isSmall), (body) => {
      const story = given(built(body))
      for (let step = 0; step < 3_000 && story.case.state === "running"; step++) story.after(doNext)
      expect(story.case.state, story.log()).toBe("completed")
      expect([...story.family.items.values()].filter(isLive)).toEqual([])
      expect([...story.family.frames.values()].flatMap(({ marking }) => marking)).toEqual([])
    }),
    often,
  )
})

test("[MOVE22] a process of blocks completes however its flow was moved on the way", () => {
  assertInTime(
    fc.property(blockProcesses().filter(isSmall), whims(12), (body, wishes) => {
      const story = given(built(body))
      for (const whim of wishes) {
        if (story.case.state !== "running") break
        if (whim.kind < 50) story.when((at) => moveOf({ ...whim, kind: whim.kind % 2 === 0 ? 1 : whim.kind }, at))
        else story.after(doNext)
      }
      for (let step = 0; step < 3_000 && story.case.state === "running"; step++) story.after(doNext)
      expect(story.case.state, story.log()).toBe("completed")
      expect([...story.family.items.values()].filter(isLive)).toEqual([])
      expect([...story.family.frames.values()].flatMap(({ marking }) => marking)).toEqual([])
    }),
    often,
  )
})

test("[NET13] where nothing is live in a running case, an exception is open, or what follows is held", () => {
  assertInTime(
    fc.property(anyProcess(), whims(), (body, wishes) => {
      run(body, wishes, (story) => {
        if (story.case.state !== "running") return
        const live = [...story.family.items.values()].some(isLive)
        const isHeld = [...story.family.holds.values()].some(({ target }) => target.kind !== "item")
        expect(live || isHeld || story.family.exceptions.size > 0, story.log()).toBe(true)
      })
    }),
    often,
  )
})

test("[HOLD8] for any set of holds, the order of placing and lifting does not matter", () => {
  assertInTime(
    fc.property(
      anyProcess(),
      whims(10),
      fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 5 }).chain((targets) =>
        fc.record({
          targets: fc.constant(targets),
          order: fc.shuffledSubarray([...targets.keys()], { minLength: targets.length }),
          lifted: fc.shuffledSubarray([...targets.keys()]),
        }),
      ),
      (body, wishes, { targets, order, lifted }) => {
        const origin = run(body, wishes)
        if (origin.case.state !== "running") return
        const places = targets.map(([aim, extra]) => targetOf(origin, aim, extra))
        const heldAfter = (placing: readonly number[], lifting: readonly number[]) => {
          const story = new CaseStory(origin.process)
          for (const entry of origin.entries) evolve(story.family, entry)
          const asked = (type: "Suspend" | "Continue", index: number) =>
            story.when(() => ({ type, target: places[index] ?? { kind: "case", case: origin.case.id } }))
          for (const index of placing) asked("Suspend", index)
          for (const index of lifting) asked("Continue", index)
          return [...story.family.items.values()]
            .filter((item) => isLive(item) && isHeld(story.family, item, origin.process))
            .map(({ id }) => id)
        }
        expect(heldAfter(order, lifted)).toEqual(heldAfter([...order].sort(), [...lifted].reverse()))
      },
    ),
    often,
  )
})
