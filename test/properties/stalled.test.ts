import fc from "fast-check"
import { expect, test } from "vitest"
import { type Item, isLive } from "../../src/engine/family.ts"
import { openEngine, openMemoryStore, VirtualClock } from "../../src/main.ts"
import { asFamilyId, type CaseId, type ItemId } from "../../src/messages/ids.ts"
import type { JsonObject } from "../../src/messages/json.ts"
import { readFamily } from "../../src/runtime/families.ts"
import { stalledIn } from "../../src/runtime/stalled.ts"
import { newMemoryDisk } from "../../src/store/memory/disk.ts"
import { FamilyStory, repertoireOf } from "../language/family-story.ts"
import { askOf, manyWhims } from "../language/random-asks.ts"
import { randomBundles } from "../language/random-bundles.ts"
import type { Whim } from "../language/random-commands.ts"
import { seed } from "../seed.ts"
import { assertInTime } from "./in-time.ts"

const often = {
  seed,
  numRuns: Number(process.env.RUNS ?? 150),
  limit: Number(process.env.LIMIT ?? 4_000),
} as const

test("[WATCH9] what cannot be moved by ordinary means is found, and what was found has no reason", async () => {
  await assertInTime(
    fc.asyncProperty(randomBundles(), manyWhims(), async (bundle, wishes) => {
      const repertoire = await repertoireOf(bundle)
      const story = new FamilyStory(repertoire)
      story.ask({ type: "StartCase", process: "p", version: 1, data: {} })
      for (const whim of wishes) {
        story.now += 3_600_000
        story.ask(askOf(whim, story))
      }
      const { state, handling } = story
      const stalls = stalledIn(state, handling, {
        find: repertoire.processes.find,
        staff: repertoire.staffing.staff,
        isGone: () => false,
        hasWorker: () => true,
        over: new Set(),
      })
      const places = new Set<ItemId | CaseId>(stalls.map(({ item, case: id }) => item ?? id))
      const wrong = [...state.items.values()].filter(isLive).flatMap((item) => {
        if (state.cases.get(item.case)?.state !== "running") return []
        const can = canMove(story, item)
        if (can === false && !places.has(item.id)) return `${item.id} (${item.task}) cannot move and was not found`
        if (can === true && places.has(item.id)) return `${item.id} (${item.task}) was found and can move`
        return []
      })
      if (wrong.length > 0) expect.fail(`${wrong.join("\n")}\n${JSON.stringify(stalls)}\n${story.log()}`)

      story.ask({ type: "RaiseStalled", places: [...places], better: [], over: [] })
      for (const stall of stalls) {
        const place = stall.item ?? stall.case
        const raised = story.entries
          .flatMap(({ events }) => events)
          .filter((event) => event.type === "ExceptionRaised" && event.class === "Stalled")
        expect(
          raised.some((event) => "case" in event && (("item" in event && event.item) || event.case) === place),
        ).toBe(true)
      }
      for (const { id, exception, case: of } of handling.interventions.values()) {
        if (exception === undefined || state.exceptions.get(exception)?.class !== "Stalled") continue
        const answer = { do: "remove", target: "case" } as const
        expect([of, story.decide({ type: "AnswerIntervention", intervention: id, answer }).ok]).toEqual([of, true])
      }
    }),
    often,
  )
})

/** By somebody who takes it, a program, a timer or a message; undefined where that is another's business. */
function canMove(story: FamilyStory, item: Item): boolean | undefined {
  const { state, handling } = story
  if ([...state.exceptions.values()].some((raised) => raised.item === item.id && raised.class !== "Stalled"))
    return undefined
  if ([...handling.runs.values()].some((run) => run.item === item.id)) return undefined
  const started = story.decide({ type: "StartItem", item: item.id })
  if (!started.ok && started.rejection.code === "ITEM_HELD") return undefined
  switch (item.kind) {
    case "work":
      return started.ok || item.status === "started" ? true : undefined
    case "program":
      return item.lease !== undefined || story.decide({ type: "ClaimItem", item: item.id, lease: 1 }).ok
        ? true
        : undefined
    case "wait":
      return item.awaits !== undefined || (item.timers ?? []).some((id) => state.timers.get(id)?.purpose === "wait")
    case "activity":
      return item.status === "started" && item.open > 0
    case "route":
      return false
  }
}

test("[WATCH9] once everything has settled, what stands still is known, however often the engine went down", async () => {
  await assertInTime(fc.asyncProperty(randomBundles(), manyWhims(), fc.array(fc.nat(40), { maxLength: 3 }), settles), {
    ...often,
    numRuns: Number(process.env.RUNS ?? 40),
    limit: Number(process.env.LIMIT ?? 8_000),
  })
}, 60_000)

const mostEntries = 400

/** Random commands on an engine with a watchdog, crashes in between, and a day of rest. */
async function settles(bundle: JsonObject, wishes: readonly Whim[], crashes: readonly number[]): Promise<void> {
  const disk = newMemoryDisk()
  const clock = new VirtualClock()
  const family = asFamilyId("f")
  let store = openMemoryStore(disk)
  const open = () => openEngine({ store, clock, newFamilyId: () => family, workerGrace: 0 })
  let engine = await open()
  try {
    await engine.deploy(bundle)
    await engine.start("p")
    for (const [number, whim] of wishes.entries()) {
      await clock.advance("PT1H")
      if (crashes.includes(number)) {
        await engine.kill()
        store = openMemoryStore(disk)
        engine = await open()
      }
      const loaded = await readFamily(store, family)
      if (loaded === undefined || (await engine.lastPosition()) > mostEntries) return
      await engine.execute(family, askOf(whim, { id: family, ...loaded }))
    }
    for (let hour = 0; hour < 48; hour++) {
      await clock.advance("PT1H")
      // Rules on a clock may start more and more cases: such a family never settles.
      if ((await engine.lastPosition()) > mostEntries) return
    }
    const { rows } = await engine.stalled()
    const told = await engine.exceptions({ family, class: "Stalled", open: false, limit: 1000 })
    const silent = rows.filter(({ exception, item, case: id }) => {
      return exception === undefined && !told.some((row) => (row.item ?? row.case) === (item ?? id))
    })
    if (silent.length > 0) expect.fail(`${JSON.stringify(silent)}\n${(await engine.log(family)).join("\n")}`)
  } finally {
    await engine.stop({ grace: 0 })
  }
}
