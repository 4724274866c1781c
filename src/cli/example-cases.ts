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
  const task = "raise" in move ? move.at : move.complete
  const items = await client.items({ case: id, task, live: true })
  if (!items.ok) return items.rejection
  const item = items.value.rows[0]?.id
  if (item === undefined) throw new Error(`an example expects ${task} to be there`)
  const told =
    "raise" in move
      ? await client.raise({ case: id, class: move.raise, item, with: move.with ?? {} })
      : await client.completeItem({ item, data: move.data ?? {} })
  return told.ok ? undefined : told.rejection
}

/** A task is completed, or something is raised at its item. */
type Move =
  | { readonly complete: string; readonly data?: JsonObject }
  | { readonly raise: string; readonly at: string; readonly with?: JsonObject }

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

const scripts: Readonly<Record<string, readonly Script[]>> = {
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
