import { publicName } from "../engine/raise.ts"
import type { HoldTarget } from "../messages/holds.ts"
import { type FrameId, type ItemId, rootFrame } from "../messages/ids.ts"
import { meant } from "../model/names.ts"
import { rootNet } from "../model/net.ts"
import { effectiveEntries } from "../runtime/effective-history.ts"
import type { CaseView } from "../runtime/views.ts"
import { itemMeant, type Purpose } from "./find-item.ts"
import { type ItemName, itemNameText } from "./item-name.ts"
import { mistaken, type Outcome, refused } from "./outcome.ts"
import type { Target } from "./story.ts"
import type { World } from "./world.ts"

/** The item a step means. One that has long ended is known from the history, so that the engine itself can refuse it. */
export async function findItem(
  world: World,
  view: CaseView,
  name: ItemName,
  purpose: Purpose,
): Promise<{ readonly id: ItemId } | Outcome> {
  const item = itemMeant(view, name, purpose) ?? (await endedItem(world, view, name))
  if (item) return { id: item.id }
  if (Object.hasOwn(view.states, name.task))
    return refused(
      "ITEM_NOT_LIVE",
      `there is no item ${itemNameText(name)} in case ${view.id}`,
      "Look at what is live now",
    )
  return mistaken(`The process ${view.process} has no '${name.task}'. ${knownNames(view, name.task)}`)
}

export async function holdTarget(
  world: World,
  view: CaseView,
  target: Target,
): Promise<{ readonly target: HoldTarget } | Outcome> {
  if (target.kind === "case") return { target: { kind: "case", case: view.id } }
  const { item: name } = target
  if (target.kind === "item") {
    const item = await findItem(world, view, name, "any")
    return "id" in item ? { target: { kind: "item", item: item.id } } : item
  }
  const net = netAround(world, view, name.task)
  if (net === undefined)
    return mistaken(`The process ${view.process} has no '${name.task}'. ${knownNames(view, name.task)}`)
  const frame = net === rootNet ? rootFrame(view.id) : await openFrame(world, view, net, name.instances.at(-1))
  if (frame) return { target: { kind: "after", frame, task: name.task } }
  return refused("ITEM_NOT_LIVE", `the activity '${net}' around '${name.task}' is not running`, "Wait until it is")
}

async function endedItem(world: World, view: CaseView, { task, instances }: ItemName) {
  if (instances.length > 0) return undefined
  let newest: { readonly id: ItemId } | undefined
  for (const { events } of effectiveEntries(await world.entries({ family: view.family }))) {
    for (const event of events) {
      if (event.type === "ItemEnabled" && event.case === view.id && publicName(event.task) === task)
        newest = { id: event.item }
    }
  }
  return newest
}

function netAround(world: World, view: CaseView, node: string): string | undefined {
  for (const net of world.processOf(view.process, view.version)?.nets.values() ?? [])
    if (net.nodes.has(node)) return net.name
  return undefined
}

/** The newest open net of an activity. */
async function openFrame(
  world: World,
  view: CaseView,
  net: string,
  instance: number | undefined,
): Promise<FrameId | undefined> {
  const open = new Set<FrameId>()
  const mine = new Set<ItemId>()
  for (const { events } of effectiveEntries(await world.entries({ family: view.family }))) {
    for (const event of events) {
      if (event.type === "ItemEnabled" && event.case === view.id) mine.add(event.item)
      else if (event.type === "FrameClosed") open.delete(event.frame)
      else if (event.type === "FrameOpened" && event.net === net && mine.has(event.item)) {
        if (instance === undefined || event.instance === instance) open.add(event.frame)
      }
    }
  }
  return [...open].at(-1)
}

function knownNames(view: CaseView, name: string): string {
  const names = Object.keys(view.states)
  return meant(name, names, `It has ${names.join(", ")}.`)
}
