import fc from "fast-check"
import { expect, test } from "vitest"
import { dataOf } from "../../src/engine/shared-data.ts"
import { decodeSnapshot, encodeSnapshot } from "../../src/runtime/snapshots.ts"
import { FamilyStory, repertoireOf } from "../language/family-story.ts"
import { joiningWhims, sharingAskOf, sharingBundles, Writings } from "../language/random-sharing.ts"
import { seed } from "../seed.ts"
import { assertInTime } from "./in-time.ts"

const often = {
  seed,
  numRuns: Number(process.env.RUNS ?? 25),
  limit: Number(process.env.LIMIT ?? 4_000),
} as const

test("[SHARE12] whatever happens in a family that shares data, each case sees what was written last, also from its entries or a snapshot", async () => {
  await assertInTime(
    fc.asyncProperty(sharingBundles(), joiningWhims(), fc.nat(30), async (bundle, wishes, cut) => {
      const story = new FamilyStory(await repertoireOf(bundle))
      const writings = new Writings()
      story.ask({ type: "StartCase", process: "p", version: 1, data: {} })
      let seen = 0
      for (const whim of [undefined, ...wishes]) {
        story.now += 3_600_000
        if (whim) story.ask(sharingAskOf(whim, story))
        for (const entry of story.entries.slice(seen)) writings.see(entry)
        seen = story.entries.length
        for (const found of story.state.cases.values())
          expect(dataOf(story.state, found), story.log()).toEqual(writings.seenBy(found.id))
      }
      const { state, handling } = story
      expect(story.folded()).toEqual({ state, handling })
      const before = story.folded(undefined, story.entries.slice(0, cut))
      const restored = decodeSnapshot(encodeSnapshot(before))
      const again = restored && { state: restored.state, handling: restored.handling }
      expect(story.folded(again, story.entries.slice(cut))).toEqual({ state, handling })
    }),
    often,
  )
})
