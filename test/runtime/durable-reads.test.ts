import { expect, onTestFinished, test } from "vitest"
import {
  accepted,
  type CaseId,
  type Engine,
  type ItemId,
  openEngine,
  openMemoryStore,
  StoreError,
  VirtualClock,
} from "../../src/main.ts"
import type { Answer } from "../../src/runtime/answer.ts"
import type { Store } from "../../src/store/port.ts"
import { newPostgresHome, postgresServer } from "../contracts/postgres-server.ts"
import { newSqliteHome } from "../contracts/sqlite-home.ts"
import type { NewHome } from "../contracts/store-home.ts"

const clinic = `
process: visit
data: { fee: { type: integer, default: 100 }, note: { type: string, default: none } }
flow:
  - task: examine
    needs: { role: nurse }
  - task: bill
---
organisation:
  roles: { nurse: {} }
  agents: { nia: { roles: [nurse], limit: 9 }, olga: { roles: [nurse] } }
---
rules:
  - on: TooExpensive
    at: visit
    tree: [ { if: fee > 50, then: [ { ask: 'is {{fee}} too much?', to: nia } ] } ]
`

const postgres = postgresServer()

const homes: readonly (readonly [string, NewHome])[] = [
  ["memory", async () => ({ open: async () => openMemoryStore(), remove: async () => undefined })],
  ["SQLite", newSqliteHome],
  ["PostgreSQL", () => newPostgresHome(postgres())],
]

test.each(homes)(
  "[READ1] what a commit holds that fails in %s is seen by nobody, before and after",
  async (_, newHome) => {
    const ward = await Ward.open(newHome)
    const before = await ward.seen()
    for (const command of ward.commands()) {
      const { during, answer } = await ward.failing(command)
      expect(answer).toMatchObject({ ok: false, rejection: { code: "STORE_FAILED" } })
      expect(during).toEqual(before)
      expect(await ward.seen()).toEqual(before)
    }
    // The next try succeeds, as if there had been no other.
    for (const command of ward.commands()) accepted(await command())
    expect((await ward.engine.case(ward.case))?.data).toEqual({ fee: 80, note: "paid" })
  },
)

test.each(homes)(
  "[READ2] a commit to %s that fails costs no reading of the families it was about",
  async (_, newHome) => {
    const ward = await Ward.open(newHome)
    await ward.seen()
    const { loads } = ward
    for (const command of ward.commands()) await ward.failing(command)
    await ward.engine.case(ward.case)
    for (const command of ward.commands()) accepted(await command())
    expect(ward.loads).toBe(loads)
  },
)

/** A case with a question open and an item offered, on a store of which a commit can be held up, and then fails. */
class Ward {
  readonly engine: Engine
  readonly case: CaseId
  readonly item: ItemId
  readonly #gate: Gate

  private constructor(engine: Engine, id: CaseId, item: ItemId, gate: Gate) {
    this.engine = engine
    this.case = id
    this.item = item
    this.#gate = gate
  }

  static async open(newHome: NewHome): Promise<Ward> {
    const home = await newHome()
    const gate = new Gate(await home.open())
    const engine = await openEngine({ store: gate.store, clock: new VirtualClock(Date.UTC(2027, 0, 4)) })
    onTestFinished(async () => {
      await engine.stop({ grace: 0 })
      await home.remove()
    })
    accepted(await engine.deploy(clinic))
    const { case: id } = accepted(await engine.start("visit"))
    accepted(await engine.raise({ class: "TooExpensive", case: id }))
    await engine.idle()
    const item = (await engine.case(id))?.items[0]?.id
    if (item === undefined) throw new Error("nothing is to be done")
    return new Ward(engine, id, item, gate)
  }

  get loads(): number {
    return this.#gate.loads
  }

  commands(): readonly (() => Promise<Answer<unknown>>)[] {
    const { engine, item } = this
    return [
      () => engine.reassignItem(item, "nia"),
      () => engine.setData(this.case, { fee: 80, note: "paid" }),
      () => engine.startItem(item, { by: "nia" }),
      async () => {
        const [open] = await engine.interventions()
        return engine.answer(open?.id as never, "dismiss")
      },
    ]
  }

  /** Everything that can be looked at of it. */
  async seen(): Promise<unknown> {
    const { engine, item } = this
    const family = this.case
    const [raised] = await engine.exceptions()
    const [open] = await engine.interventions()
    return JSON.parse(
      JSON.stringify({
        case: await engine.case(this.case),
        cases: await engine.cases(),
        item: await engine.item(item),
        items: await engine.caseItems(this.case),
        nia: await engine.worklist("nia"),
        olga: await engine.worklist("olga"),
        whoCan: await engine.whoCan("visit", "examine"),
        exceptions: raised,
        ladder: raised && (await engine.ladder(raised.id)),
        question: open && (await engine.intervention(open.id)),
        runs: await engine.runs(family as never),
        triggers: await engine.triggers({ case: this.case }),
        counted: await engine.overview(),
        entries: await engine.entries(),
        dryRun: await engine.setData(this.case, { note: "tried" }, { dryRun: true }),
      }),
    )
  }

  /** What is seen while a command is being committed, and what is answered when that fails. */
  async failing(command: () => Promise<Answer<unknown>>): Promise<{ during: unknown; answer: Answer<unknown> }> {
    const held = this.#gate.hold()
    const answered = command()
    await Promise.race([
      held.reached,
      answered.then((early) => expect(early).toBe("not answered before it is committed")),
    ])
    const during = await this.seen()
    held.fail()
    return { during, answer: await answered }
  }
}

/** A store whose next commit waits, and fails. */
class Gate {
  readonly store: Store
  loads = 0
  #held: { readonly reach: () => void; readonly failed: Promise<never> } | undefined

  constructor(store: Store) {
    this.store = {
      ...store,
      load: (family) => {
        this.loads++
        return store.load(family)
      },
      commit: (batch) => {
        const held = this.#held
        this.#held = undefined
        if (held === undefined) return store.commit(batch)
        held.reach()
        return held.failed
      },
    }
  }

  hold(): { readonly reached: Promise<void>; fail(): void } {
    const reached = Promise.withResolvers<void>()
    const failed = Promise.withResolvers<never>()
    this.#held = { reach: reached.resolve, failed: failed.promise }
    return {
      reached: reached.promise,
      fail: () => failed.reject(new StoreError("STORE_FAILED", "the disk did not answer")),
    }
  }
}
