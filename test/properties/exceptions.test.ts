import fc from "fast-check"
import { expect, test } from "vitest"
import { isLive } from "../../src/engine/family.ts"
import type { Answer } from "../../src/messages/handling.ts"
import type { CaseId, ExceptionId } from "../../src/messages/ids.ts"
import type { JsonObject } from "../../src/messages/json.ts"
import { decodeSnapshot, encodeSnapshot } from "../../src/runtime/snapshots.ts"
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

/** Runs a story of whims; an hour passes between two of them. */
async function run(
  bundle: JsonObject,
  wishes: readonly Whim[],
  look: (story: FamilyStory) => void = () => {},
): Promise<FamilyStory> {
  const story = new FamilyStory(await repertoireOf(bundle))
  story.ask({ type: "StartCase", process: "p", version: 1, data: {} })
  look(story)
  for (const whim of wishes) {
    story.now += 3_600_000
    story.ask(askOf(whim, story))
    look(story)
  }
  return story
}

test("[PROP1] what both machines know of a family is what its entries fold to, also from a snapshot at any point", async () => {
  await assertInTime(
    fc.asyncProperty(randomBundles(), manyWhims(), fc.nat(30), async (bundle, wishes, cut) => {
      const story = await run(bundle, wishes)
      const { state, handling } = story
      expect(story.folded()).toEqual({ state, handling })
      const at = Math.min(cut, story.entries.length)
      const before = story.folded(undefined, story.entries.slice(0, at))
      const restored = decodeSnapshot(encodeSnapshot(before))
      expect(restored).toEqual({ ...before, lastAt: 0 })
      const again = restored && { state: restored.state, handling: restored.handling }
      expect(story.folded(again, story.entries.slice(at))).toEqual({ state, handling })
    }),
    often,
  )
})

test("[PROP3] [PROP4] whatever is asked in whatever state, nothing is left hanging", async () => {
  await assertInTime(
    fc.asyncProperty(randomBundles(), manyWhims(), async (bundle, wishes) => {
      await run(bundle, wishes, (story) => {
        const found = hanging(story)
        if (found.length > 0) expect.fail(`${found.join("\n")}\n${story.log()}`)
      })
    }),
    often,
  )
})

/** What nobody would ever set going again. */
function hanging(story: FamilyStory): readonly string[] {
  const { state, handling } = story
  const found: string[] = []
  for (const { id, owner } of state.holds.values()) {
    if (owner.kind === "run" && !handling.runs.has(owner.run) && endOf(story, owner.run) !== "completed")
      found.push(`hold ${id} of run ${owner.run}, which is ${endOf(story, owner.run)}`)
    if (owner.kind === "exception" && !state.exceptions.has(owner.exception))
      found.push(`hold ${id} of exception ${owner.exception}, which is not open`)
  }
  for (const { id, choices } of [...handling.interventions.values()].slice(0, 3)) {
    const answer = (how: Answer) => story.decide({ type: "AnswerIntervention", intervention: id, answer: how })
    if (!answer({ do: "dismiss" }).ok && !answer({ do: "confirm", answer: choices?.[0] ?? 1 }).ok)
      found.push(`intervention ${id} can be neither dismissed nor confirmed`)
  }
  for (const { id, open, case: home, rollback } of handling.runs.values()) {
    const asks = [...handling.interventions.values()].some((question) => question.run === id)
    const isStopped = rollback?.failure && state.exceptions.has(rollback.failure.exception)
    const hasOther = [...handling.runs.values()].some((other) => other.for === id)
    if (open.length === 0 && !asks && !isStopped && !hasOther) found.push(`run ${id} waits for nothing`)
    for (const worklet of open)
      if (state.cases.get(worklet)?.state !== "running") found.push(`run ${id} waits for ${worklet}, which is over`)
    if (!state.cases.has(home)) found.push(`run ${id} stands nowhere`)
  }
  for (const { id, state: its } of state.cases.values())
    if (its === "running" && !canMove(story, id)) found.push(`case ${id} runs and nothing in it can move`)
  for (const { id } of handling.exceptions.values())
    if (!state.exceptions.has(id)) found.push(`exception ${id} is handled though it is not open`)
  for (const { id } of state.exceptions.values())
    if (!isAnswered(story, id)) found.push(`exception ${id} is nobody's business`)
  return found
}

/** Something in it is live, somebody is asked, or it is held. A deadlock that somebody has dismissed stays one. */
function canMove({ state, entries }: FamilyStory, id: CaseId): boolean {
  const isHere = (at: { readonly case: CaseId }) => at.case === id
  return (
    [...state.items.values()].some((item) => isHere(item) && isLive(item)) ||
    [...state.exceptions.values()].some(isHere) ||
    [...state.holds.values()].some(({ target }) => "case" in target && isHere(target)) ||
    entries.some(({ events }) =>
      events.some((event) => event.type === "ExceptionRaised" && event.class === "Deadlock" && isHere(event)),
    )
  )
}

/** Whether a run handles it, somebody is asked or waited for until they are free: about it, or about what its handling has become. */
function isAnswered({ state, handling }: FamilyStory, id: ExceptionId): boolean {
  const seen = new Set<ExceptionId>()
  for (let at = handling.exceptions.get(id); at && !seen.has(at.id); ) {
    if (at.runs.length > 0 || at.intervention || (at.item && state.items.get(at.item)?.offer?.isAwaited)) return true
    seen.add(at.id)
    at = at.became && handling.exceptions.get(at.became)
  }
  return false
}

function endOf({ entries }: FamilyStory, run: string): string | undefined {
  for (const { events } of entries)
    for (const event of events) if (event.type === "RunEnded" && event.run === run) return event.as
  return undefined
}
