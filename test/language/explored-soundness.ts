import { decide } from "../../src/engine/decide.ts"
import { absorb, copiedFamily, type Draft, emptyFamily } from "../../src/engine/draft.ts"
import { isLive } from "../../src/engine/family.ts"
import type { NetCommand } from "../../src/messages/commands.ts"
import type { Event } from "../../src/messages/events.ts"
import { administrator, asFamilyId, rootCase, rootFrame } from "../../src/messages/ids.ts"
import type { JsonObject } from "../../src/messages/json.ts"
import { netOf, type Process, rootNet } from "../../src/model/net.ts"

/** What the real net machine can be made to do, by doing everything in every order with all data that makes a difference. */
export interface ExploredSoundness {
  readonly isStuck: boolean
  readonly isImproper: boolean
  /** It moves and cannot end, although it never gets stuck. */
  readonly isEndless: boolean
  readonly dead: readonly string[]
}

/** Undefined when there are too many states. Of processes whose conditions are variables that each task may write. */
export function exploredSoundness(process: Process, limit = 150): ExploredSoundness | undefined {
  const net = netOf(process, rootNet)
  const seen = new Map<string, number>()
  const visits: {
    readonly family: Draft
    readonly next: number[]
    readonly isEnd: boolean
    readonly isStuck: boolean
  }[] = []
  const lived = new Set<string>()
  let isImproper = false
  let isTooMuch = false
  const visit = (family: Draft, events: readonly Event[], before: Draft): number => {
    for (const event of events) if (event.type === "ItemEnabled" && event.kind !== "route") lived.add(event.task)
    const state = family.cases.get(rootCase(family.id))?.state
    const key = `${state} ${keyOf(family)}`
    if (state === "completed" && isLeft(process, before, events)) isImproper = true
    const known = seen.get(key)
    if (known !== undefined) return known
    seen.set(key, visits.length)
    const isDeadlocked = [...family.exceptions.values()].some((raised) => raised.class === "Deadlock")
    visits.push({
      family,
      next: [],
      isEnd: state === "completed",
      isStuck: state === "exhausted" || isDeadlocked,
    })
    return visits.length - 1
  }
  const take = (family: Draft, command: NetCommand): number | undefined => {
    const decision = decide(family, command, {
      now: 0,
      by: administrator,
      process: () => process,
    })
    if (!decision.ok) return undefined
    const after = copiedFamily(family)
    absorb(after, decision.draft)
    if (tokensOf(after).length > 5) isTooMuch = true
    return visit(after, decision.events, family)
  }
  take(emptyFamily(asFamilyId("f")), { type: "StartCase", process: process.name, version: 1, data: {} })
  for (let index = 0; index < visits.length; index++) {
    const here = visits[index]
    if (here === undefined || isTooMuch || visits.length > limit) return undefined
    if (here.isEnd || here.isStuck) continue
    for (const item of here.family.items.values()) {
      if (!isLive(item) || item.kind === "route") continue
      if (item.contested) push(here.next, take(here.family, { type: "StartItem", item: item.id }))
      for (const data of choicesBehind(process, item.task))
        push(here.next, take(here.family, { type: "CompleteItem", item: item.id, data }))
    }
  }
  const canEnd = visits.map(({ isEnd }) => isEnd)
  const canStop = visits.map(({ isEnd, isStuck }) => isEnd || isStuck)
  for (let isChanged = true; isChanged; ) {
    isChanged = false
    visits.forEach(({ next }, index) => {
      for (const can of [canEnd, canStop]) {
        if (can[index] || !next.some((other) => can[other])) continue
        can[index] = true
        isChanged = true
      }
    })
  }
  return {
    isStuck: visits.some(({ isStuck }) => isStuck),
    isImproper,
    isEndless: canStop.includes(false),
    dead: [...net.nodes.values()]
      .filter(({ kind, name }) => kind !== "route" && !lived.has(name))
      .map(({ name }) => name),
  }
}

function push(list: number[], index: number | undefined): void {
  if (index !== undefined) list.push(index)
}

function tokensOf(family: Draft): readonly string[] {
  return family.frames.get(rootFrame(rootCase(family.id)))?.marking ?? []
}

function keyOf(family: Draft): string {
  const items = [...family.items.values()]
    .filter(isLive)
    .map(({ task, contested }) => `${task}${contested ? "?" : ""}`)
    .sort()
  return `${[...tokensOf(family)].sort().join(" ")}|${items.join(" ")}`
}

/** Whether a case has ended with something left: a token, or an item that had taken its own and was not cancelled. */
function isLeft(process: Process, before: Draft, events: readonly Event[]): boolean {
  if (tokensAtEnd(before, events).length !== 1) return true
  const net = netOf(process, rootNet)
  const ended = new Set<string>()
  const cancelled = new Set<string>()
  for (const event of events) {
    if (event.type !== "ItemCompleted") continue
    ended.add(event.item)
    const task = before.items.get(event.item)?.task
    for (const node of net.nodes.get(task ?? "")?.cancels?.nodes ?? []) cancelled.add(node)
  }
  const held = [...before.items.values()].filter(
    (item) => isLive(item) && !item.contested && !ended.has(item.id) && !cancelled.has(item.task),
  )
  const begun = events.filter((event) => event.type === "ItemEnabled" && event.consumed && !ended.has(event.item))
  return held.length > 0 || begun.length > 0
}

/** The tokens there were when the end was come to: they go with the case. */
function tokensAtEnd(before: Draft, events: readonly Event[]): readonly string[] {
  let tokens = [...tokensOf(before)]
  for (const event of events) {
    if (event.type === "CaseStarted") tokens.push("start")
    if (event.type === "ItemRemoved") continue
    if ("consumed" in event) for (const place of event.consumed ?? []) tokens.splice(tokens.indexOf(place), 1)
    if ("cancelled" in event) tokens = tokens.filter((place) => !event.cancelled?.includes(place))
    if ("produced" in event) tokens.push(...event.produced)
  }
  return tokens
}

/** Every value of the variables that decide what comes after a task. */
function choicesBehind(process: Process, task: string): readonly JsonObject[] {
  const route = netOf(process, rootNet).nodes.get(`${task}~split`)
  const names = [...new Set((route?.outputs ?? []).flatMap(({ when }) => [...(when?.names ?? [])]))]
  return Array.from({ length: 2 ** names.length }, (_, number) =>
    Object.fromEntries(names.map((name, index) => [name, ((number >> index) & 1) === 1])),
  )
}
