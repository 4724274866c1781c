import { setImmediate as nextTurn } from "node:timers/promises"
import { type AgentId, administrator } from "../messages/ids.ts"
import type { Demand, Staff } from "../messages/people.ts"
import { isPresent } from "../people/availability.ts"
import { demandOfKey, fitsKey } from "../people/demand-key.ts"
import { mayTakePlaceOf } from "../people/stand-ins.ts"
import type { ItemRow, Store, WorklistQuery } from "../store/port.ts"
import { unasked } from "./item-rows.ts"
import type { Staffing } from "./staffing.ts"

export interface WorklistAsked extends Partial<Omit<WorklistQuery, "agent" | "offers" | "as">> {
  /** Only what is with him; false: only what is offered. */
  readonly mine?: boolean
  /** Only what has all these words in its title, task, process or id. */
  readonly text?: string
}

interface Around {
  readonly store: Store
  readonly staffing: Staffing
  readonly now: number
  titleOf(process: string, task: string): string | undefined
}

/**
 * What an agent has, and what is offered to somebody like him, or like those whose place he takes. Who he is like is asked now,
 * so it is right the moment the organisation changes. The administrator may have everything.
 */
export async function worklistOf(
  { store, staffing, now, titleOf }: Around,
  agent: AgentId,
  asked: WorklistAsked,
): Promise<readonly ItemRow[]> {
  const staff = agent === administrator ? undefined : staffing.staff
  const isOnlyMine = asked?.mine === true
  const keys = isOnlyMine ? [] : await store.demands("offer")
  const as = staff ? mayTakePlaceOf(staffing.organisation, agent) : [agent]
  const offers = staff ? keys.filter((key) => mayTake(staffing, staff, { agent, as, now }, key)) : keys
  const query: WorklistQuery = { ...sensible(asked), agent, as, offers }
  const { limit } = query
  const words = wordsOf(asked)
  const isWanted = (row: ItemRow): boolean =>
    (asked?.mine !== false || row.agent !== agent) && (words.length === 0 || hasAll(words, row, titleOf))
  const found: ItemRow[] = []
  // What is looked through for something else is read in larger pieces, and others get a turn after each.
  let most = words.length > 0 ? Math.max(limit, largeRead) : limit
  for (let { after } = query; ; ) {
    const read = { ...query, limit: most }
    const rows: readonly ItemRow[] = await store.worklist(after === undefined ? read : { ...read, after })
    const his = rows.filter((row) => row.agent === agent || !staff || meetsTerms(staff, agent, row, now))
    found.push(...his.filter(isWanted))
    after = rows.at(-1)
    if (rows.length < most || found.length >= limit || after === undefined) return found.slice(0, limit)
    most = Math.max(limit, largeRead)
    await nextTurn()
  }
}

const largeRead = 200

/** Whether a row has all words of a text in its title, task, process or id. */
export function rowHas(text: string, row: ItemRow, titleOf: Around["titleOf"]): boolean {
  return hasAll(wordsIn(text), row, titleOf)
}

/** What cannot be meant is left aside. */
function sensible(asked: WorklistAsked | null): Omit<WorklistQuery, "agent" | "as" | "offers"> {
  const { order, limit = 100, process, task, dueBefore, priority, after } = asked ?? {}
  const most = Math.floor(limit)
  return {
    order: order === "due" || order === "age" ? order : "priority",
    limit: most >= 0 ? most : 0,
    ...(typeof process === "string" && { process }),
    ...(typeof task === "string" && { task }),
    ...(Number.isFinite(dueBefore) && { dueBefore: dueBefore as number }),
    ...(Number.isFinite(priority) && { priority: priority as number }),
    ...(typeof after?.id === "string" && { after }),
  }
}

function wordsOf(asked: WorklistAsked | null): readonly string[] {
  return typeof asked?.text === "string" ? wordsIn(asked.text) : []
}

const wordsIn = (text: string): readonly string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

function hasAll(words: readonly string[], { id, process, task }: ItemRow, titleOf: Around["titleOf"]): boolean {
  const text = `${titleOf(process, task) ?? ""} ${task} ${process} ${id}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

interface Taker {
  readonly agent: AgentId
  readonly as: readonly AgentId[]
  readonly now: number
}

/** There may be thousands of keys, and most agents stand in for nobody. */
function mayTake({ organisation, workload }: Staffing, staff: Staff, { agent, as, now }: Taker, key: string): boolean {
  if (key === "" || key === unasked) return key === ""
  const definition = organisation.agent(agent)
  if (definition === undefined || !isPresent(definition, now)) return false
  if (definition.limit !== undefined && workload.load(agent) >= definition.limit) return false
  return fitsKey(organisation, agent, key, now) || (as.length > 1 && isTakeable(staff, agent, demandOfKey(key), now))
}

/** Most items have no terms of their own. */
function meetsTerms(staff: Staff, agent: AgentId, { offer = "", terms }: ItemRow, now: number): boolean {
  return terms === undefined || isTakeable(staff, agent, { ...demandOfKey(offer), ...terms }, now)
}

function isTakeable(staff: Staff, agent: AgentId, demand: Demand, now: number): boolean {
  return staff.assess(agent, demand, { now, task: "", declined: [] }).obstacle === undefined
}
