import { isLive } from "../engine/family.ts"
import { publicName } from "../engine/raise.ts"
import type { Event, PlaceId } from "../messages/events.ts"
import { instanceFrame } from "../messages/ids.ts"
import { type Net, type Node, netOf, type Process } from "../model/net.ts"
import type { Deed } from "../verify/retrace.ts"
import { type Trace, traceThrough } from "../verify/soundness.ts"
import { liveItems } from "./moves.ts"
import type { Played } from "./play.ts"
import type { Planned } from "./witness.ts"

/** How a case is brought to where a trace through one of its nets leads. Undefined: nobody knows how. */
export function planFor(process: Process, net: Net, trace: Trace): readonly Planned[] | undefined {
  const before = isFromStart(net, trace) ? planInto(process, net) : jumpInto(process, net, trace)
  return before && [...before, ...planAlong(process, net, trace.deeds, undefined)]
}

/** Up to where a net begins: the start of the case, or of the activity it belongs to. */
function planInto(process: Process, { owner }: Net): readonly Planned[] | undefined {
  if (owner === undefined) return [{ start: process.name }]
  const around = netOf(process, owner.net)
  const trace = traceThrough(process, around, [owner.node])
  return trace && planFor(process, around, trace)
}

/** What lies aside can be jumped to. */
function jumpInto(process: Process, net: Net, { beginning: [entry] }: Trace): readonly Planned[] | undefined {
  const [block] = [...process.blocks.values()].filter((each) => each.net === net.name && each.entry === entry)
  const step = block?.name ?? net.places.get(entry ?? "")?.consumers[0]?.name
  return step === undefined ? undefined : [{ start: process.name }, { jump: step }]
}

const isFromStart = ({ start }: Net, { beginning }: Trace) => beginning.length === 1 && beginning[0] === start

function planAlong(
  process: Process,
  net: Net,
  deeds: readonly Deed[],
  instance: number | undefined,
): readonly Planned[] {
  return deeds.flatMap((deed): readonly Planned[] => {
    const node = net.nodes.get(deed.node)
    if (node === undefined) return []
    const on = instance === undefined ? {} : { instance }
    switch (deed.do) {
      case "start":
        return node.kind === "work" ? [{ begin: node.name, ...on }] : []
      case "leave":
        return [...leaving(process, net, deed), { check: (played) => (failedOf(played, node) ? "so" : "anything") }]
      default:
        if (node.kind === "route") return node.outputs.length > 1 ? [passing(node, deed.gives)] : []
        if (node.kind === "activity") return [finishing(process, node)]
        return [{ complete: node.name, ...on }]
    }
  })
}

/** The last time a route was passed, it went this way. Else other values for what it looks at might have helped. */
function passing(route: Node, gives: readonly PlaceId[]): Planned {
  const names = new Set(route.outputs.flatMap(({ when }) => [...(when?.names ?? [])]))
  const wanted = [...gives].sort().join("\n")
  return {
    check({ entries }) {
      if (route.split === "and") return "so"
      const passed = entries.flatMap(({ events }) => events).findLast((event) => isPassing(event, route))
      if (passed && [...passed.produced].sort().join("\n") === wanted) return "so"
      return names.size > 0 ? names : "anything"
    },
  }
}

function isPassing(event: Event, { name }: Node): event is Extract<Event, { readonly type: "RouteFired" }> {
  return event.type === "RouteFired" && event.route === name
}

/** All that is in an activity is done, one instance after the other, until it has ended. */
function finishing(process: Process, node: Node, round = 0): Planned {
  return {
    then(played) {
      const item = liveItems(played).find(({ task }) => task === node.name)
      if (item === undefined || round > MOST_INSTANCES) return []
      const numbers = Array.from({ length: item.opened }, (_, index) => index + 1)
      const frame = numbers
        .map((number) => played.state.frames.get(instanceFrame(item.id, number)))
        .find((each) => each && !each.closed)
      const net = netOf(process, node.name)
      const trace = frame && traceThrough(process, net)
      if (frame === undefined || trace === undefined || !isFromStart(net, trace)) return []
      const instance = node.many ? frame.instance : undefined
      return [...planAlong(process, net, trace.deeds, instance), finishing(process, node, round + 1)]
    },
  }
}

const MOST_INSTANCES = 20

/** An exception at the step whose arc it is; one that nobody handles for what something stands in for. */
function leaving(process: Process, net: Net, { detour }: Extract<Deed, { do: "leave" }>): readonly Planned[] {
  const { by, node } = detour
  const at = "arc" in by ? by.at : node
  const inside = at === node ? [] : planWithin(process, net, node, at)
  return [...inside, { raise: "arc" in by ? by.arc : "ItemAbort", item: publicName(at) }]
}

/** From the beginning of an activity to a step inside it. */
function planWithin(process: Process, net: Net, activity: string, to: string): readonly Planned[] {
  const path = [...process.nets.values()].find((each) => each.name !== net.name && each.nodes.has(to))
  if (path === undefined || path.owner === undefined) return []
  const trace = traceThrough(process, path, [to])
  const outer = path.owner.node === activity ? [] : planWithin(process, net, activity, path.owner.node)
  return trace ? [...outer, ...planAlong(process, path, trace.deeds, undefined)] : outer
}

function failedOf({ state, events }: Played, { name }: Node): boolean {
  return events.some((event) => {
    if (event.type !== "ItemFailed") return false
    const item = state.items.get(event.item)
    return item === undefined || item.task === name || !isLive(item)
  })
}
