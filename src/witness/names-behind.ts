import type { Item } from "../engine/family.ts"
import { isFinding, parse } from "../expressions/parse.ts"
import { type Net, type Node, netOf, type Process } from "../model/net.ts"
import { namesIn } from "./names-in.ts"
import type { Played } from "./play.ts"
import type { Stage } from "./stage.ts"

/** The names that decide which way the flow goes once an item is done, up to the next tasks. */
export function namesBehind({ processes }: Stage, { state }: Played, item: Item): ReadonlySet<string> {
  const found = state.cases.get(item.case)
  const process = found && processes.find(found.process, found.version)
  const frame = state.frames.get(item.frame)
  const names = new Set<string>()
  if (process && frame) follow(process, netOf(process, frame.net), item.task, names, new Set())
  return names
}

function follow(process: Process, net: Net, name: string, names: Set<string>, seen: Set<string>): void {
  const node = net.nodes.get(name)
  const key = `${net.name} ${name}`
  if (node === undefined || seen.has(key)) return
  seen.add(key)
  for (const { place, when } of node.outputs) {
    if (when) add(when.source, names)
    if (place === net.end && net.owner) follow(process, netOf(process, net.owner.net), net.owner.node, names, seen)
    for (const next of net.places.get(place)?.consumers ?? []) {
      if (next.many) add(next.many.elements.source, names)
      if (isSilent(next)) follow(process, net, next.name, names, seen)
    }
  }
}

const isSilent = ({ kind }: Node): boolean => kind === "route"

function add(source: string, names: Set<string>): void {
  const node = parse(source)
  if (!isFinding(node)) for (const name of namesIn(node)) names.add(name)
}
