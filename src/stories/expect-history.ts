import { publicName } from "../engine/raise.ts"
import type { ExceptionId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import type { CaseView } from "../runtime/views.ts"
import type { Discrepancy, ExceptionState, ExpectedEvent, ExpectedException } from "./expectation.ts"
import { type PlainEvent, plainEvents } from "./plain-events.ts"
import { resembles, shownList } from "./resemblance.ts"
import type { World } from "./world.ts"

/** All exceptions of a case in its whole life: each is expected once, and each expectation meets one. */
export async function checkExceptions(
  world: World,
  view: CaseView,
  expected: readonly ExpectedException[],
): Promise<readonly Discrepancy[]> {
  const found = await exceptionsOf(world, view)
  if (found.length === expected.length && canPair(expected, found)) return []
  return [
    {
      path: ["exceptions"],
      expected: shownList(expected.map(describeExpected)),
      found: shownList(found.map(describe)),
    },
  ]
}

/** The events come in this order, others between allowed; what one record means has no order. */
export async function checkLog(
  world: World,
  view: CaseView,
  expected: readonly ExpectedEvent[],
): Promise<readonly Discrepancy[]> {
  const groups = plainEvents(await world.entries({ family: view.family }), world.processOf)
  const missing = firstMissing(groups, expected)
  if (missing === undefined) return []
  const before = expected.slice(0, missing).map(textOf)
  const after = before.length === 0 ? "" : ` after ${before.join(", ")}`
  const next = expected[missing]
  return [
    {
      path: ["log", missing],
      expected: `${next ? textOf(next) : ""}${after}`,
      found: shownList(groups.flat().map(textOf)),
    },
  ]
}

/** The index of the first event that does not come, if any. */
export function firstMissing(
  groups: readonly (readonly PlainEvent[])[],
  expected: readonly ExpectedEvent[],
): number | undefined {
  let at = 0
  let rest = [...(groups[0] ?? [])]
  for (const [index, wanted] of expected.entries()) {
    for (;;) {
      const position = rest.findIndex((event) => isMeant(event, wanted))
      if (position >= 0) {
        rest.splice(position, 1)
        break
      }
      at++
      if (at >= groups.length) return index
      rest = [...(groups[at] ?? [])]
    }
  }
  return undefined
}

interface FoundException {
  readonly class: string
  readonly at: string
  readonly state: ExceptionState
  readonly parameters: JsonObject
}

/** What is not open any more was resolved, or went with what it stood at. */
async function exceptionsOf(world: World, view: CaseView): Promise<readonly FoundException[]> {
  const open = new Set<ExceptionId>(view.exceptions.map(({ id }) => id))
  const found: FoundException[] = []
  for (const { events } of await world.entries({ family: view.family })) {
    for (const event of events) {
      if (event.type !== "ExceptionRaised" || event.case !== view.id) continue
      const { class: name, at, parameters } = event
      found.push({
        class: name,
        at: publicName(at),
        parameters,
        state: open.has(event.exception) ? "open" : "resolved",
      })
    }
  }
  return found
}

/** Expectations may be vague, so that one that fits is not always the right one: all pairings are tried. */
function canPair(expected: readonly ExpectedException[], found: readonly FoundException[]): boolean {
  const [first, ...others] = expected
  if (first === undefined) return true
  return found.some((candidate, index) => isLike(candidate, first) && canPair(others, found.toSpliced(index, 1)))
}

function isLike(found: FoundException, expected: ExpectedException): boolean {
  if (expected.class !== undefined && expected.class !== found.class) return false
  if (expected.at !== undefined && expected.at !== found.at) return false
  if (expected.state !== undefined && expected.state !== found.state) return false
  return expected.with === undefined || resembles(found.parameters, expected.with)
}

function isMeant(event: PlainEvent, wanted: ExpectedEvent): boolean {
  const isSame = event.kind === wanted.kind && event.name === wanted.name
  return isSame && (wanted.process === undefined || wanted.process === event.process)
}

const textOf = ({ kind, name }: PlainEvent | ExpectedEvent): string => `${kind}(${name})`

const describe = (found: FoundException): string => `${found.class} at ${found.at} ${found.state}`

function describeExpected(expected: ExpectedException): string {
  const parameters = expected.with === undefined ? "" : ` with ${JSON.stringify(expected.with)}`
  return `${expected.class ?? "any"} at ${expected.at ?? "any place"} ${expected.state ?? "in any state"}${parameters}`
}
