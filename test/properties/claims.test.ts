import fc from "fast-check"
import { expect, test } from "vitest"
import { accepted, type ClaimedItem, openEngine, openMemoryStore, VirtualClock } from "../../src/main.ts"
import { newMemoryDisk } from "../../src/store/memory/disk.ts"
import { seed } from "../seed.ts"
import { assertInTime } from "./in-time.ts"

const often = {
  seed,
  numRuns: Number(process.env.RUNS ?? 40),
  limit: Number(process.env.LIMIT ?? 5_000),
} as const

const order = `
process: order
data: { by: string }
flow: [ { program: charge, worker: charge-card, writes: [by] } ]
`

interface Round {
  readonly orders: number
  /** What those who ask in this round ask for, all at once. */
  readonly asks: readonly { readonly limit: number; readonly wait: number; readonly abortAfter: number }[]
  readonly report: number
  readonly isCrash: boolean
}

const rounds: fc.Arbitrary<Round[]> = fc.array(
  fc.record({
    orders: fc.nat(6),
    asks: fc.array(
      fc.record({ limit: fc.integer({ min: 1, max: 4 }), wait: fc.constantFrom(0, 5000), abortAfter: fc.nat(20) }),
      { maxLength: 8 },
    ),
    report: fc.nat(10),
    isCrash: fc.integer({ min: 0, max: 5 }).map((number) => number === 0),
  }),
  { minLength: 1, maxLength: 8 },
)

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

test("[REMOTE10] however many ask, give up and crash, no attempt is given out twice and no item is lost", async () => {
  await assertInTime(
    fc.asyncProperty(rounds, fc.boolean(), async (story, hasWorker) => {
      const disk = newMemoryDisk()
      const clock = new VirtualClock()
      const given: string[] = []
      const claimed: ClaimedItem[] = []
      const open = async () => {
        const engine = await openEngine({ store: openMemoryStore(disk), clock })
        const done = ({ id, attempt }: Pick<ClaimedItem, "id" | "attempt">) => given.push(`${id} ${attempt}`)
        const here = async (item: Pick<ClaimedItem, "id" | "attempt">) => {
          done(item)
          await turn()
          return { by: "here" }
        }
        if (hasWorker) engine.worker("charge-card", here, { concurrency: 2 })
        return { engine, done }
      }
      let { engine, done } = await open()
      accepted(await engine.deploy(order))
      const report = async (count: number) => {
        for (const { id, attempt } of claimed.splice(0, count))
          accepted(await engine.reportOutput(id, attempt, { by: "elsewhere" }))
      }
      let orders = 0
      for (const round of story) {
        const asked = round.asks.map(async ({ limit, wait, abortAfter }, index) => {
          const abort = new AbortController()
          const answer = engine.claim("charge-card", { limit, wait, signal: abort.signal, lease: 86_400_000 })
          // A third of them lose patience.
          if (index % 3 === 0) for (let turns = 0; turns < abortAfter; turns++) await turn()
          if (index % 3 === 0) abort.abort()
          const items = accepted(await answer).rows
          for (const item of items) done(item)
          claimed.push(...items)
        })
        const started = Array.from({ length: round.orders }, () => engine.start("order"))
        orders += (await Promise.all(started)).length
        await report(round.report)
        await engine.idle()
        if (round.isCrash) {
          await engine.kill()
          await Promise.all(asked)
          ;({ engine, done } = await open())
        }
        await clock.advance("PT5S")
        await Promise.all(asked)
      }
      await report(claimed.length)
      for (let items = [...accepted(await engine.claim("charge-card", { limit: 100 })).rows]; items.length > 0; ) {
        for (const item of items) done(item)
        claimed.push(...items)
        await report(claimed.length)
        items = [...accepted(await engine.claim("charge-card", { limit: 100 })).rows]
      }
      await engine.idle()
      const ended = await engine.cases({ state: "completed", limit: 1000 })
      expect([ended.length, given.filter((each, index) => given.indexOf(each) !== index)]).toEqual([orders, []])
      await engine.stop({ grace: 0 })
    }),
    often,
  )
})
