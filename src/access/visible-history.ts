import type { Event, RecordedEntry } from "../messages/events.ts"
import { asCaseId, asItemId, type FamilyId } from "../messages/ids.ts"
import type { Desk } from "./desk.ts"

export interface HistoryFilter {
  readonly process?: string
  /** What he did, and what was given to him by name. */
  readonly agent?: string
}

/**
 * History as one may see it: of each entry the events of those cases whose process he may see. Which processes a family has is
 * remembered, since most entries of a stream come from the same families; whether he may see them is asked anew each time.
 */
export class VisibleHistory {
  readonly #desk: Desk
  readonly #processes = new Map<FamilyId, ReadonlyMap<string, string>>()

  constructor(desk: Desk) {
    this.#desk = desk
  }

  /** What of an entry is to be told; undefined: nothing. */
  async entry(entry: RecordedEntry, filter: HistoryFilter = {}): Promise<RecordedEntry | undefined> {
    const events = await this.events(entry.family, entry.events, filter.process)
    const { agent } = filter
    if (events.length === 0 || (agent !== undefined && entry.by !== agent && !events.some(concerns(agent)))) return
    if (events.length === entry.events.length) return { ...entry, events }
    // Why it was done may be about what is not told.
    const { reason: _, ...rest } = entry
    return { ...rest, events }
  }

  async events(family: FamilyId, events: readonly Event[], process?: string): Promise<readonly Event[]> {
    const seesAll = this.#desk.may("see")
    if (seesAll && process === undefined) return events
    const processes = await this.#processesOf(family, events)
    const isTold = (name: string) =>
      (process === undefined || name === process) && (seesAll || this.#desk.may("see", { process: name }))
    const names = new Set(processes.values())
    if ([...names].every(isTold)) return events
    if (![...names].some(isTold)) return []
    const told: Event[] = []
    for (const event of events) {
      const name = processes.get((await this.#caseOf(event)) ?? "")
      if (name !== undefined && isTold(name))
        told.push(withoutOrigin(event, (id) => isTold(processes.get(id) ?? "")) ?? event)
    }
    return told
  }

  async #processesOf(family: FamilyId, events: readonly Event[]): Promise<ReadonlyMap<string, string>> {
    const known = this.#processes.get(family)
    if (known && !events.some(({ type }) => type === "CaseStarted")) return known
    const found = new Map<string, string>()
    for (let after: string | undefined; ; ) {
      const rows = await this.#desk.engine.cases({ family, limit: 500, ...(after && { after: asCaseId(after) }) })
      for (const { id, process } of rows) found.set(id, process)
      after = rows.at(-1)?.id
      if (rows.length < 500) break
    }
    // A dry run tells of a case that is not there.
    for (const event of events) if (event.type === "CaseStarted") found.set(event.case, event.process)
    if (this.#processes.size >= mostFamilies) this.#processes.clear()
    this.#processes.set(family, found)
    return found
  }

  /** The case an event is about, where it tells; what cannot be told of is left out. */
  async #caseOf(event: Event): Promise<string | undefined> {
    if ("case" in event && typeof event.case === "string") return event.case
    if ("hold" in event && typeof event.hold === "object" && "case" in event.hold.target) return event.hold.target.case
    const item =
      "item" in event ? event.item : "of" in event && typeof event.of === "object" ? itemOf(event.of) : undefined
    if (item) return (await this.#desk.engine.itemRow(asItemId(item)))?.case
    return "frame" in event && !event.frame.includes(".") ? event.frame : undefined
  }
}

/** Returns the event without where it came from, if that is a case that is not shown. */
function withoutOrigin(event: Event, isShown: (id: string) => boolean): Event | undefined {
  if (event.type !== "DecisionMade" && event.type !== "RunStarted") return undefined
  const { from, ...rest } = event
  return from === undefined || isShown(from.case) ? undefined : rest
}

const mostFamilies = 10_000

const itemOf = (of: object): string | undefined => ("item" in of && typeof of.item === "string" ? of.item : undefined)

/** Whether an event names an agent as the one something is given to, taken from or asked of. */
function concerns(agent: string): (event: Event) => boolean {
  return (event) => {
    const named = event as {
      readonly agent?: unknown
      readonly to?: unknown
      readonly demand?: { readonly agents?: unknown }
    }
    return [named.agent, named.to, named.demand?.agents].some(
      (who) => who === agent || (Array.isArray(who) && who.includes(agent)),
    )
  }
}
