import { existsSync } from "node:fs"
import { parseArgs } from "node:util"
import { accepted, type CaseId, type Engine, familyOf, openEngine, openSqliteStore, VirtualClock } from "../src/main.ts"
import { generatedNet } from "./generated-nets.ts"

/**
 * Fills a file with much, to see how lists and pictures bear it: many cases of a simple process, in several states and over
 * ninety days; one of a process of 500 tasks; one with a history of 5,000 events. All through the engine.
 *
 *     node bench/fill.ts --cases 100000 --store big.db
 *     npx exlet dev --empty --store big.db
 */
const { values } = parseArgs({
  options: {
    cases: { type: "string", default: "100000" },
    events: { type: "string", default: "5000" },
    tasks: { type: "string", default: "500" },
    store: { type: "string", default: "big.db" },
  },
})
const [cases, events, tasks] = [Number(values.cases), Number(values.events), Number(values.tasks)]
if (existsSync(values.store)) {
  process.stderr.write(`${values.store} is there already. Name another file with --store.\n`)
  process.exit(2)
}

const days = 90
const day = 24 * 60 * 60_000
const clock = new VirtualClock(Date.now() - days * day)
const engine = await openEngine({
  store: await openSqliteStore(values.store, { isDraft: true }),
  clock,
  watchdog: false,
})
const parcel = `
process: parcel
title: Send a parcel
data: { customer: { type: string, title: Who gets it }, weight: { type: number, default: 1, title: Kilograms } }
flow: [ { task: pack, title: Pack it }, { task: weigh, title: Weigh it }, { task: send, title: Send it } ]`
const laps = `
process: laps
title: Run laps
data: { run: { type: integer, default: 0 }, wanted: { type: integer, required: true } }
flow: [ { while: running, when: run < wanted, do: [ { task: lap, title: Run a lap, writes: { run: run + 1 } } ] } ]`
for (const definition of [parcel, laps, largeNet(tasks)]) accepted(await engine.deploy(definition))

const started = performance.now()
const atOnce = 500
for (let from = 0; from < cases; from += atOnce) {
  const upTo = Math.min(cases, from + atOnce)
  await Promise.all(Array.from({ length: upTo - from }, (_, index) => sendParcel(engine, from + index)))
  await clock.advanceTo(Math.floor(clock.now() + ((days * day) / cases) * (upTo - from)))
  if (process.stderr.isTTY) process.stderr.write(`\r${upTo} of ${cases} cases`)
}
process.stderr.write(`\r${cases} cases in ${Math.round((performance.now() - started) / 1000)} s\n`)

const large = accepted(await engine.start("large", { by: "ann" })).case
process.stderr.write(`${large} is of a process of ${tasks} tasks\n`)
const long = await runLaps(engine, events)
const [last] = (await engine.entries({ family: familyOf(long), limit: 1_000_000 })).slice(-1)
process.stderr.write(`${long} has a history of ${(last?.version ?? 0) + (last?.events.length ?? 0)} events\n`)
await engine.stop()

/** Of ten parcels four have arrived, three are packed, one is weighed, one is held, and with one something is wrong. */
async function sendParcel(engine: Engine, number: number): Promise<void> {
  const data = { customer: `customer ${number % 977}`, weight: 1 + (number % 30) / 2 }
  const { case: id } = accepted(await engine.start("parcel", { data, by: "ann" }))
  const kind = number % 10
  const tasks = kind < 4 ? ["pack", "weigh", "send"] : kind < 7 ? ["pack"] : kind < 8 ? ["pack", "weigh"] : []
  for (const task of tasks) await complete(engine, id, task)
  if (kind === 8) accepted(await engine.suspend({ kind: "case", case: id }, { by: "ann", reason: "not paid yet" }))
  if (kind === 9) accepted(await engine.report({ case: id, title: "Parcel lost" }, { by: "bob" }))
}

/** One case that goes round and round until its history is as long as that. */
async function runLaps(engine: Engine, events: number): Promise<CaseId> {
  const { case: id } = accepted(await engine.start("laps", { data: { wanted: events }, by: "ann" }))
  for (let written = 0; written < events; ) written += await complete(engine, id, "lap")
  return id
}

/** How many events that made. */
async function complete(engine: Engine, id: CaseId, task: string): Promise<number> {
  const [item] = await engine.items({ case: id, task, live: true, limit: 1 })
  if (item === undefined) throw new Error(`${task} should be there to be done`)
  return accepted(await engine.completeItem(item.id, {}, { by: "bob" })).length
}

/** The first net of that size nobody has put a mistake into. */
function largeNet(size: number) {
  for (let number = 1; ; number++) {
    const { definition, mistake } = generatedNet(number, size, size)
    if (mistake === undefined && "net" in definition)
      return { ...definition, process: "large", title: "A large process" }
  }
}
