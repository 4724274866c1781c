import fc from "fast-check"
import { expect, test } from "vitest"
import type { NamedPattern, Pattern } from "../../src/exceptions/pattern.ts"
import { isWithin, matchOf } from "../../src/exceptions/pattern-match.ts"
import { parseDuration } from "../../src/expressions/time.ts"
import type { Occurrence } from "../../src/messages/handling.ts"
import { asCaseId } from "../../src/messages/ids.ts"
import { seed } from "../seed.ts"

const events = ["a", "b", "c"] as const
const minute = 60_000

const window = fc.option(fc.constantFrom("PT2M", "PT5M"), { nil: undefined, freq: 2 })
const { pattern: patterns } = fc.letrec<{ pattern: Pattern }>((tie) => {
  const leaf = fc.record({ event: fc.constantFrom(...events) })
  const members = fc.array(tie("pattern"), { minLength: 1, maxLength: 3 })
  const withWindow = <Kind extends object>(kind: fc.Arbitrary<Kind>) =>
    fc.tuple(kind, window).map(([made, within]) => (within ? { ...made, within } : made))
  return {
    pattern: fc.oneof(
      { maxDepth: 2, depthIdentifier: "pattern" },
      { weight: 1, arbitrary: leaf },
      { weight: 2, arbitrary: withWindow(members.map((all) => ({ all }))) },
      { weight: 1, arbitrary: withWindow(members.map((any) => ({ any }))) },
      { weight: 3, arbitrary: withWindow(members.map((sequence) => ({ sequence }))) },
    ),
  }
})
const happening = fc.record({ name: fc.constantFrom(...events), after: fc.integer({ min: 0, max: 3 }) })
const histories = fc.array(happening, { minLength: 3, maxLength: 9 })

test("[PATTERN2] [PATTERN3] [PATTERN4] what matches is what the definition says, over any events", () => {
  let matched = 0
  fc.assert(
    fc.property(patterns, window, histories, (pattern, within, history) => {
      const named = { name: "p", pattern, ...(within && { within }) }
      const happened = occurrencesOf(history)
      const found = consumed(happened, (kept) => matchOf(named, kept))
      expect(found).toEqual(consumed(happened, (kept) => bestByDefinition(named, kept)))
      matched += found.filter(({ length }) => length > 1).length
    }),
    { seed, numRuns: 1500 },
  )
  expect(matched).toBeGreaterThan(100)
})

function occurrencesOf(history: readonly { readonly name: string; readonly after: number }[]): readonly Occurrence[] {
  let at = 0
  return history.map(({ name, after }, index) => {
    at += after * minute
    return { number: index + 1, at, names: [name], case: asCaseId("x"), event: {} }
  })
}

/** The matches one after the other, as the numbers of their members. What one has used is gone. */
function consumed(
  happened: readonly Occurrence[],
  match: (kept: readonly Occurrence[]) => readonly Occurrence[] | undefined,
): readonly (readonly number[])[] {
  let kept: readonly Occurrence[] = []
  const matches: (readonly number[])[] = []
  for (const occurrence of happened) {
    kept = [...kept, occurrence]
    const found = match(kept)
    if (found === undefined) continue
    matches.push(found.map(({ number }) => number))
    kept = kept.filter((each) => !found.includes(each))
  }
  return matches
}

/** One way to match: what was chosen, in the order of writing. A branch of `any` counts as a choice of its number. */
interface Way {
  readonly choices: readonly number[]
  readonly picked: readonly Occurrence[]
}

/** All ways there are, however clumsily, and of those with the newest the first in the order of choices. */
function bestByDefinition(named: NamedPattern, kept: readonly Occurrence[]): readonly Occurrence[] | undefined {
  const newest = kept.at(-1)
  const ways = waysOf(named.pattern, kept)
    .filter(({ picked }) => picked.some((each) => each === newest) && lastsAtMost(picked, named.within))
    .sort((one, other) => compare(one.choices, other.choices))
  return ways[0]?.picked.toSorted((one, other) => one.number - other.number)
}

function waysOf(pattern: Pattern, kept: readonly Occurrence[]): readonly Way[] {
  return waysIgnoringWindow(pattern, kept).filter(({ picked }) => lastsAtMost(picked, pattern.within))
}

function waysIgnoringWindow(pattern: Pattern, kept: readonly Occurrence[]): readonly Way[] {
  if ("event" in pattern)
    return kept
      .filter(({ names }) => names.includes(pattern.event))
      .map((each) => ({ choices: [each.number], picked: [each] }))
  if ("any" in pattern)
    return pattern.any.flatMap((part, index) =>
      waysOf(part, kept).map((way) => ({ ...way, choices: [index, ...way.choices] })),
    )
  const parts = "all" in pattern ? pattern.all : pattern.sequence
  let ways: readonly Way[] = [{ choices: [], picked: [] }]
  for (const part of parts)
    ways = ways.flatMap((way) =>
      waysOf(part, kept)
        .filter(({ picked }) =>
          "all" in pattern
            ? !picked.some((each) => way.picked.includes(each))
            : picked.every((each) => way.picked.every((before) => before.number < each.number)),
        )
        .map((next) => ({ choices: [...way.choices, ...next.choices], picked: [...way.picked, ...next.picked] })),
    )
  return ways
}

function lastsAtMost(picked: readonly Occurrence[], within: string | undefined): boolean {
  if (within === undefined) return true
  const moments = picked.map(({ at }) => at)
  return isWithin(Math.min(...moments), Math.max(...moments), parseDuration(within))
}

function compare(one: readonly number[], other: readonly number[]): number {
  for (const [index, choice] of one.entries()) {
    const difference = choice - (other[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
