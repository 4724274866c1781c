import type { AgentId } from "../messages/ids.ts"
import type { Json } from "../messages/json.ts"
import type { Strategy } from "../model/organisation.ts"
import { agentExpression } from "./agent-expression.ts"
import { codePointOrder } from "./code-point-order.ts"
import type { Question } from "./question.ts"
import type { Agent } from "./roster.ts"

/** The numbers, best first: as preferred, then by the strategy, then by the agents' ids. */
export function inOrder(question: Question, numbers: readonly number[]): readonly number[] {
  const { roster } = question.organisation
  const agents = numbers.map((number) => roster.at(number))
  const keys = [...nearness(question, agents), ...strategyKeys(question, agents)].map(ranked)
  const { length } = roster.ids
  const most = keys.reduce((product, { count }) => product * count, length)
  if (most > Number.MAX_SAFE_INTEGER) return compared(roster.ranks, numbers, keys)
  // One number for all of it sorts many times faster than comparisons do.
  const sorted = new Float64Array(numbers.length)
  for (const { ranks, count } of keys)
    for (let at = 0; at < sorted.length; at++) sorted[at] = (sorted[at] as number) * count + (ranks[at] as number)
  for (let at = 0; at < sorted.length; at++)
    sorted[at] = (sorted[at] as number) * length + (roster.ranks[numbers[at] as number] as number)
  sorted.sort()
  return numbers.map((_, at) => roster.inOrder[(sorted[at] as number) % length] as number)
}

function compared(idRanks: Uint32Array, numbers: readonly number[], keys: readonly Ranked[]): readonly number[] {
  const positions = numbers.map((_, position) => position)
  positions.sort((one, other) => {
    for (const { ranks } of keys)
      if (ranks[one] !== ranks[other]) return (ranks[one] as number) - (ranks[other] as number)
    return (idRanks[numbers[one] as number] as number) - (idRanks[numbers[other] as number] as number)
  })
  return positions.map((position) => numbers[position] as number)
}

/** A key with its values replaced by their places among themselves. */
interface Ranked {
  readonly ranks: readonly number[]
  readonly count: number
}

function ranked(key: Key): Ranked {
  let largest = 0
  for (const value of key) largest = Math.max(largest, Number.isInteger(value) && value >= 0 ? value : last)
  // Small whole numbers, such as how much everybody has to do, are places enough.
  if (largest < SMALL) return { ranks: key, count: largest + 1 }
  const sorted = new Float64Array(key).sort()
  const places = new Map<number, number>()
  for (let at = 0; at < sorted.length; at++)
    if (at === 0 || sorted[at] !== sorted[at - 1]) places.set(sorted[at] as number, places.size)
  return { ranks: key.map((value) => places.get(value) ?? 0), count: places.size }
}

/** A number for each agent; smaller is better. */
type Key = readonly number[]

const last = Number.POSITIVE_INFINITY
const first = Number.NEGATIVE_INFINITY
const SMALL = 100

function strategyKeys(question: Question, agents: readonly Agent[]): readonly Key[] {
  const { order } = question.demand
  if (typeof order === "object") return [expressionKey(question, agents, order)]
  const keys = strategies[order as Strategy] ?? strategies.leastLoaded
  return keys.map((key) => agents.map((agent) => key(question, agent)))
}

type Measure = (question: Question, agent: Agent) => number

const load: Measure = ({ workload }, { id }) => workload.load(id)

const strategies: { readonly [Name in Strategy]: readonly Measure[] } = {
  leastLoaded: [load],
  roundRobin: [({ workload, about }, { id }) => workload.lastGiven(id, about.task) ?? first],
  cheapest: [(_, { definition }) => definition.cost ?? last],
  fastest: [({ workload, about }, { id }) => workload.pace(id, about.task) ?? last],
  longestIdle: [load, ({ workload }, { id }) => (workload.load(id) === 0 ? (workload.lastEnded(id) ?? first) : 0)],
}

/** The preferred agent, then those nearer to him in the tree of units; among the equally near his supervisor first. */
function nearness({ organisation, about }: Question, agents: readonly Agent[]): readonly Key[] {
  if (about.prefer === undefined) return []
  const preferred = about.prefer.agent
  const supervisor: AgentId | undefined = organisation.supervisorOf(preferred)
  const unit = organisation.agent(preferred)?.unit
  const distances = new Map<string, number>()
  const distanceTo = (other: string | undefined): number => {
    if (unit === undefined || other === undefined) return last
    const distance = distances.get(other) ?? organisation.units.distance(unit, other)
    distances.set(other, distance)
    return distance
  }
  return [
    agents.map(({ id, definition }) => (id === preferred ? first : distanceTo(definition.unit))),
    agents.map(({ id }) => (id === supervisor ? 0 : 1)),
  ]
}

function expressionKey(
  question: Question,
  agents: readonly Agent[],
  { by, with: values }: Exclude<Question["demand"]["order"], string | undefined>,
): Key {
  const evaluate = agentExpression(question, by, values, "order")
  const results = agents.map((agent) => {
    const outcome = evaluate(agent)
    return typeof outcome === "object" && outcome.ok ? sortable(outcome.value) : undefined
  })
  if (results.every((result) => typeof result === "number" || result === undefined))
    return results.map((result) => result ?? last)
  const sorted = [...new Set(results.filter((result) => result !== undefined))].sort(sortableOrder)
  const places = new Map(sorted.map((result, place) => [result, place]))
  return results.map((result) => (result === undefined ? last : (places.get(result) ?? last)))
}

type Sortable = boolean | number | string

/** What cannot be sorted counts as no result. */
function sortable(value: Json): Sortable | undefined {
  return value === null || typeof value === "object" ? undefined : (value as Sortable)
}

/** False and true, then numbers, then texts. */
function sortableOrder(one: Sortable, other: Sortable): number {
  if (typeof one === "string" && typeof other === "string") return codePointOrder(one, other)
  if (typeof one === typeof other) return Number(one) - Number(other)
  return typeof one < typeof other ? -1 : 1
}
