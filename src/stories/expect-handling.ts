import { publicName } from "../engine/raise.ts"
import type { DecisionMade } from "../messages/handling.ts"
import type { CaseView } from "../runtime/views.ts"
import type { Discrepancy, ExpectedDecision, ExpectedNotice, ExpectedRuns } from "./expectation.ts"
import { newestItem } from "./find-item.ts"
import type { FoundNotice, FoundRun, HandlingHistory } from "./handling-history.ts"
import { parseItemName } from "./item-name.ts"
import { canPair } from "./pairing.ts"
import { sameNames, shownList } from "./resemblance.ts"

/** The runs of an exlet in the case, else in its family: how the newest stands, or how many there are. */
export function checkRuns(
  view: CaseView,
  { runs }: HandlingHistory,
  expected: ReadonlyMap<string, ExpectedRuns>,
): readonly Discrepancy[] {
  return [...expected].flatMap(([name, wanted]) => {
    const found = runsOf(view, runs, name)
    if (wanted === (typeof wanted === "number" ? found.length : (found.at(-1)?.state ?? "none"))) return []
    const states = found.map(({ state }) => state)
    const shown = typeof wanted === "number" ? `${states.length} ${shownList(states)}` : (states.at(-1) ?? "none")
    return [{ path: ["exlets", name], expected: String(wanted), found: shown }]
  })
}

/** The last decision on an event there, whatever it was before. */
export function checkDecisions(
  view: CaseView,
  { decisions }: HandlingHistory,
  expected: readonly ExpectedDecision[],
): readonly Discrepancy[] {
  const own = decisions.filter((decision) => decision.case === view.id)
  return expected.flatMap(({ path, on, at, conclusion }) => {
    const there = own.filter((decision) => isOn(decision, on) && isAt(decision, at, view))
    const found = saidBy(there.at(-1))
    return sameNames(found, conclusion)
      ? []
      : [{ path, expected: shownNames(conclusion), found: `${shownNames(found)}${decidedElsewhere(there, own)}` }]
  })
}

/** All that people were told, in any order. */
export function checkNotices(
  found: readonly FoundNotice[],
  expected: number | readonly ExpectedNotice[],
): readonly Discrepancy[] {
  const isAsExpected = typeof expected === "number" ? found.length === expected : canPair(expected, found, isLike)
  if (isAsExpected) return []
  const texts = shownList(found.map(({ to, text }) => `to ${to}: ${text}`))
  const wanted =
    typeof expected === "number"
      ? String(expected)
      : shownList(expected.map(({ to, text }) => `to ${to ?? "anyone"}: ${text?.source ?? "any text"}`))
  return [
    { path: ["notified"], expected: wanted, found: typeof expected === "number" ? `${found.length} ${texts}` : texts },
  ]
}

function runsOf(view: CaseView, runs: readonly FoundRun[], name: string): readonly FoundRun[] {
  const all = runs.filter(({ exlet }) => exlet === name)
  const own = all.filter((run) => run.case === view.id)
  return own.length > 0 ? own : all
}

/** On a class is also what a tree for that class was asked about, whatever more special class it was. */
function isOn(decision: DecisionMade, on: string): boolean {
  return decision.on === on || decision.walks.some(({ tree }) => tree.startsWith(`${on} `))
}

function isAt({ at, item }: DecisionMade, wanted: string | undefined, view: CaseView): boolean {
  if (wanted === undefined) return true
  const own = `${view.process}/`
  const name = parseItemName(wanted.startsWith(own) ? wanted.slice(own.length) : wanted)
  if (name === undefined || name.task !== publicName(at)) return false
  return name.instances.length === 0 || newestItem(view, name)?.id === item
}

function saidBy(decision: DecisionMade | undefined): readonly string[] {
  return decision?.conclusion?.says.split(",").map((name) => name.trim()) ?? ["none"]
}

const shownNames = (names: readonly string[]): string => (names.length === 1 ? `${names[0]}` : shownList(names))

/** Where there was none, what else there was helps to see why. */
function decidedElsewhere(there: readonly DecisionMade[], own: readonly DecisionMade[]): string {
  if (there.length > 0 || own.length === 0) return ""
  const others = new Set(own.map(({ on, at }) => `${on} at ${publicName(at)}`))
  return `; there were decisions on ${[...others].join(", ")}`
}

function isLike(found: FoundNotice, expected: ExpectedNotice): boolean {
  if (expected.to !== undefined && expected.to !== found.to) return false
  return expected.text === undefined || expected.text.fits(found.text)
}
