import { isNamed } from "../engine/states.ts"
import type { Ending, Entry, Event, PlaceId } from "../messages/events.ts"
import { type CaseId, type FrameId, type ItemId, rootFrame } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import { type BlockInfo, type Process, rootNet } from "../model/net.ts"

export const plainKinds = ["started", "done", "aborted", "written", "message"] as const
export type PlainKind = (typeof plainKinds)[number]

/** `done(sellTickets)`: what a family's history means in the words of rules. */
export interface PlainEvent {
  readonly kind: PlainKind
  /** Of a task, block, process, variable or message. */
  readonly name: string
  readonly process: string
}

type ProcessOf = (name: string, version: number) => Process | undefined

/** The plain events of a family, in order. What one record means stands together: it happened at once. */
export function plainEvents(entries: Iterable<Entry>, processOf: ProcessOf): readonly (readonly PlainEvent[])[] {
  const reading = new Reading(processOf)
  const groups: (readonly PlainEvent[])[] = []
  for (const { events } of entries) for (const event of events) groups.push(reading.read(event))
  return groups.filter((group) => group.length > 0)
}

interface Site {
  readonly case: CaseId
  readonly frame: FrameId
  readonly net: string
}

/** A block begins when its first place gives its token, and is done when one of its nodes gives a token to the outside. */
class Reading {
  readonly #processOf: ProcessOf
  readonly #processes = new Map<CaseId, { readonly name: string; readonly version: number }>()
  readonly #frames = new Map<FrameId, Site>()
  readonly #items = new Map<ItemId, Site & { readonly task: string; readonly isRoute: boolean }>()
  readonly #open = new Set<string>()

  constructor(processOf: ProcessOf) {
    this.#processOf = processOf
  }

  read(event: Event): readonly PlainEvent[] {
    switch (event.type) {
      case "CaseStarted":
        this.#processes.set(event.case, { name: event.process, version: event.version })
        this.#frames.set(rootFrame(event.case), { case: event.case, frame: rootFrame(event.case), net: rootNet })
        return [{ kind: "started", name: event.process, process: event.process }]
      case "CaseCompleted":
        return this.#ofCase("done", event.case)
      case "CaseExhausted":
      case "CaseRemoved":
        return this.#ofCase("aborted", event.case)
      case "DataWritten":
        return this.#written(event.case, event.data)
      case "MessageReceived":
        return [this.#plain("message", event.name, event.case)]
      case "FrameOpened": {
        const owner = this.#items.get(event.item)
        if (owner) this.#frames.set(event.frame, { case: owner.case, frame: event.frame, net: event.net })
        return []
      }
      case "RouteFired": {
        const site = this.#frames.get(event.frame)
        return site ? [...this.#begun(site, event.consumed), ...this.#left(site, event.route, event.produced)] : []
      }
      case "ItemEnabled": {
        const site = this.#frames.get(event.frame)
        if (site === undefined) return []
        this.#items.set(event.item, { ...site, task: event.task, isRoute: event.kind === "route" })
        return this.#begun(site, event.consumed)
      }
      case "ItemStarted": {
        const item = this.#items.get(event.item)
        return item ? [...this.#begun(item, event.consumed), ...this.#named("started", item.task, item.case)] : []
      }
      case "ItemCompleted":
      case "ItemForceCompleted":
      case "ItemFailed":
      case "ItemSkipped":
        return this.#ended(event)
      case "ItemRemoved":
        return this.#removed(event.item)
      default:
        return []
    }
  }

  #ended({ item: id, consumed, produced, writes }: Ending): readonly PlainEvent[] {
    const item = this.#items.get(id)
    if (item === undefined || item.isRoute) return []
    return [
      ...this.#begun(item, consumed),
      ...this.#written(item.case, writes ?? {}),
      ...this.#named("done", item.task, item.case),
      ...this.#left(item, item.task, produced),
    ]
  }

  #removed(id: ItemId): readonly PlainEvent[] {
    const item = this.#items.get(id)
    if (item === undefined) return []
    const gone = new Set([item.task])
    const blocks = this.#blocksAt(item).filter((block) => {
      if (!block.parents.some((parent) => gone.has(parent))) return false
      gone.add(block.name)
      return this.#open.delete(keyOf(item, block))
    })
    const task = item.isRoute ? [] : this.#named("aborted", item.task, item.case)
    return [...task, ...blocks.flatMap((block) => this.#named("aborted", block.name, item.case))]
  }

  #begun(site: Site, consumed: readonly PlaceId[] = []): readonly PlainEvent[] {
    const blocks = this.#blocksAt(site).filter(({ region }) => {
      const [entry] = region.places
      return entry !== undefined && consumed.includes(entry)
    })
    for (const block of blocks) this.#open.add(keyOf(site, block))
    return blocks.toReversed().flatMap((block) => this.#named("started", block.name, site.case))
  }

  #left(site: Site, node: string, produced: readonly PlaceId[]): readonly PlainEvent[] {
    const blocks = this.#blocksAt(site).filter(
      ({ region }) => region.nodes.has(node) && produced.some((place) => !region.places.has(place)),
    )
    for (const block of blocks) this.#open.delete(keyOf(site, block))
    return blocks.flatMap((block) => this.#named("done", block.name, site.case))
  }

  /** Inner blocks first. */
  #blocksAt({ case: id, net }: Site): readonly BlockInfo[] {
    const found = this.#processes.get(id)
    const process = found && this.#processOf(found.name, found.version)
    return [...(process?.blocks.values() ?? [])].filter((block) => block.net === net)
  }

  #written(id: CaseId, data: JsonObject): readonly PlainEvent[] {
    return Object.keys(data).map((name) => this.#plain("written", name, id))
  }

  #ofCase(kind: PlainKind, id: CaseId): readonly PlainEvent[] {
    return [this.#plain(kind, this.#processes.get(id)?.name ?? "", id)]
  }

  #named(kind: PlainKind, name: string, id: CaseId): readonly PlainEvent[] {
    return isNamed(name) ? [this.#plain(kind, name, id)] : []
  }

  #plain(kind: PlainKind, name: string, id: CaseId): PlainEvent {
    return { kind, name, process: this.#processes.get(id)?.name ?? "" }
  }
}

const keyOf = ({ frame }: Site, { name }: BlockInfo): string => `${frame}/${name}`
