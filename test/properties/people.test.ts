import fc from "fast-check"
import { expect, test } from "vitest"
import { accepted, asFamilyId, type Engine, openEngine, openMemoryStore, VirtualClock } from "../../src/main.ts"
import type { Event } from "../../src/messages/events.ts"
import type { JsonObject } from "../../src/messages/json.ts"
import { newMemoryDisk } from "../../src/store/memory/disk.ts"
import type { ItemRow } from "../../src/store/port.ts"
import {
  agents,
  beginning,
  type Doing,
  doings,
  type Workplace,
  Written,
  workplaces,
} from "../language/random-organisations.ts"
import { seed } from "../seed.ts"
import { assertInTime } from "./in-time.ts"

const often = {
  seed,
  numRuns: Number(process.env.RUNS ?? 60),
  limit: Number(process.env.LIMIT ?? 8_000),
} as const

/** A workplace in which things happen, and everything that was not as it should be. */
class Scene {
  readonly #disk = newMemoryDisk()
  readonly #clock = new VirtualClock(beginning)
  readonly #needs: Workplace["needs"]
  #engine: Engine | undefined
  #written: Written
  #families = 0
  readonly wrong: string[] = []

  constructor({ needs, organisation }: Workplace) {
    this.#needs = needs
    this.#written = new Written(organisation)
  }

  async play({ bundle }: Workplace, what: readonly Doing[]): Promise<readonly string[]> {
    await this.#open()
    accepted(await this.engine.deploy(bundle))
    for (const each of [{ do: "begin" } as const, ...what]) {
      await this.#do(each)
      await this.engine.idle()
      await this.#clock.advanceTo(this.#clock.now())
      await this.#check(each)
      if (this.wrong.length > 0) break
    }
    await this.#checkHistory()
    await this.engine.stop({ grace: 0 })
    return this.wrong
  }

