import type { Client, Refusal } from "../client.ts"
import type { JsonObject } from "../messages/json.ts"

/**
 * Begins a few cases of the examples, in states worth looking at: waiting for somebody, done again, asked about. Nothing is begun
 * where there has been a case of that process before. Answers what was refused; the rest of such a case is left.
 */
export async function beginExampleCases(client: Client): Promise<readonly Refusal[]> {
  const refusals: Refusal[] = []
  for (const [process, cases] of Object.entries(scripts)) {
    const known = await client.cases({ process, limit: 1 })
    if (known.ok && known.value.rows.length > 0) continue
    for (const script of cases) {
      const refusal = await play(client, process, script)
      if (refusal) refusals.push(refusal)
    }
  }
  return refusals
}

async function play(client: Client, process: string, { data, moves }: Script): Promise<Refusal | undefined> {
  const started = await client.start({ process, data, reason: "an example" })
  if (!started.ok) return started.rejection
  for (const move of moves) {
    const refusal = await make(client, started.value.case, move)
    if (refusal) return refusal
  }
  return undefined
}

async function make(client: Client, id: string, move: Move): Promise<Refusal | undefined> {
  const told = await ("raise" in move ? raise(client, id, move) : work(client, id, move))
  return told.ok ? undefined : told.rejection
}

async function raise(client: Client, id: string, { raise: name, at, with: parameters = {} }: Raising) {
  const event = { case: id, class: name, with: parameters }
  if (at === undefined) return client.raise(event)
  const item = await itemOf(client, id, at)
  return item.ok ? client.raise({ ...event, item: item.value }) : item
}

async function work(client: Client, id: string, move: Working) {
  const item = await itemOf(client, id, "start" in move ? move.start : move.complete)
  if (!item.ok) return item
  if ("start" in move) return client.startItem({ item: item.value })
  return client.completeItem({ item: item.value, data: move.data ?? {} })
}

async function itemOf(client: Client, id: string, task: string) {
  const items = await client.items({ case: id, task, live: true })
  if (!items.ok) return items
  const item = items.value.rows[0]?.id
  if (item === undefined) throw new Error(`an example expects ${task} to be there`)
  return { ok: true as const, value: item }
}

/** A task is completed or started, or something is raised: at the case, or at a task's item. */
type Move = Working | Raising
type Working = { readonly complete: string; readonly data?: JsonObject } | { readonly start: string }
interface Raising {
  readonly raise: string
  readonly at?: string
  readonly with?: JsonObject
}

interface Script {
  readonly data: JsonObject
  readonly moves: readonly Move[]
}

const requested: readonly Move[] = [{ complete: "getProductInfo" }, { complete: "fillRequest" }]
const approved: readonly Move[] = [
  ...requested,
  { complete: "budgetCheck" },
  { complete: "prApproval", data: { approved: true } },
]
const received: readonly Move[] = [
  ...approved,
  { complete: "findSupplier", data: { supplier: "Bolt & Co" } },
  { complete: "issuePO", data: { po: "po-17" } },
  { complete: "receiveGoods", data: { goods: "a saw", invoice: "i-17" } },
]
const noBudget: readonly Move[] = [...requested, { raise: "OverBudget", at: "budgetCheck" }]

const checked: readonly Move[] = [
  { complete: "A1", data: { model: "the lightest", budget: 3200, amount: 3100 } },
  { complete: "B2", data: { result: "okay" } },
  { complete: "B3", data: { result: "okay" } },
]
const ordered: readonly Move[] = [
  { complete: "A1", data: { model: "the usual", budget: 1500, amount: 1400 } },
  { complete: "B11" },
  { complete: "B12", data: { approved: true } },
  { complete: "B2", data: { result: "okay" } },
  { complete: "B3", data: { result: "okay" } },
  { complete: "C" },
  { complete: "D" },
  { complete: "E" },
]

const scripts: Readonly<Record<string, readonly Script[]>> = {
  "laptop-order": [
    // Costs more than usual: it is held until the vice president and the president have agreed.
    { data: {}, moves: checked },
    // Is to be changed: as soon as the parts are received it is held.
    { data: {}, moves: [...ordered, { start: "F" }, { raise: "change_request" }] },
    // Is being assembled: a change is refused.
    { data: {}, moves: [...ordered, { complete: "F" }, { start: "G" }, { raise: "change_request" }] },
    // Was cancelled: the vendors are to be told.
    { data: {}, moves: [...ordered, { raise: "Cancel" }] },
  ],
  requisition: [
    // Waits for a financial controller.
    { data: { product: "a cordless drill", amount: 180 }, moves: [...requested, { complete: "budgetCheck" }] },
    // A PC has failed: two managers know, and a supplier is looked for again.
    {
      data: { product: "a work bench", amount: 900 },
      moves: [...approved, { raise: "PcFailure", at: "findSupplier", with: { computer: "pc-7" } }],
    },
    // Nobody sells it: the requester is to be told.
    {
      data: { product: "a left-handed screwdriver", amount: 12 },
      moves: [...approved, { raise: "supplierNotFound", at: "findSupplier" }],
    },
    // Three times there was no budget: somebody is asked.
    { data: { product: "a gantry crane", amount: 4800 }, moves: [...noBudget, ...noBudget, ...noBudget] },
    // The wrong goods came, and about payment people decide.
    {
      data: { product: "a drill press", amount: 1900 },
      moves: [...received, { raise: "WrongGoods", at: "matchDocuments" }],
    },
  ],
}
