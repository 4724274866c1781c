import { expect } from "vitest"
import { type Decision, decide } from "../../src/engine/decide.ts"
import { absorb, type Draft, emptyFamily } from "../../src/engine/draft.ts"
import { evolve } from "../../src/engine/evolve.ts"
import { type Case, type Item, isLive } from "../../src/engine/family.ts"
import { isHeld } from "../../src/engine/holds.ts"
import { dataOf } from "../../src/engine/shared-data.ts"
import { encodeFamily } from "../../src/engine/snapshot.ts"
import { isNamed, type StateName, statesOf } from "../../src/engine/states.ts"
import type { NetCommand } from "../../src/messages/commands.ts"
import type { Entry, Event } from "../../src/messages/events.ts"
import { administrator, asAgentId, asFamilyId, rootCase } from "../../src/messages/ids.ts"
import type { JsonObject } from "../../src/messages/json.ts"
import type { Process } from "../../src/model/net.ts"
import { logLines } from "../../src/runtime/log.ts"
import { compiled } from "./compiled.ts"
import { eventLines } from "./event-lines.ts"

/** What somebody asks of the case of a story; items are named by their task. */
export type Asked = (story: CaseStory) => NetCommand

export const firstMoment = Date.parse("2026-01-05T09:00:00Z")

/** A case of a process, given as YAML, that has just started. */
export function given(process: string | Process, data: JsonObject = {}): CaseStory {
  return new CaseStory(typeof process === "string" ? compiled(process) : process).when(() => ({
    type: "StartCase",
    process: "p",
    version: 1,
    data,
  }))
}

/**
 * One case, told command by command. Time is what the story says it is. Every command is decided on the family as it is
 * and must leave it untouched; what was decided is then folded in, and absorbing the draft comes to the same.
 */
export class CaseStory {
  readonly process: Process
  readonly family: Draft = emptyFamily(asFamilyId("f"))
  readonly entries: Entry[] = []
  now = firstMoment
  last: Decision = { ok: true, events: [], steps: [], draft: this.family }

  constructor(process: Process) {
    this.process = process
  }

  /** Does it, or is refused; the `then…` after it says which. */
  when(asked: Asked, by: string = administrator, reason?: string): this {
    const command = asked(this)
    const before = encodeFamily(this.family)
    this.last = decide(this.family, command, {
      now: this.now,
      by: asAgentId(by),
      ...(reason !== undefined && { reason }),
      process: (name, version) => (name === this.process.name && version === 1 ? this.process : undefined),
    })
    expect(encodeFamily(this.family), "deciding changes nothing").toBe(before)
    if (this.last.ok && this.last.events.length > 0) {
      const entry: Entry = {
        family: this.family.id,
        version: this.family.version + 1,
        at: this.now,
        by: asAgentId(by),
        command: command.type,
        ...(reason !== undefined && { reason }),
        events: this.last.events,
      }
      this.entries.push(entry)
      const absorbed = copyOf(this.family)
      absorb(absorbed, this.last.draft)
      evolve(this.family, entry)
      expect(encodeFamily(absorbed), "what was decided is what its events say").toBe(encodeFamily(this.family))
    }
    return this
  }

  /** As `when`, for what must not be refused: the steps on the way to the one a story is about. */
  after(...asked: readonly Asked[]): this {
    for (const one of asked) {
      this.when(one)
      if (!this.last.ok) throw new Error(`${this.last.rejection.code}: ${this.last.rejection.message}\n${this.log()}`)
    }
    return this
  }

  /** Time passes: every timer that is due fires, in order. */
  advance(milliseconds: number): this {
    const until = this.now + milliseconds
    for (;;) {
      const [next] = [...this.family.timers.values()]
        .filter((timer) => timer.paused === undefined && timer.dueAt <= until)
        .sort((one, other) => one.dueAt - other.dueAt)
      if (next === undefined) break
      this.now = Math.max(this.now, next.dueAt)
      this.after(() => ({ type: "FireTimer", timer: next.id }))
    }
    this.now = until
    return this
  }

  /** What the last command did, in order, one line for each event. */
  thenEvents(expected: readonly string[]): this {
    return this.#expect(this.last.ok ? eventLines(this.last.events, this.entries) : refusal(this.last), expected)
  }

  /** What the last command did, whole. */
  thenWholeEvents(expected: readonly Event[]): this {
    return this.#expect(this.last.ok ? this.last.events : refusal(this.last), expected)
  }

