import type { PlaceId } from "../messages/events.ts"
import { type Net, netOf, type Process } from "./net.ts"

/** The steps the flow can come to from a step, itself only where a loop leads back: in its net, inside activities, and behind those around it. */
export function behind(process: Process, net: string, step: string): ReadonlySet<string> {
  const known = cache.get(process)?.get(step)
  if (known) return known
  const found = new Set<string>()
  let here: Net | undefined = netOf(process, net)
  let from: readonly PlaceId[] = here.nodes.get(step)?.outputs.map(({ place }) => place) ?? []
  while (here) {
    const places = new Set(from)
    for (const place of places) {
      for (const node of here.places.get(place)?.consumers ?? []) {
        addWithInside(process, node.name, found)
        for (const output of node.outputs) places.add(output.place)
      }
    }
    const owner: Net["owner"] = places.has(here.end) ? here.owner : undefined
    here = owner && netOf(process, owner.net)
    from = (owner && here?.nodes.get(owner.node)?.outputs.map(({ place }) => place)) ?? []
  }
  cache.set(process, (cache.get(process) ?? new Map()).set(step, found))
  return found
}

const cache = new WeakMap<Process, Map<string, ReadonlySet<string>>>()

function addWithInside(process: Process, name: string, found: Set<string>): void {
  if (found.has(name)) return
  found.add(name)
  for (const inner of process.nets.get(name)?.nodes.keys() ?? []) addWithInside(process, inner, found)
}
