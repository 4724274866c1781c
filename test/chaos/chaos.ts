import { setTimeout as pause } from "node:timers/promises"
import { connect } from "../../src/client.ts"
import { openPostgresStore } from "../../src/store/postgres/store.ts"
import type { PostgresServer } from "../contracts/start-postgres.ts"
import { Balancer } from "./balancer.ts"
import { bundle } from "./bundle.ts"
import { Chance } from "./chance.ts"
import { checkAcknowledged, checkOnce, checkTaught } from "./check-acknowledged.ts"
import { checkAlike } from "./check-alike.ts"
import { checkBroadcasts } from "./check-broadcasts.ts"
import { checkFamilies } from "./check-families.ts"
import { checkLetters } from "./check-letters.ts"
import { checkReadModels } from "./check-read-models.ts"
import { checkStreams } from "./check-streams.ts"
import { type Fault, Faults } from "./faults.ts"
import { Fleet } from "./fleet.ts"
import { Follower } from "./follower.ts"
import { allThatHappened } from "./history.ts"
import { Journal } from "./journal.ts"
import { workload } from "./load.ts"
import { Receiver } from "./receiver.ts"
import { settled } from "./settling.ts"

export interface ChaosOptions {
  readonly server: PostgresServer
  readonly seed: number
  /** For how long things go wrong. */
  readonly milliseconds: number
  readonly nodes: number
  readonly faults: ReadonlySet<Fault>
  readonly followers?: number
  /** How long what was begun may take to end when nothing goes wrong any more. */
  readonly patience?: number
  readonly longestPause?: number
  readonly largestSkew?: number
  readonly onProgress?: (line: string) => void
}

export interface Outcome {
  readonly started: number
  readonly completed: number
  readonly entries: number
  readonly letters: number
  readonly taught: number
  readonly faults: Readonly<Record<string, number>>
  /** How often nobody answered, and how often what was answered. */
  readonly lost: number
  readonly answers: Readonly<Record<string, number>>
  /** What must not be; none if all is well. */
  readonly violations: readonly string[]
}

/** Nodes in processes of their own, everybody who works with them over HTTP, and everything that can go wrong; then a look at what is there. */
export async function chaos(options: ChaosOptions): Promise<Outcome> {
  const { server, seed, milliseconds, nodes: size, faults: names, patience = 120_000, onProgress = () => {} } = options
  const chance = new Chance(seed)
  const journal = new Journal()
  const [closing, over] = [new AbortController(), new AbortController()]
  const store = await server.newStore()
  const receiver = await Receiver.open(chance.branch())
  const fleet = await Fleet.start({
    ...{ store, size, webhook: receiver.url },
    clocks: Array.from({ length: size }, (_, index) => clockOf(index, names.has("skew"), chance)),
    onDeath: (last) => journal.violation(`a node ended by itself: ${last}`),
  })
  try {
    await deployed(fleet)
    const balancer = new Balancer(fleet.urls, chance.branch(), over.signal)
    const faults = new Faults({
      ...{ fleet, store, faults: names, chance: chance.branch(), closing: closing.signal, restart: server.restart },
      longestPause: options.longestPause ?? 14_000,
      largestSkew: options.largestSkew ?? 20_000,
    })
    const followers = Array.from({ length: options.followers ?? 3 }, () => new Follower(fleet.urls, chance.branch()))
    const following = Promise.all(followers.map((follower) => follower.run(over.signal)))
    const working = workload({ balancer, journal, chance, closing: closing.signal, over: over.signal })
    const failing = faults.run()
    const said = () =>
      `${journal.started.size} started, ${journal.completed.size} completed, ${journal.alarms.length} alarms, ${journal.taught.length} taught, ` +
      `${receiver.arrived.length} letters, ${[...faults.counts].map(([fault, count]) => `${count} ${fault}`).join(", ")}, ${balancer.lost} answers lost`
    for (const end = Date.now() + milliseconds; Date.now() < end; ) {
      await pause(Math.min(10_000, Math.max(0, end - Date.now())))
      onProgress(said())
    }
    closing.abort()
    await failing
    onProgress("nothing goes wrong any more; what was begun is brought to its end")
    const stuck = await settled(store, patience)
    await caughtUp(store, followers)
    over.abort()
    await Promise.all([following, working])
    const different = await checkAlike(fleet.urls, journal)
    await fleet.stop()
    onProgress("looking at what is there")
    const copy = await server.copyOf(store)
    const keeper = await openPostgresStore(store)
    try {
      const happened = await allThatHappened(keeper)
      return {
        started: journal.started.size,
        completed: journal.completed.size,
        entries: happened.entries.length,
        letters: receiver.arrived.length,
        taught: journal.taught.length,
        faults: Object.fromEntries(faults.counts),
        lost: balancer.lost,
        answers: Object.fromEntries(balancer.answers),
        violations: [
          ...journal.violations,
          ...stuck,
          ...different,
          ...checkAcknowledged(happened, journal),
          ...checkOnce(happened),
          ...checkTaught(happened, journal),
          ...checkBroadcasts(happened, journal),
          ...checkLetters(happened, receiver),
          ...checkStreams(happened, followers),
          ...(await checkFamilies(keeper, happened)),
          ...(await checkReadModels(store, copy)),
          ...badAnswers(balancer),
        ],
      }
    } finally {
      await keeper.close()
    }
  } finally {
    closing.abort()
    over.abort()
    await fleet.stop()
    await receiver.close()
  }
}

/** The first is right, and so `exlet serve` itself. The others are up to two seconds off. */
function clockOf(index: number, isSkewed: boolean, chance: Chance): number {
  if (index === 0) return 0
  return isSkewed ? chance.between(200, 2000) * (chance.is(0.5) ? 1 : -1) : 1
}

async function deployed(fleet: Fleet): Promise<void> {
  const told = await connect({ url: fleet.urls[0] ?? "" }).deploy({ text: bundle })
  if (!told.ok) throw new Error(JSON.stringify(told.rejection))
}

async function caughtUp(store: string, followers: readonly Follower[]): Promise<void> {
  const keeper = await openPostgresStore(store)
  const last = await keeper.entriesBefore(Number.MAX_SAFE_INTEGER, 1).finally(() => keeper.close())
  for (
    let tried = 0;
    tried < 100 && followers.some((each) => (each.seen.at(-1)?.position ?? 0) < (last[0]?.position ?? 0));
    tried++
  )
    await pause(200)
}

/** What no request here can be answered with, however much goes wrong. */
function badAnswers({ answers }: Balancer): readonly string[] {
  const bad = [
    "DECISION_FAILED",
    "FAMILY_QUARANTINED",
    "KEY_REUSED",
    "REQUEST_INVALID",
    "INTERNAL_ERROR",
    "CASE_NOT_FOUND",
  ]
  return bad.flatMap((code) => (answers.has(code) ? [`${answers.get(code)} requests were answered with ${code}`] : []))
}
