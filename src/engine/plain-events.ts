import type { Ending, PlaceId } from "../messages/events.ts"
import type { CaseId, ItemId } from "../messages/ids.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import { type PlainEvent, type PlainKind, parametersOfMessage } from "../messages/plain-events.ts"
import type { BlockInfo, Process } from "../model/net.ts"
import type { Step } from "./evolve.ts"
import { type Family, type Frame, type Item, traceKey } from "./family.ts"
import { isNamed } from "./states.ts"

type Find = (name: string, version: number) => Process | undefined

/**
 * What one record means in the words of rules, in order; asked right after it, while the family is as it has left it. A block
 * begins when its first place gives its token, and is done when one of its nodes gives a token to the outside.
 */
export function plainEventsOf(step: Step, family: Family, find: Find): readonly PlainEvent[] {
  const { event } = step
  switch (event.type) {
    case "CaseStarted":
      return ofCase(family, event.case, "started")
    case "CaseCompleted":
      return ofCase(family, event.case, "done", withResult(event.result))
    case "CaseExhausted":
    case "CaseRemoved":
    case "CaseFailed":
      return ofCase(family, event.case, "aborted")
    case "DataWritten":
      return written(family, event.case, event.data, step)
    case "MessageReceived":
      return [
        { ...inCase(family, event.case), kind: "message", name: event.name, parameters: parametersOfMessage(event) },
      ]
    case "RouteFired": {
      const site = siteIn(family, family.frames.get(event.frame), find)
      return site ? [...begun(site, event.consumed), ...left(site, event.route, event.produced)] : none
    }
    case "ItemEnabled":
    case "ItemStarted": {
      const { after: item, frame } = step
      const site = siteIn(family, frame, find)
      if (!item || !site) return none
      const own = event.type === "ItemStarted" ? named(site, "started", item.task, item.id) : none
      return [...begun(site, event.consumed), ...own]
    }
    case "ItemCompleted":
    case "ItemForceCompleted":
    case "ItemFailed":
    case "ItemSkipped":
      return ended(family, step, event, find)
    case "ItemRemoved": {
      const { after: item, frame } = step
      const site = siteIn(family, frame, find)
      return item && site ? removed(site, item) : none
    }
    default:
      return none
  }
}

const none: readonly PlainEvent[] = []

/** Where flow moves: a frame of a case. */
interface Site {
  readonly family: Family
  readonly process: Process
  readonly frame: Frame
  /** Inner ones first. */
  readonly blocks: readonly BlockInfo[]
}

function siteIn(family: Family, frame: Frame | undefined, find: Find): Site | undefined {
  const of = frame && family.cases.get(frame.case)
  const process = of && find(of.process, of.version)
  return frame && process && { family, process, frame, blocks: blocksOf(process, frame.net) }
}

function ended(
  family: Family,
  step: Step,
  { consumed, produced, writes, result }: Ending,
  find: Find,
): readonly PlainEvent[] {
  const { after: item, frame } = step
  const site = siteIn(family, frame, find)
  if (!item || !site || item.kind === "route") return none
  return [
    ...begun(site, consumed),
    ...(writes ? written(family, item.case, writes, step, item.id) : none),
    ...named(site, "done", item.task, item.id, withResult(result)),
    ...left(site, item.task, produced),
  ]
}

/** What ends with a removed item is aborted with it, once. */
function removed(site: Site, item: Item): readonly PlainEvent[] {
  const gone = new Set([item.task])
  const blocks = site.blocks.filter((block) => {
    if (!block.parents.some((parent) => gone.has(parent))) return false
    gone.add(block.name)
    return !block.parents.some((parent) => !gone.has(parent) && wasAborted(site, parent, item, block.loops.length))
  })
  const task = item.kind === "route" ? none : named(site, "aborted", item.task, item.id)
  return [...task, ...blocks.flatMap((block) => ofBlock(site, "aborted", block))]
}

/** Whether a task or block beside the item was aborted before it, in the same round of the loops around both. */
function wasAborted(site: Site, name: string, item: Item, loops: number): boolean {
  const block = site.blocks.find((each) => each.name === name)
  if (block) return block.parents.some((parent) => wasAborted(site, parent, item, loops))
  const { family, frame } = site
  for (const id of family.traces.get(traceKey(frame.id, name))?.items ?? []) {
    const other = family.items.get(id)
    if (other?.status === "removed" && outer(other, loops) === outer(item, loops)) return true
  }
  return false
}

const outer = ({ serials = [] }: Item, loops: number): string => serials.slice(serials.length - loops).join()

function begun(site: Site, consumed: readonly PlaceId[] = []): readonly PlainEvent[] {
  if (consumed.length === 0 || site.blocks.length === 0) return none
  const blocks = site.blocks.filter(({ region }) => {
    const [entry] = region.places
    return entry !== undefined && consumed.includes(entry)
  })
  return blocks.toReversed().flatMap((block) => ofBlock(site, "started", block))
}

function left(site: Site, node: string, produced: readonly PlaceId[]): readonly PlainEvent[] {
  const blocks = site.blocks.filter(
    ({ region }) => region.nodes.has(node) && produced.some((place) => !region.places.has(place)),
  )
  return blocks.flatMap((block) => ofBlock(site, "done", block))
}

function ofBlock(site: Site, kind: PlainKind, { name }: BlockInfo): readonly PlainEvent[] {
  return named(site, kind, name, site.frame.item)
}

function named(
  { process, frame }: Site,
  kind: PlainKind,
  name: string,
  item: ItemId | undefined,
  parameters: JsonObject = {},
): readonly PlainEvent[] {
  if (!isNamed(name)) return none
  return [{ kind, name, case: frame.case, process: process.name, ...(item && { item }), parameters }]
}

function written(
  family: Family,
  id: CaseId,
  data: JsonObject,
  { data: before = {} }: Step,
  item?: ItemId,
): readonly PlainEvent[] {
  const at = { ...inCase(family, id), ...(item && { item }) }
  return Object.entries(data).map(([variable, value]) => {
    const parameters = { variable, value, before: before[variable] ?? null }
    return { ...at, kind: "written", name: variable, parameters }
  })
}

function ofCase(family: Family, id: CaseId, kind: PlainKind, parameters: JsonObject = {}): readonly PlainEvent[] {
  const at = inCase(family, id)
  return [{ ...at, kind, name: at.process, parameters }]
}

const inCase = (family: Family, id: CaseId) => ({ case: id, process: family.cases.get(id)?.process ?? "" })

const withResult = (result: Json | undefined): JsonObject => (result === undefined ? {} : { result })

function blocksOf(process: Process, net: string): readonly BlockInfo[] {
  const known = blocksByNet.get(process)
  if (known) return known.get(net) ?? []
  blocksByNet.set(
    process,
    Map.groupBy(process.blocks.values(), (block) => block.net),
  )
  return blocksOf(process, net)
}

const blocksByNet = new WeakMap<Process, ReadonlyMap<string, readonly BlockInfo[]>>()
