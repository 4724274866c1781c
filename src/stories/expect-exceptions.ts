import type { CaseView } from "../runtime/views.ts"
import type { InterventionRow } from "../store/port.ts"
import type { Discrepancy, ExpectedException, ExpectedIntervention } from "./expectation.ts"
import type { FoundException, HandlingHistory } from "./handling-history.ts"
import { canPair } from "./pairing.ts"
import { resembles, shownList } from "./resemblance.ts"
import type { World } from "./world.ts"

/** All exceptions of a case in its whole life: each is expected once, and each expectation meets one. */
export function checkExceptions(
  view: CaseView,
  history: HandlingHistory,
  expected: readonly ExpectedException[],
): readonly Discrepancy[] {
  const found = [...history.exceptions.values()].filter((exception) => exception.case === view.id)
  if (canPair(expected, found, (one, other) => isLike(one, other, view))) return []
  return [
    {
      path: ["exceptions"],
      expected: shownList(expected.map(describeExpected)),
      found: shownList(found.map(describe)),
    },
  ]
}

/** The open interventions of a case, and the exceptions they are about. */
export async function checkInterventions(
  world: World,
  view: CaseView,
  history: HandlingHistory,
  expected: number | readonly ExpectedIntervention[],
): Promise<readonly Discrepancy[]> {
  const rows = await world.engine.interventions({ case: view.id, limit: 10_000 })
  const found = rows.map((row) => foundIntervention(row, history))
  const isAsExpected =
    typeof expected === "number"
      ? found.length === expected
      : canPair(expected, found, (one, other) => isLikeIntervention(one, other, view))
  if (isAsExpected) return []
  const texts = found.map((each) => `${describe(each)}${each.to === undefined ? "" : ` to ${each.to}`}: ${each.text}`)
  return [
    {
      path: ["interventions"],
      expected:
        typeof expected === "number" ? `${expected} open` : shownList(expected.map(describeExpectedIntervention)),
      found: typeof expected === "number" ? `${texts.length} open ${shownList(texts)}` : shownList(texts),
    },
  ]
}

/** One that a run asks for is about no exception. */
type FoundIntervention = Partial<FoundException> & Pick<InterventionRow, "at" | "text" | "to">

function foundIntervention(row: InterventionRow, history: HandlingHistory): FoundIntervention {
  const subject = history.subjects.get(row.id)
  const exception = subject && history.exceptions.get(subject)
  const name = row.class ?? exception?.class
  return {
    ...exception,
    ...(name !== undefined && { class: name }),
    at: row.at,
    text: row.text,
    ...(row.to !== undefined && { to: row.to }),
  }
}

type Found = Partial<FoundException> & Pick<FoundException, "at">

function isLike(found: Found, expected: ExpectedException, view: CaseView): boolean {
  if (expected.class !== undefined && expected.class !== found.class) return false
  if (expected.at !== undefined && expected.at !== found.at && expected.at !== `${view.process}/${found.at}`)
    return false
  if (expected.state !== undefined && expected.state !== found.state) return false
  return expected.with === undefined || resembles(found.parameters, expected.with)
}

function isLikeIntervention(found: FoundIntervention, expected: ExpectedIntervention, view: CaseView): boolean {
  if (expected.to !== undefined && expected.to !== found.to) return false
  return isLike(found, expected, view) && (expected.text === undefined || expected.text.fits(found.text))
}

const describe = ({ class: name, at, state }: Found): string =>
  `${name ?? "a question"} at ${at}${state === undefined ? "" : ` ${state}`}`

function describeExpected(expected: ExpectedException): string {
  const parameters = expected.with === undefined ? "" : ` with ${JSON.stringify(expected.with)}`
  return `${expected.class ?? "any"} at ${expected.at ?? "any place"} ${expected.state ?? "in any state"}${parameters}`
}

function describeExpectedIntervention({ to, text, ...about }: ExpectedIntervention): string {
  return `${describeExpected(about)}${to === undefined ? "" : ` to ${to}`}${text === undefined ? "" : `: ${text.source}`}`
}
