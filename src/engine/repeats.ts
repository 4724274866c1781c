import type { CaseId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import { type Net, type Node, netOf, nodeOf, type Process } from "../model/net.ts"
import { regionBehind } from "../model/sequences.ts"
import type { Deciding } from "./deciding.ts"
import type { Draft } from "./draft.ts"
import type { Frame, Item, Repeat } from "./family.ts"
import { countKey } from "./family.ts"
import { fingerprintOf } from "./fingerprint.ts"
import { raise } from "./raise.ts"
import { dataOfCase } from "./shared-data.ts"

/** How often a task may come again with the same input, unless something says otherwise. */
const usualLimit = 10

/** Of how many inputs a task's repetitions are counted: what goes round changes between few. */
const mostInputs = 4

/**
 * What a task would read if it began now, in few letters; undefined where it does not matter: for what nobody does, and the
 * first time where only a jump could bring it again. That time then counts as the same as the second.
 */
export function inputOf(
  deciding: Deciding,
  frame: Frame,
  node: Node,
): { readonly reads: string; readonly isAgain?: true } | undefined {
  if (node.kind !== "work" && node.kind !== "program") return undefined
  const { counts, repeats } = deciding.draft
  const key = countKey(frame.case, node.name)
  const before = counts.get(key) ?? 0
  if (before === 0 && !comesAgain(deciding.process(frame.case), deciding.net(frame), node)) return undefined
  const data = dataOfCase(deciding.draft, frame.case)
  const locals: JsonObject[] = []
  let path = ""
  let isFirst = true
  for (let at: Frame | undefined = frame; at?.item; ) {
    const owner: Item = deciding.item(at.item)
    path += `${at.net}:${at.instance}/`
    locals.push(at.locals)
    isFirst &&= at.instance === 1
    at = deciding.frame(owner.frame)
  }
  const reads = fingerprintOf(data, node.task?.reads, locals, path)
  return before === 1 && isFirst && !repeats.has(key) ? { reads, isAgain: true } : { reads }
}

/** A task that has come with the same input too often is held until somebody says what is to become of it. */
export function checkRepeats(deciding: Deciding, item: Item, node: Node): void {
  if (item.reads === undefined) return
  const times = timesOf(deciding.draft, item.case, item.task, item.reads)
  if (times <= 1) return
  const limit = limitAt(deciding.process(item.case), deciding.frame(item.frame).net, node)
  if (times <= limit) return
  raise(deciding, {
    class: "LoopLimit",
    case: item.case,
    item: item.id,
    at: item.task,
    parameters: {
      task: item.task,
      times,
      limit,
      message: `it comes for the ${times}th time with the same input, and the limit is ${limit}`,
    },
    holds: { kind: "item", item: item.id },
  })
}

/** An input that comes again is the newest; the one that has not come for longest is forgotten. */
export function countEnabled(draft: Draft, id: CaseId, task: string, input: string, times: number): void {
  const key = countKey(id, task)
  const known = draft.repeats.get(key) ?? []
  const before = known.find((repeat) => repeat.input === input)
  const others = known.filter((repeat) => repeat !== before)
  draft.repeats.set(key, [{ input, times: (before?.times ?? 0) + times }, ...others.slice(0, mostInputs - 1)])
}

/** It has not come. Where it was the first, the next is not taken for the second. */
export function passEnabled(draft: Draft, item: Item): void {
  const key = countKey(item.case, item.task)
  if (item.reads === undefined && !draft.repeats.has(key)) draft.repeats.set(key, [])
  else uncountEnabled(draft, item)
}

/** It is as if it had never been. */
export function uncountEnabled(draft: Draft, { case: id, task, reads }: Item): void {
  const key = countKey(id, task)
  const known = draft.repeats.get(key)
  if (known === undefined || reads === undefined) return
  const left = known.map((repeat) => (repeat.input === reads ? { ...repeat, times: repeat.times - 1 } : repeat))
  draft.repeats.set(
    key,
    left.filter(({ times }) => times > 0),
  )
}

function timesOf({ repeats }: Draft, id: CaseId, task: string, input: string): number {
  return repeats.get(countKey(id, task))?.find((repeat: Repeat) => repeat.input === input)?.times ?? 0
}

/** Whether the flow alone can bring a task twice: round a loop or a circle, or with an activity it lies in. */
function comesAgain(process: Process, net: Net, node: Node): boolean {
  const known = circling.get(node)
  if (known !== undefined) return known
  const outputs = node.outputs.map(({ place }) => place)
  const { owner } = net
  const around = owner && nodeOf(process, owner.net, owner.node)
  const isCircling =
    regionBehind(net, outputs).nodes.has(node.name) ||
    (owner !== undefined && around !== undefined && comesAgain(process, netOf(process, owner.net), around))
  circling.set(node, isCircling)
  return isCircling
}

const circling = new WeakMap<Node, boolean>()

/** What the task says, else the activities around it, else the process. */
function limitAt(process: Process, net: string, node: Node): number {
  if (node.task?.scoped.loopLimit !== undefined) return node.task.scoped.loopLimit
  const { owner } = netOf(process, net)
  const around = owner && netOf(process, owner.net).nodes.get(owner.node)
  if (owner && around) return limitAt(process, owner.net, around)
  return process.scoped.loopLimit ?? usualLimit
}
