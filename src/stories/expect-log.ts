import type { PlainEvent } from "../messages/plain-events.ts"
import type { CaseView } from "../runtime/views.ts"
import type { Discrepancy, ExpectedEvent } from "./expectation.ts"
import { plainEvents } from "./plain-events.ts"
import { shownList } from "./resemblance.ts"
import type { World } from "./world.ts"

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

function isMeant(event: PlainEvent, wanted: ExpectedEvent): boolean {
  const isSame = event.kind === wanted.kind && event.name === wanted.name
  return isSame && (wanted.process === undefined || wanted.process === event.process)
}

const textOf = ({ kind, name }: PlainEvent | ExpectedEvent): string => `${kind}(${name})`
