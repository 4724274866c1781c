import { publicName } from "../engine/raise.ts"
import { dataOf } from "../engine/shared-data.ts"
import type { JsonObject } from "../messages/json.ts"
import type { Process } from "../model/net.ts"
import { STORY_BEGINS } from "../stories/read-story.ts"
import { type EarlyRead, saysItWrites, type WriteConflict } from "../verify/data-faults.ts"
import { traceThrough } from "../verify/soundness.ts"
import { explore, type Moment, stepsTo } from "./explore.ts"
import { type Knowing, liveItems, waysOf } from "./moves.ts"
import { planFor } from "./net-plan.ts"
import { curtain, type Played } from "./play.ts"
import { findWitness, type Planned } from "./witness.ts"

/** A story in which something is read that nobody has written. */
export function earlyReadCounterexample(
  knowing: Knowing,
  process: Process,
  read: EarlyRead,
): readonly JsonObject[] | undefined {
  const writers = new Set<string>()
  for (const { nodes } of process.nets.values())
    for (const each of nodes.values()) if (saysItWrites(process, each).includes(read.variable)) writers.add(each.name)
  // That who should write it does not is the lesser story.
  return earlyReadStory(knowing, process, read, writers) ?? earlyReadStory(knowing, process, read, new Set())
}

function earlyReadStory(
  knowing: Knowing,
  process: Process,
  { node, variable, fails }: EarlyRead,
  without: ReadonlySet<string>,
): readonly JsonObject[] | undefined {
  let found: Moment | undefined
  const isThere = ({ events, state }: Played) => {
    const [first] = state.cases.values()
    if (dataOf(state, first)[variable] !== undefined) return false
    return events.some((event) => {
      if (!fails) return event.type === "ItemEnabled" && event.task === node?.name
      const at = node ? publicName(node.name) : process.name
      return event.type === "ExceptionRaised" && event.class === FAILED && event.at === at
    })
  }
  explore(knowing, beginnings(knowing, process.name), {
    outside: [],
    most: MOST_TRIED,
    leavesOut: ({ events, state }) =>
      events.some((event) => event.type === "ItemCompleted" && without.has(state.items.get(event.item)?.task ?? "")),
    see(moment) {
      if (!isThere(moment.played)) return "go on"
      found = moment
      return "enough"
    },
  })
  if (found === undefined) return undefined
  const shown =
    !fails && node
      ? { items: { [publicName(node.name)]: statusOf(found.played, node.name) } }
      : { state: stateOf(found.played), exceptions: raisedIn(found.played) }
  return [...stepsTo(found), { expect: shown }]
}

/** A story in which two tasks that write the same are under way at once. Undefined: they never are, as far as was looked. */
export function writeConflictCounterexample(
  knowing: Knowing,
  process: Process,
  { net, standing, one, other }: WriteConflict,
): { readonly isPossible: boolean; readonly steps?: readonly JsonObject[] } {
  const trace = traceThrough(process, net, standing, { states: 2_000, effort: 10_000 })
  if (trace === undefined) return { isPossible: false }
  const plan = planFor(process, net, trace)
  const inside = standing.flatMap((name, index): readonly Planned[] => {
    const { name: task } = index === 0 ? one : other
    return name === task ? [] : [intoActivity(process, name, task)]
  })
  const isThere = (played: Played) => [one, other].every(({ name }) => statusOf(played, name) !== "")
  const found = plan && findWitness(knowing, [...plan, ...inside], { goal: isThere, most: MOST_TRIED })
  if (found === undefined) return { isPossible: true }
  const items = Object.fromEntries([one, other].map(({ name }) => [name, statusOf(found.played, name)]))
  return { isPossible: true, steps: [...found.steps, { expect: { items } }] }
}

const MOST_TRIED = 400
const FAILED = "EvaluationFailed"

/** From the beginning of an activity that is live to where a task in it is. */
function intoActivity(process: Process, activity: string, task: string): Planned {
  return {
    then(played) {
      if (statusOf(played, task) !== "") return []
      const net = [...process.nets.values()].find(({ name, nodes }) => name !== task && nodes.has(task))
      const trace = net && traceThrough(process, net, [task])
      const plan = net && trace ? planFor(process, net, trace) : undefined
      // Everything up to the activity has been done already.
      const owner = net?.owner?.node
      return net && plan && owner === activity ? plan.slice(prefixOf(process, net)) : []
    },
  }
}

function prefixOf(process: Process, net: Parameters<typeof planFor>[1]): number {
  return (planFor(process, net, { beginning: [net.start], deeds: [] }) ?? []).length
}

function beginnings(knowing: Knowing, process: string): readonly Moment[] {
  const before: Moment = { played: curtain(Date.parse(STORY_BEGINS)), cost: 0 }
  const moments: Moment[] = []
  for (const way of waysOf(knowing, before.played, { start: process })) {
    if (way.gives.length > 1) break
    const outcome = way.go()
    if (outcome.ok) moments.push({ played: outcome.played, step: way.step, before, cost: way.gives.length })
  }
  return moments
}

function statusOf(played: Played, task: string): string {
  return liveItems(played).find((item) => item.task === task)?.status ?? ""
}

function stateOf({ state }: Played): string {
  const [first] = state.cases.values()
  return first?.state ?? ""
}

function raisedIn({ entries, state }: Played): readonly JsonObject[] {
  const [first] = state.cases.values()
  return entries
    .flatMap(({ events }) => events)
    .filter((event) => event.type === "ExceptionRaised")
    .filter((event) => event.case === first?.id)
    .map(({ class: name, at }) => ({ class: name, at }))
}