  thenRefused(code: string): this {
    return this.#expect(
      this.last.ok ? eventLines(this.last.events, this.entries) : refusal(this.last),
      `refused ${code}`,
    )
  }

  /** The newest item of each task, as `status`, or `held status`; instances as `task[n]`. All of them. */
  thenItems(expected: Readonly<Record<string, string>>): this {
    return this.#expect(this.items(), expected)
  }

  /** The live items only. */
  thenLive(expected: Readonly<Record<string, string>>): this {
    const live = [...this.family.items.values()].filter(isLive)
    return this.#expect(Object.fromEntries(live.map((item) => [this.#label(item), this.#status(item)])), expected)
  }

  /** Exact, for the sets named. */
  thenStates(expected: Partial<Readonly<Record<StateName, readonly string[]>>>): this {
    const found = Object.fromEntries(Object.keys(expected).map((state) => [state, [] as string[]]))
    for (const [name, state] of statesOf(this.family, this.process, this.case.id))
      if (isNamed(name)) found[state]?.push(name)
    const sorted = Object.fromEntries(Object.entries(expected).map(([state, names]) => [state, [...names].sort()]))
    for (const names of Object.values(found)) names.sort()
    return this.#expect(found, sorted)
  }

  thenCase(expected: Partial<Case>): this {
    const found = Object.fromEntries(Object.keys(expected).map((key) => [key, this.case[key as keyof Case]]))
    return this.#expect(found, expected)
  }

  thenData(expected: JsonObject): this {
    return this.#expect(dataOf(this.family, this.case), expected)
  }

  /** Every open exception, as `Class at place`. */
  thenExceptions(expected: readonly string[]): this {
    return this.#expect(
      [...this.family.exceptions.values()].map((raised) => `${raised.class} at ${raised.at}`),
      expected,
    )
  }

  /** Every hold, as `owner: target`. */
  thenHolds(expected: readonly string[]): this {
    const held = [...this.family.holds.values()].map(({ owner, target }) => {
      const what =
        target.kind === "case" || target.kind === "end"
          ? target.kind
          : target.kind === "after"
            ? `after ${target.task}`
            : this.taskOf(target.item)
      return `${owner.kind === "person" ? owner.agent : owner.kind}: ${what}`
    })
    return this.#expect(held, expected)
  }

  /** The live item of a task; `task[n]` for the n-th instance. The newest ended one if none is live. */
  item(name: string): Item {
    const items = [...this.family.items.values()]
    const labelled = items.filter((item) => this.#label(item) === name)
    const all = labelled.length > 0 ? labelled : items.filter((item) => item.task === name)
    const found = all.find(isLive) ?? all.at(-1)
    if (found === undefined) throw new Error(`there is no item of ${name}\n${this.log()}`)
    return found
  }

  get case(): Case {
    const found = this.family.cases.get(rootCase(this.family.id))
    if (found === undefined) throw new Error("the case has not started")
    return found
  }

  items(): Record<string, string> {
    const found: Record<string, string> = {}
    for (const item of this.family.items.values()) found[this.#label(item)] = this.#status(item)
    return found
  }

  taskOf(item: Item["id"]): string {
    for (const { events } of this.entries)
      for (const event of events) if (event.type === "ItemEnabled" && event.item === item) return event.task
    return item
  }

  log(): string {
    return logLines(this.entries).join("\n")
  }

  #label(item: Item): string {
    const frame = this.family.frames.get(item.frame)
    const owner = frame?.item && this.family.items.get(frame.item)
    const node = owner && this.process.nets.get(this.family.frames.get(owner.frame)?.net ?? "")?.nodes.get(owner.task)
    return node?.many && frame ? `${item.task}[${frame.instance}]` : item.task
  }

  #status(item: Item): string {
    return isLive(item) && isHeld(this.family, item, this.process) ? `held ${item.status}` : item.status
  }

  #expect(found: unknown, expected: unknown): this {
    expect(found, this.log()).toEqual(expected)
    return this
  }
}

function refusal(decision: Decision): string {
  return decision.ok ? "" : `refused ${decision.rejection.code}`
}

/** Its own tables with the same rows. */
function copyOf(family: Draft): Draft {
  const copied = Object.entries(family).map(([name, value]) => [name, value instanceof Map ? new Map(value) : value])
  return Object.fromEntries(copied) as Draft
}
