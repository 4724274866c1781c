import { isNamed } from "../engine/states.ts"
import { familyOf, numberOf } from "../messages/ids.ts"
import type { CaseView } from "../runtime/views.ts"
import { checkExceptions, checkInterventions } from "./expect-exceptions.ts"
import { checkDecisions, checkNotices, checkRuns } from "./expect-handling.ts"
import { checkLog } from "./expect-log.ts"
import type { Discrepancy, Expectation } from "./expectation.ts"
import { newestItem, statusOf } from "./find-item.ts"
import { handlingHistory } from "./handling-history.ts"
import type { ItemName } from "./item-name.ts"
import { resembles, sameNames, shown, shownList } from "./resemblance.ts"
import type { World } from "./world.ts"

/** Everything in which a case differs from what is expected of it. */
export async function discrepancies(
  world: World,
  view: CaseView,
  expectation: Expectation,
): Promise<readonly Discrepancy[]> {
  return [
    ...checkCase(view, expectation),
    ...(await checkItems(world, view, expectation)),
    ...checkStates(view, expectation),
    ...(expectation.family ? await checkFamily(world, view, expectation.family) : []),
    ...(await checkHandling(world, view, expectation)),
    ...(expectation.worklist ? await checkWorklists(world, expectation.worklist) : []),
    ...(expectation.log ? await checkLog(world, view, expectation.log) : []),
  ]
}

function checkCase(view: CaseView, { state, held, result, data = {} }: Expectation): readonly Discrepancy[] {
  const found: Discrepancy[] = []
  if (state !== undefined && view.state !== state) found.push({ path: ["state"], expected: state, found: view.state })
  if (held !== undefined && view.held !== held)
    found.push({ path: ["held"], expected: String(held), found: String(view.held) })
  if (result !== undefined && !resembles(view.result, result))
    found.push({ path: ["result"], expected: shown(result), found: shown(view.result) })
  for (const [name, value] of Object.entries(data)) {
    const actual = Object.hasOwn(view.data, name) ? view.data[name] : undefined
    if (!resembles(actual, value)) found.push({ path: ["data", name], expected: shown(value), found: shown(actual) })
  }
  return found
}

async function checkItems(world: World, view: CaseView, { items }: Expectation): Promise<readonly Discrepancy[]> {
  const discrepancies: Discrepancy[] = []
  for (const [name, { item, status, held }] of items ?? []) {
    const actual = newestItem(view, item)
    const expected = held ? `held ${status}` : status
    const found = actual ? statusOf(actual) : await earlierStatus(world, view, item)
    if (found !== expected) discrepancies.push({ path: ["items", name], expected, found })
  }
  return discrepancies
}

/** Items of an activity that has been opened again since are no longer part of the case, but they have been. */
async function earlierStatus(world: World, view: CaseView, { task, instances }: ItemName): Promise<string> {
  if (instances.length > 0) return "none"
  const rows = await world.engine.items({ case: view.id, task, live: false, limit: 10_000 })
  return rows.toSorted((one, other) => numberOf(one.id) - numberOf(other.id)).at(-1)?.status ?? "none"
}

function checkStates(view: CaseView, { states }: Expectation): readonly Discrepancy[] {
  return [...(states ?? [])].flatMap(([state, expected]) => {
    const found = Object.keys(view.states).filter((name) => view.states[name] === state && isNamed(name))
    return sameNames(found, expected)
      ? []
      : [{ path: ["states", state], expected: shownList(expected), found: shownList(found) }]
  })
}

async function checkFamily(
  world: World,
  view: CaseView,
  family: NonNullable<Expectation["family"]>,
): Promise<readonly Discrepancy[]> {
  const rows = await world.casesOf(familyOf(view.id))
  return [...family].flatMap(([name, expected]) => {
    const match = /^(.*?)(?:\[(\d+)\])?$/.exec(name)
    const same = rows.filter(({ process }) => process === match?.[1])
    const found = same.at(match?.[2] === undefined ? -1 : Number(match[2]) - 1)?.state ?? "none"
    return found === expected ? [] : [{ path: ["family", name], expected, found }]
  })
}

async function checkHandling(world: World, view: CaseView, expectation: Expectation): Promise<readonly Discrepancy[]> {
  const { exlets, decisions, exceptions, interventions, notified } = expectation
  if ([exlets, decisions, exceptions, interventions, notified].every((each) => each === undefined)) return []
  const open = new Set(view.exceptions.map(({ id }) => id))
  const history = handlingHistory(await world.entries({ family: view.family }), (id) => open.has(id))
  const recent = handlingHistory(await world.entriesSinceLook(view.family), () => false)
  return [
    ...(exlets ? checkRuns(view, history, exlets) : []),
    ...(decisions ? checkDecisions(view, history, decisions) : []),
    ...(exceptions ? checkExceptions(view, history, exceptions) : []),
    ...(interventions !== undefined ? await checkInterventions(world, view, history, interventions) : []),
    ...(notified !== undefined ? checkNotices(recent.notices, notified) : []),
  ]
}

async function checkWorklists(
  world: World,
  worklists: NonNullable<Expectation["worklist"]>,
): Promise<readonly Discrepancy[]> {
  const found: Discrepancy[] = []
  for (const [agent, expected] of worklists) {
    const tasks = (await world.engine.worklist(agent, { limit: 10_000 })).map(({ task }) => task)
    if (!sameNames(tasks, expected))
      found.push({ path: ["worklist", agent], expected: shownList(expected), found: shownList(tasks) })
  }
  return found
}
