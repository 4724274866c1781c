import type { Client } from "../../src/client.ts"
import { told } from "./world.ts"

/**
 * Two processes that are alike, each with everything an operation can be about: waiting, held and claimed items, a run, an open
 * intervention, an open exception, rules that were asked and learnt. What is told of the second is secret.
 */

/** In every text of the vault: whoever may not see it must never read this. */
export const secretMark = "zqx"

export const secretAgent = `${secretMark}-agent`
export const helper = "helper"

/** What one house consists of, by id. */
export interface House {
  readonly process: string
  readonly worklet: string
  readonly exlet: string
  readonly trigger: string
  readonly worker: string
  /** A case in which everything waits. */
  readonly case: string
  readonly family: string
  readonly items: Readonly<Record<"weigh" | "seal" | "engrave" | "polish" | "coins" | "guard", string>>
  readonly attempt: number
  readonly run: string
  readonly tree: string
  readonly learntTree: string
  readonly decision: number
  /** A case that somebody has suspended, with an item suspended as well. */
  readonly heldCase: string
  readonly heldItem: string
  /** A case of which somebody has reported something. */
  readonly reportedCase: string
  readonly intervention: string
  readonly exception: string
  /** A key nobody needs. */
  readonly spareKey: string
}

const definition = (name: string, mark: string) => `
process: ${name}
title: ${mark}-title
data:
  plan: string
  amount: { type: number, default: 900 }
  coins: { list: integer }
flow:
  - parallel: all
    branches:
      - [ { task: weigh, title: ${mark}-weigh } ]
      - [ { task: seal } ]
      - [ { task: guard, needs: { role: guard } } ]
      - [ { program: engrave, worker: ${name}-worker } ]
      - [ { program: polish, worker: ${name}-polisher } ]
      - [ { wait: { message: ${name}-signal, key: amount } } ]
      - [ { forEach: counting, in: coins, as: coin, dynamic: true, do: [ { task: count } ] } ]
---
process: ${name}-help
title: ${mark}-help
data: { plan: string, amount: number }
flow: [ { task: listen } ]
---
exceptions:
  ${name}-alarm: { is: CaseTrigger, title: ${mark}-alarm, parameters: { who: string } }
  ${name}-crack: { is: ItemTrigger, title: ${mark}-crack }
exlets:
  help-${name}: [ { suspend: item }, { compensate: ${name}-help }, { continue: item } ]
rules:
  - on: itemPre
    at: ${name}/seal
    tree: [ { if: amount > 100, then: help-${name} } ]
bind: [ { handler: watch, at: ${name}/weigh } ]
constraints: [ { name: ${mark}-bound, at: ${name}, deadline: P900D } ]
`

/** Who there is and what each may do comes with the permissions of the test. */
export const staff = {
  roles: { guard: {} },
  capabilities: { juggle: {} },
  agents: {
    [helper]: { roles: ["guard"] },
    [secretAgent]: { name: `${secretMark} the agent`, roles: ["guard"] },
  },
}

const shared = `
process: idle
flow: [ { task: sleep } ]
---
exlets: { unused: [ { notify: helper, text: hello } ] }
handlers: { watch: { on: LoopLimit, then: nothing }, spare: { on: LoopLimit, then: nothing } }
patterns: { unheard: { all: [LoopLimit, Stalled] } }
constraints: [ { at: idle, budget: 900 } ]
`

export const houses = [shared, definition("open", "plain"), definition("vault", secretMark)] as const

/** Cases of one of the two, each in the state its name tells, made by somebody who may do everything. */
export async function furnish(name: "open" | "vault", client: Client): Promise<House> {
  const mark = name === "vault" ? secretMark : "plain"
  const data = { plan: `${mark}-plan`, coins: [1, 2] }
  const reason = `${mark}-reason`
  const begin = async () => told(await client.start({ process: name, data, reason })).case

  const id = await begin()
  const { rows } = told(await client.items({ case: id, limit: 100 }))
  const item = (task: string) => rows.find((row) => row.task === task)?.id ?? missing(`an item of ${task}`)
  const [claimed] = told(await client.claim({ worker: `${name}-polisher`, lease: 86_400_000 })).rows
  const view = told(await client.case({ case: id }))
  const learntTree = `itemPre ${name}/weigh`
  if (!(await client.tree({ tree: learntTree })).ok) {
    told(await client.learn({ ...lessonOf(name), from: { case: id, item: item("weigh") }, reason }))
  }
  const tree = `itemPre ${name}/seal`
  const decided = told(await client.decisions({ tree, limit: 1000 })).rows.find((row) => row.family === view.family)

  const heldCase = await begin()
  const heldItem = told(await client.items({ case: heldCase, task: "weigh" })).rows[0]?.id ?? missing("an item")
  told(await client.suspendItem({ item: heldItem, reason }))
  told(await client.suspendCase({ case: heldCase, reason }))

  const reportedCase = await begin()
  told(await client.report({ case: reportedCase, title: `${mark}-report`, text: `${mark}-text`, reason }))
  const [asked] = told(await client.interventions({ case: reportedCase })).rows
  const [raised] = told(await client.exceptions({ case: reportedCase })).rows

  return {
    process: name,
    worklet: `${name}-help`,
    exlet: `help-${name}`,
    trigger: `${name}-alarm`,
    worker: `${name}-worker`,
    case: id,
    family: view.family,
    items: {
      weigh: item("weigh"),
      seal: item("seal"),
      guard: item("guard"),
      engrave: item("engrave"),
      polish: item("polish"),
      coins: item("counting"),
    },
    attempt: claimed?.attempt ?? missing("a claimed item"),
    run: view.runs[0]?.id ?? missing("a run"),
    tree,
    learntTree,
    decision: decided?.version ?? missing("a decision"),
    heldCase,
    heldItem,
    reportedCase,
    exception: raised?.id ?? missing("an exception"),
    intervention: asked?.id ?? missing("an intervention"),
    spareKey: told(await client.createKey({ agent: helper, name: `${mark}-key` })).key.id,
  }
}

/** Holds for every case of a house. */
export const lessonOf = (process: string) => ({
  on: "itemPre",
  at: `${process}/weigh`,
  if: "amount > 10",
  then: "nothing",
})

/** A house that is not there, its ids as good as any. */
export function ghostOf(house: House): House {
  const families = [house.family, house.heldCase, house.reportedCase].map((id) => id.split(".")[0] ?? id)
  let text = JSON.stringify(house).replaceAll(house.process, "ghost")
  families.forEach((family, index) => {
    text = text.replaceAll(family, `01kaaaaaaaaaaaa${index}`)
  })
  return JSON.parse(text) as House
}

function missing(what: string): never {
  throw new Error(`${what} should be there`)
}
