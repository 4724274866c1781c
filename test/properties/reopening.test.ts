import fc from "fast-check"
import { expect, test } from "vitest"
import { accepted, asFamilyId, type Engine, openEngine, openMemoryStore, VirtualClock } from "../../src/main.ts"
import type { JsonObject } from "../../src/messages/json.ts"
import { readFamily } from "../../src/runtime/families.ts"
import { newMemoryDisk } from "../../src/store/memory/disk.ts"
import { askOf, manyWhims } from "../language/random-asks.ts"
import { randomBundles } from "../language/random-bundles.ts"
import type { Whim } from "../language/random-commands.ts"
import { seed } from "../seed.ts"
import { assertInTime } from "./in-time.ts"

const often = {
  seed,
  numRuns: Number(process.env.RUNS ?? 40),
  limit: Number(process.env.LIMIT ?? 5_000),
} as const

const families = ["one", "two"].map(asFamilyId)

/** Events of a family. */
const largest = 1_500

/**
 * Two families of the same process in one engine, which is killed and opened again before some of the commands. What is there
 * in the end, and every answer that was a bug.
 */
async function tell(bundle: JsonObject, wishes: readonly Whim[], crashes: ReadonlySet<number>) {
  const disk = newMemoryDisk()
  const clock = new VirtualClock()
  const names = families.values()
  const open = (): Promise<Engine> =>
    openEngine({
      store: openMemoryStore(disk),
      clock,
      workerGrace: 3_600_000 * 5,
      // How long nothing has moved is counted from the opening: who opens again waits again.
      watchdog: false,
      newFamilyId: () => names.next().value ?? asFamilyId("more"),
    })
  let engine = await open()
  accepted(await engine.deploy(bundle))
  const failed: string[] = []
  const note = ({ ok, ...answer }: Awaited<ReturnType<Engine["execute"]>>) => {
    if (!ok && "rejection" in answer && answer.rejection.code === "DECISION_FAILED")
      failed.push(answer.rejection.message)
  }
  for (const _ of families) await engine.start("p")
  for (const [index, whim] of wishes.entries()) {
    await engine.idle()
    if (crashes.has(index)) {
      await engine.kill()
      engine = await open()
      await engine.idle()
    }
    const family = families[whim.aim % 2] ?? asFamilyId("one")
    // A look at the disk, and not at the engine's memory.
    const loaded = await readFamily(openMemoryStore({ ...disk }), family)
    if (loaded === undefined) continue
    // Rules on a clock may start more and more cases: what has grown large proves no more.
    if (loaded.state.version > largest) break
    if (whim.kind === 59) await learn(engine, whim, loaded.state.items.values())
    else note(await engine.execute(family, askOf(whim, { ...loaded, id: family })))
    await clock.advance("PT1H")
  }
  await engine.idle()
  const found = {
    failed,
    quarantined: await engine.quarantined(),
    entries: await engine.entries({ limit: 100_000 }),
    cases: await engine.cases({ limit: 1000 }),
    items: await engine.items({ limit: 1000 }),
    interventions: await engine.interventions({ open: false, limit: 1000 }),
    trees: new Map(engine.trees().map((tree) => [tree.key, tree])),
    views: await Promise.all(families.map((family) => engine.case(family as never))),
  }
  await engine.stop({ grace: 0 })
  return found
}

async function learn(engine: Engine, { extra }: Whim, items: Iterable<{ id: string; case: string }>): Promise<void> {
  const item = [...items].find(({ id }) => id.length % 3 === extra % 3)
  if (item === undefined) return
  const from = { case: item.case, item: item.id } as never
  await engine.learn({ on: "itemPre", at: "p/t2", if: `n < ${extra}`, then: "item0", from })
}

test("[PROP2] [PROP4] an engine that is killed and opened again at any points comes to the same", async () => {
  await assertInTime(
    fc.asyncProperty(randomBundles(), manyWhims(), fc.uniqueArray(fc.nat(39)), async (bundle, wishes, crashes) => {
      const calm = await tell(bundle, wishes, new Set())
      expect([calm.failed, calm.quarantined]).toEqual([[], []])
      expect(await tell(bundle, wishes, new Set(crashes))).toEqual(calm)
    }),
    often,
  )
})
