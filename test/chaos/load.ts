import { setTimeout as pause } from "node:timers/promises"
import type { Client } from "../../src/client.ts"
import type { Balancer } from "./balancer.ts"
import { keptBy } from "./bundle.ts"
import type { Chance } from "./chance.ts"
import type { Journal } from "./journal.ts"
import { isLeft } from "./settling.ts"

export interface LoadParts {
  readonly balancer: Balancer
  readonly journal: Journal
  readonly chance: Chance
  /** From then on nothing new is begun, and what was begun is brought to its end. */
  readonly closing: AbortSignal
  /** From then on nobody does anything. */
  readonly over: AbortSignal
}

/** Everybody who works at the same time. */
export function workload(parts: LoadParts, size = 1): Promise<unknown> {
  const people = ["ann", "bob", "cy"].flatMap((name) => Array.from({ length: size }, () => name))
  return Promise.all([
    ...people.map((name) => person(own(parts), name)),
    ...Array.from({ length: 2 * size }, () => program(own(parts))),
    ...Array.from({ length: 2 * size }, () => customer(own(parts))),
    pilot(own(parts)),
    writer(own(parts)),
    teacher(own(parts)),
    organiser(own(parts)),
  ])
}

const own = (parts: LoadParts): LoadParts => ({ ...parts, chance: parts.chance.branch() })

async function start({ balancer, journal }: LoadParts, process: string, data = {}): Promise<string | undefined> {
  const key = balancer.newKey()
  const started = await balancer.done((client, options) => client.start({ process, data }, options), { key })
  if (started) {
    journal.started.set(started.case, { process, acknowledgedAt: Date.now() })
    journal.answered.push({ key, process, data, of: started.case })
  }
  return started?.case
}

async function complete({ balancer, journal }: LoadParts, item: string, as: string) {
  const key = balancer.newKey()
  const told = await balancer.ask((client, options) => client.completeItem({ item }, options), { as, key })
  if (told?.ok) journal.complete(item, key)
  return told
}

/** Begins orders. */
async function customer(parts: LoadParts): Promise<void> {
  const { chance, closing } = parts
  while (!closing.aborted) {
    await start(parts, "order", { word: chance.word(), amount: chance.between(0, 100) })
    await pause(chance.between(50, 400))
  }
}

/** Does what is on the list, as others do too. */
async function person(parts: LoadParts, name: string): Promise<void> {
  const { balancer, chance, over } = parts
  while (!over.aborted) {
    const list = await balancer.done((client) => client.worklist({ agent: name, limit: 500 }), { as: name })
    const open = (list?.rows ?? []).filter(
      ({ held, task, case: of }) => !held && task !== "pass" && !(task === "ship" && isLeft(of)),
    )
    // Several at a time, and some of them what others do as well.
    const items = Array.from({ length: 4 }, () => chance.pick(open)).filter((item) => item !== undefined)
    for (const { id } of new Set(items)) await complete(parts, id, name)
    await pause(chance.between(10, open.length > 0 ? 50 : 300))
  }
}

/** A program elsewhere: mostly it does its work, now and then it fails or is never heard of again. */
async function program(parts: LoadParts): Promise<void> {
  const { balancer, journal, chance, closing, over } = parts
  while (!over.aborted) {
    // A claim has no key: what was given in an answer that is lost comes back when its lease ends.
    const claimed = await balancer.done((client) =>
      client.claim({ worker: "charger", limit: 3, wait: 500, lease: 4000 }),
    )
    for (const { id: item, attempt } of claimed?.rows ?? []) {
      const isBad = !closing.aborted && chance.is(0.1)
      if (isBad && chance.is(0.5)) continue
      if (chance.is(0.3)) await balancer.done((client) => client.heartbeat({ item, attempt }))
      const key = balancer.newKey()
      const told = isBad
        ? await balancer.ask((client, options) => client.reportFailure({ item, attempt, message: "no money" }, options))
        : await balancer.ask(
            (client, options) => client.reportOutput({ item, attempt, data: { charged: true } }, options),
            { key },
          )
      if (told?.ok && !isBad) journal.complete(item, key)
    }
    await pause(chance.between(20, 200))
  }
}

/** Flights, and now and then an alarm that stops all of them for a while. */
async function pilot(parts: LoadParts): Promise<void> {
  const { balancer, journal, chance, closing } = parts
  const flights: string[] = []
  while (!closing.aborted) {
    const flight = await start(parts, "flight")
    if (flight && flights.push(flight) > 5) flights.shift()
    const troubled = chance.is(0.25) ? chance.pick(flights) : undefined
    if (troubled) {
      const from = Date.now()
      const raise = await balancer.done((client, options) => client.raise({ case: troubled, class: "Snow" }, options))
      if (raise) journal.alarms.push({ family: troubled, from, to: Date.now() })
    }
    await pause(chance.between(200, 1000))
  }
}

/** Writes to those who wait for it, or will. */
async function writer(parts: LoadParts): Promise<void> {
  const { balancer, journal, chance, closing } = parts
  while (!closing.aborted) {
    const name = chance.word()
    if ((await start(parts, "wish", { name })) === undefined) continue
    const message = { name: "reply", key: name, data: { answer: name } }
    const sent = await balancer.done((client, options) => client.message(message, options))
    if (sent) journal.messages.add(name)
    await pause(chance.between(100, 600))
  }
}

/** Teaches one thing after the other, each from a case; those that begin after that was acknowledged are to know it. */
async function teacher(parts: LoadParts): Promise<void> {
  const { balancer, journal, chance, closing } = parts
  for (let n = 1; !closing.aborted; n++) {
    const first = await start(parts, "probe", { n })
    if (first === undefined) return
    const rule = { on: "itemPre", at: "probe/step", if: `n == ${n}`, then: "mark", from: { case: first } }
    const learnt = await balancer.ask((client: Client, options) => client.learn(rule, options))
    if (learnt?.ok) {
      journal.taught.push(learnt.value)
      for (let times = 0; times < 3; times++) {
        const probe = await start(parts, "probe", { n })
        if (probe) journal.probes.set(probe, { least: learnt.value.version, isMarked: true })
      }
    } else if (learnt?.rejection.code !== "CASE_NOT_LIVE" && learnt) {
      journal.violation(`a lesson was refused: ${JSON.stringify(learnt.rejection)}`)
    }
    await pause(chance.between(300, 1500))
  }
}

/** Who kept the gate until somebody else does may not let anybody pass from then on. */
async function organiser(parts: LoadParts): Promise<void> {
  const { balancer, journal, chance, closing } = parts
  for (let turn = 0; !closing.aborted; turn++) {
    const [keeper, other] = turn % 2 === 0 ? (["fay", "eve"] as const) : (["eve", "fay"] as const)
    if (!(await balancer.done((client, options) => client.deploy({ text: keptBy(keeper) }, options)))) return
    const gate = await start(parts, "gate")
    if (gate === undefined) return
    const item = `${gate}.i1`
    if ((await complete(parts, item, other))?.ok)
      journal.violation(`${other} passed ${item} though ${keeper} keeps the gate`)
    const passed = await complete(parts, item, keeper)
    if (passed && !passed.ok) journal.violation(`${keeper} could not pass ${item}: ${passed.rejection.code}`)
    await pause(chance.between(300, 1500))
  }
}