  get engine(): Engine {
    if (this.#engine === undefined) throw new Error("nothing is open")
    return this.#engine
  }

  async #open(): Promise<void> {
    this.#engine = await openEngine({
      store: openMemoryStore(this.#disk),
      clock: this.#clock,
      newFamilyId: () => asFamilyId(`f${++this.#families}`),
    })
    await this.engine.idle()
  }

  async #do(doing: Doing): Promise<void> {
    const { engine } = this
    switch (doing.do) {
      case "begin":
        await engine.start("p")
        return
      case "crash":
        await engine.kill()
        return this.#open()
      case "advance":
        return this.#clock.advance(`PT${doing.hours}H`)
      case "change": {
        const answer = await engine.deploy({ organisation: { agents: { [doing.agent]: doing.entry } } })
        if (answer.ok) this.#written = this.#written.with(doing.agent, doing.entry)
        return
      }
      default: {
        const rows = await engine.items({ live: true, limit: 1000 })
        const item = rows[doing.aim % Math.max(1, rows.length)]
        if (item === undefined) return
        const answer = await this.#verb(doing, item, await this.#somebody(doing, item))
        if (!answer.ok && answer.rejection.code === "DECISION_FAILED") this.wrong.push(answer.rejection.message)
      }
    }
  }

  /** Mostly one who is offered it, or has it. */
  async #somebody({ who }: Aimed, { id }: ItemRow): Promise<string> {
    const offered: string[] = []
    for (const agent of agents)
      if ((await this.engine.worklist(agent)).some((row) => row.id === id)) offered.push(agent)
    const among = who % 4 === 0 || offered.length === 0 ? agents : offered
    return among[who % among.length] ?? "ann"
  }

  #verb(doing: Aimed, { id }: ItemRow, by: string) {
    const { engine } = this
    const act = { by }
    switch (doing.do) {
      case "start":
        return engine.startItem(id, act)
      case "complete":
        return engine.completeItem(id, {}, act)
      case "decline":
        return engine.declineItem(id, act)
      case "accept":
        return engine.acceptItem(id, act)
      case "hand-back":
        return engine.handBackItem(id, act)
      case "retry":
        return engine.retryItem(id, act)
      case "delegate":
        return engine.delegateItem(id, doing.to, act)
      case "reassign":
        return engine.reassignItem(id, doing.to, act)
    }
  }

  /** Whoever can do something, is there and free, is offered it: unless somebody else has it, or is asked first. */
  async #check(after: Doing): Promise<void> {
    const rows = await this.engine.items({ live: true, limit: 1000 })
    const loads = new Map<string, number>()
    // What is offered to one alone is his until he says no.
    for (const { agent } of rows) if (agent) loads.set(agent, (loads.get(agent) ?? 0) + 1)
    const did = await this.#whoDid()
    for (const row of rows) {
      const needs = this.#needs.get(row.task as never)
      if (needs === undefined || row.kind !== "work" || row.status === "started" || row.agent) continue
      for (const agent of agents) {
        if (!this.#can(agent, needs, row, did, loads)) continue
        const worklist = await this.engine.worklist(agent, { limit: 1000 })
        if (worklist.some(({ id }) => id === row.id)) continue
        this.wrong.push(
          `${row.id} (${row.task}, ${row.status}) is not offered to ${agent} after ${JSON.stringify(after)}`,
        )
      }
    }
  }

  #can(agent: string, needs: JsonObject, row: ItemRow, did: DidSoFar, loads: ReadonlyMap<string, number>): boolean {
    const excluded = did(row.family, String(needs.notWhoDid ?? ""))
    return (
      this.#written.meets(agent, needs) &&
      !this.#written.isAway(agent, this.#clock.now()) &&
      (loads.get(agent) ?? 0) < this.#written.limit(agent) &&
      !row.declined?.includes(agent as never) &&
      !excluded.has(agent)
    )
  }

  async #whoDid(): Promise<DidSoFar> {
    const told = await this.#told()
    return (family, task) => {
      const doers = new Set<string>()
      const started = new Map<string, string>()
      for (const { event, of } of told.filter((each) => each.family === family)) {
        if (of !== task) continue
        if (event.type === "ItemStarted") started.set(event.item, event.agent)
        else if (event.type === "ItemCompleted") doers.add(started.get(event.item) ?? "")
        if (leaving.has(event.type) && "item" in event && event.item) started.delete(event.item)
      }
      return new Set([...doers, ...started.values()])
    }
  }

  /** Nobody who is excluded completes anything, whatever happened in between. */
  async #checkHistory(): Promise<void> {
    const done = new Map<string, Set<string>>()
    const started = new Map<string, string>()
    for (const { event, of, family } of await this.#told()) {
      if (event.type === "ItemStarted") started.set(event.item, event.agent)
      if (event.type !== "ItemCompleted") continue
      const agent = started.get(event.item) ?? ""
      const other = this.#needs.get(of as never)?.notWhoDid
      if (other !== undefined && done.get(`${family} ${other}`)?.has(agent))
        this.wrong.push(`${agent} completed ${event.item} (${of}) although he did ${other}`)
      done.set(`${family} ${of}`, new Set([...(done.get(`${family} ${of}`) ?? []), agent]))
    }
  }

  async #told(): Promise<readonly { event: Event; of: string; family: string }[]> {
    const tasks = new Map<string, string>()
    return (await this.engine.entries({ limit: 100_000 })).flatMap(({ events, family }) =>
      events.map((event) => {
        if (event.type === "ItemEnabled") tasks.set(event.item, event.task)
        return { event, family, of: ("item" in event && event.item && tasks.get(event.item)) || "" }
      }),
    )
  }
}

/** What takes from somebody what he has begun. */
const leaving: ReadonlySet<string> = new Set([
  "ItemCompleted",
  "ItemForceCompleted",
  "ItemFailed",
  "ItemSkipped",
  "ItemRemoved",
  "ItemHandedBack",
  "ItemAllocated",
])

type Aimed = Extract<Doing, { readonly aim: number }>
type DidSoFar = (family: string, task: string) => ReadonlySet<string>

test("[PROP6] whoever is capable, there and free is offered it, and nobody excluded ever completes it", async () => {
  await assertInTime(
    fc.asyncProperty(workplaces, doings, async (workplace, what) => {
      expect(await new Scene(workplace).play(workplace, what)).toEqual([])
    }),
    often,
  )
}, 60_000)
