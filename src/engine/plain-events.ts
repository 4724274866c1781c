import type { Ending, PlaceId } from "../messages/events.ts"
import type { CaseId, ItemId } from "../messages/ids.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import { type Hears, type PlainEvent, type PlainKind, parametersOfMessage } from "../messages/plain-events.ts"
import type { BlockInfo, Process } from "../model/net.ts"
import type { Step } from "./evolve.ts"
import { type Family, type Frame, type Item, traceKey } from "./family.ts"
import { isNamed } from "./states.ts"

interface Definitions {
  process(name: string, version: number): Process | undefined
}

/**
 * What one record means in the words of rules, in order, as far as anybody wants to hear of it; asked right after it, while the
 * family is as it has left it. A block begins when its first place gives its token, and is done when one of its nodes gives a
 * token to the outside.
 */
export function plainEventsOf(
  step: Step,
  family: Family,
  definitions: Definitions,
  hears: Hears,
): readonly PlainEvent[] {
  const { event } = step
  switch (event.type) {
    case "CaseStarted":
      return ofCase(family, event.case, "started", hears)
    case "CaseCompleted":
      return ofCase(family, event.case, "done", hears, withResult(event.result))
    case "CaseExhausted":
    case "CaseRemoved":
    case "CaseFailed":
      return ofCase(family, event.case, "aborted", hears)
    case "DataWritten":
      return written(family, event.case, event.data, step, hears)
    case "MessageReceived": {
      if (!hears("message", event.name)) return none
      const parameters = parametersOfMessage(event)
      return [{ ...inCase(family, event.case), kind: "message", name: event.name, parameters }]
    }
    case "RouteFired": {
      if (!hears("started") && !hears("done")) return none
      const site = siteIn(family, family.frames.get(event.frame), definitions, hears)
      return site ? joined(begun(site, event.consumed), left(site, event.route, event.produced)) : none
    }
    case "ItemEnabled":
    case "ItemStarted": {
      if (!hears("started")) return none
      const { after: item, frame } = step
      const site = siteIn(family, frame, definitions, hears)
      if (!item || !site) return none
      const own = event.type === "ItemStarted" ? named(site, "started", item.task, item.id) : none
      return joined(begun(site, event.consumed), own)
    }
    case "ItemCompleted":
    case "ItemForceCompleted":
    case "ItemFailed":
    case "ItemSkipped":
      return ended(family, step, event, definitions, hears)
    case "ItemRemoved": {
      if (!hears("aborted")) return none
      const { after: item, frame } = step
      const site = siteIn(family, frame, definitions, hears)
      return item && site ? removed(site, item) : none
    }
    default:
      return none
  }
}

const none: readonly PlainEvent[] = []

/** Mostly there is nothing to join. */
function joined(one: readonly PlainEvent[], other: readonly PlainEvent[]): readonly PlainEvent[] {
  return one.length === 0 ? other : other.length === 0 ? one : [...one, ...other]
}

/** Where flow moves: a frame of a case. */
interface Site {
  readonly family: Family
  readonly process: Process
  readonly frame: Frame
  /** Inner ones first. */
  readonly blocks: readonly BlockInfo[]
  readonly hears: Hears
}

function siteIn(family: Family, frame: Frame | undefined, definitions: Definitions, hears: Hears): Site | undefined {
  const of = frame && family.cases.get(frame.case)
  const process = of && definitions.process(of.process, of.version)
  return frame && process && { family, process, frame, blocks: blocksOf(process, frame.net), hears }
}

function ended(
  family: Family,
  step: Step,
  { consumed, produced, writes, result }: Ending,
  definitions: Definitions,
  hears: Hears,
): readonly PlainEvent[] {
  const { after: item, frame } = step
  const site = siteIn(family, frame, definitions, hears)
  if (!item || !site || item.kind === "route") return none
  const before = joined(begun(site, consumed), writes ? written(family, item.case, writes, step, hears, item.id) : none)
  const done = hears("done", item.task) ? named(site, "done", item.task, item.id, withResult(result)) : none
  return joined(before, joined(done, left(site, item.task, produced)))
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
  if (consumed.length === 0) return none
  let found = none
  for (const block of site.blocks) {
    if (!site.hears("started", block.name)) continue
    const [entry] = block.region.places
    // Outer ones are told first.
    if (entry !== undefined && consumed.includes(entry)) found = joined(ofBlock(site, "started", block), found)
  }
  return found
}

function left(site: Site, node: string, produced: readonly PlaceId[]): readonly PlainEvent[] {
  let found = none
  for (const block of site.blocks) {
    const { name, region } = block
    if (!site.hears("done", name) || !region.nodes.has(node)) continue
    if (produced.some((place) => !region.places.has(place))) found = joined(found, ofBlock(site, "done", block))
  }
  return found
}

function ofBlock(site: Site, kind: PlainKind, { name }: BlockInfo): readonly PlainEvent[] {
  return named(site, kind, name, site.frame.item)
}

function named(
  { process, frame, hears }: Site,
  kind: PlainKind,
  name: string,
  item: ItemId | undefined,
  parameters: JsonObject = {},
): readonly PlainEvent[] {
  if (!hears(kind, name) || !isNamed(name)) return none
  return [{ kind, name, case: frame.case, process: process.name, ...(item && { item }), parameters }]
}

function written(
  family: Family,
  id: CaseId,
  data: JsonObject,
  { data: before = {} }: Step,
  hears: Hears,
  item?: ItemId,
): readonly PlainEvent[] {
  const variables = Object.keys(data).filter((variable) => hears("written", variable))
  if (variables.length === 0) return none
  const at = { ...inCase(family, id), ...(item && { item }) }
  return variables.map((variable) => {
    const parameters = { variable, value: data[variable] ?? null, before: before[variable] ?? null }
    return { ...at, kind: "written", name: variable, parameters }
  })
}

function ofCase(
  family: Family,
  id: CaseId,
  kind: PlainKind,
  hears: Hears,
  parameters: JsonObject = {},
): readonly PlainEvent[] {
  const at = inCase(family, id)
  return hears(kind, at.process) ? [{ ...at, kind, name: at.process, parameters }] : none
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
