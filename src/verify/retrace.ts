import type { PlaceId } from "../messages/events.ts"
import type { Net, Node } from "../model/net.ts"
import type { Detour } from "./detours.ts"
import type { Recipe } from "./flow-net.ts"
import type { Firing } from "./token-game.ts"

/** What nodes of the net itself do: begin, give their tokens one way, or fail. */
export type Deed =
  | { readonly do: "start"; readonly node: string }
  | { readonly do: "fire"; readonly node: string; readonly gives: readonly PlaceId[] }
  | { readonly do: "leave"; readonly node: string; readonly detour: Detour }

/** What happens in a net when this happens in a smaller one made of it, from a beginning. Undefined: it cannot be told. */
export function retrace(
  net: Net,
  beginning: readonly PlaceId[],
  firings: readonly Firing[],
): readonly Deed[] | undefined {
  let now: Now = { tokens: beginning.map((place) => ({ place, since: -1 })), busy: [], deeds: [] }
  for (const { part, way, detour, isStart } of firings) {
    if (!way && !detour && !isStart) continue
    const next = detour
      ? leave(net, detour, now)
      : way
        ? perform(net, way.recipe, now)
        : begin(
            net,
            part.ways.map(({ recipe }) => recipe),
            now,
          )
    if (next === undefined) return undefined
    now = next
  }
  return inTime(net, now.deeds)
}

interface Now {
  readonly tokens: readonly Token[]
  /** Nodes that have taken their tokens. Only where somebody else might have had them is that of interest. */
  readonly busy: readonly string[]
  readonly deeds: readonly Done[]
}

interface Token {
  readonly place: PlaceId
  /** The number of the deed that gave it. */
  readonly since: number
}

interface Done {
  readonly deed: Deed
  /** The number of the deed that gave the last of its tokens. */
  readonly since: number
}

/** What is nobody's work happens as soon as it can. */
function inTime(net: Net, done: readonly Done[]): readonly Deed[] {
  const order: Done[] = []
  for (const each of done) {
    const isWork = net.nodes.get(each.deed.node)?.kind !== "route"
    const cause = done[each.since]
    let index = isWork ? order.length : cause ? order.indexOf(cause) + 1 : 0
    while (!isWork && order[index] && net.nodes.get(order[index]?.deed.node ?? "")?.kind === "route") index++
    order.splice(index, 0, each)
  }
  return order.map(({ deed }) => deed)
}

function perform(net: Net, recipe: Recipe, now: Now): Now | undefined {
  switch (recipe.do) {
    case "fire":
      return fire(net, recipe, now)
    case "all": {
      let after: Now | undefined = now
      for (const each of recipe.of) after &&= perform(net, each, after)
      return after
    }
    case "one":
      for (const each of recipe.of) {
        const after = perform(net, each, now)
        if (after) return after
      }
      return undefined
    case "each":
      return recipe.of.reduce((after, each) => perform(net, each, after) ?? after, now)
  }
}

function fire(net: Net, { node: name, gives }: Recipe & { readonly do: "fire" }, now: Now): Now | undefined {
  const node = net.nodes.get(name)
  const taken = node && take(node, now)
  if (node === undefined || taken === undefined) return undefined
  const { cancels } = node
  return {
    tokens: [...taken.tokens.filter(({ place }) => !cancels?.places.has(place)), ...given(gives, now)],
    busy: taken.busy.filter((other) => !cancels?.nodes.has(other)),
    deeds: [...now.deeds, { deed: { do: "fire", node: name, gives }, since: taken.since }],
  }
}

function leave(net: Net, detour: Detour, now: Now): Now | undefined {
  const node = net.nodes.get(detour.node)
  const taken = node && take(node, now)
  if (taken === undefined) return undefined
  const { clears, besides, places } = detour
  const tokens = taken.tokens.filter(({ place }) => !clears.places.has(place))
  const busy = taken.busy.filter((other) => !clears.nodes.has(other))
  const isEmpty = (exit: PlaceId, region: Detour["clears"]) =>
    !busy.some((other) => region.nodes.has(other)) &&
    !tokens.some(({ place }) => place === exit || region.places.has(place))
  const exits = besides.filter(({ region, exit }) => isEmpty(exit, region)).map(({ exit }) => exit)
  return {
    tokens: [...tokens, ...given([...places, ...exits], now)],
    busy,
    deeds: [...now.deeds, { deed: { do: "leave", node: detour.node, detour }, since: taken.since }],
  }
}

/** Work that somebody begins, where others might have had its tokens. What is nobody else's has begun anyway. */
function begin(net: Net, recipes: readonly Recipe[], now: Now): Now | undefined {
  for (const name of recipes.flatMap(firstNodes)) {
    const node = net.nodes.get(name)
    if (node === undefined || node.kind === "route" || !node.contested) continue
    const taken = take(node, { ...now, busy: [] })
    if (taken === undefined) continue
    const begun: Done = { deed: { do: "start", node: name }, since: taken.since }
    return { tokens: taken.tokens, busy: [...now.busy, name], deeds: [...now.deeds, begun] }
  }
  return now
}

function firstNodes(recipe: Recipe): readonly string[] {
  if (recipe.do === "fire") return [recipe.node]
  return recipe.do === "all" ? recipe.of.slice(0, 1).flatMap(firstNodes) : recipe.of.flatMap(firstNodes)
}

function given(places: readonly PlaceId[], { deeds }: Now): readonly Token[] {
  return places.map((place) => ({ place, since: deeds.length }))
}

/** Undefined: it has not got the tokens. */
function take({ name, join, inputs }: Node, now: Now): (Pick<Now, "tokens" | "busy"> & { since: number }) | undefined {
  if (now.busy.includes(name)) {
    const busy = now.busy.toSpliced(now.busy.indexOf(name), 1)
    return { tokens: now.tokens, busy, since: now.deeds.length - 1 }
  }
  const marked = inputs.flatMap((input) => now.tokens.find(({ place }) => place === input) ?? [])
  if (marked.length === 0 || (join === "and" && marked.length < inputs.length)) return undefined
  const taken = join === "xor" ? marked.slice(0, 1) : marked
  return {
    tokens: now.tokens.filter((token) => !taken.includes(token)),
    busy: now.busy,
    since: Math.max(...taken.map(({ since }) => since)),
  }
}
