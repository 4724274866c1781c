import type { Client, Input, Told } from "../client.ts"
import { type Flag, text } from "./flags.ts"
import type { Given } from "./given.ts"
import { UsageError } from "./trouble.ts"

/** What a rule is learnt from: a live case or item, or a recorded decision. */
export const learntFromFlags: readonly Flag[] = [
  { name: "case", kind: text, label: "CASE", about: "Learnt from this case as it stands" },
  { name: "item", kind: text, label: "ITEM", about: "Learnt from this item as it stands; its case need not be said" },
  { name: "family", kind: text, label: "FAMILY", about: "Learnt from a recorded decision of this family" },
  { name: "decision", kind: { type: "integer", least: 1 }, about: "The version of that decision" },
]

type From = Input<"learn">["from"]

/** As a word says it: something must be said. */
export const learntFrom = {
  flags: learntFromFlags,
  hidden: ["from"],
  optional: ["from"],
  fill(given: Given): Partial<Input<"learn">> {
    const from = fromIn(given)
    if (from === undefined && !given.has("item"))
      throw new UsageError("Say what it is learnt from: --item, --case, or --family with --decision.")
    return from ? { from } : {}
  },
  seek: (_: Partial<Input<"learn">>, client: Client, given: Given): Promise<Told<{ readonly from?: From }>> =>
    soughtFrom(client, given),
} as const

/** The same once there is somebody to ask: of an item alone, the case it is in. Empty where nothing is said. */
export async function soughtFrom(client: Client, given: Given): Promise<Told<{ readonly from?: From }>> {
  const from = fromIn(given)
  const item = given.text("item")
  if (from || item === undefined) return { ok: true, value: from ? { from } : {} }
  const found = await caseOf(client, item)
  return found.ok ? { ok: true, value: { from: { case: found.value, item } } } : found
}

/** The case an item is in. */
export async function caseOf(client: Client, item: string): Promise<Told<string>> {
  const told = await client.item({ item })
  return told.ok ? { ok: true, value: told.value.case } : told
}

function fromIn(given: Given): From | undefined {
  const [item, family, decision] = [given.text("item"), given.text("family"), given.number("decision")]
  const id = given.text("case")
  if (family !== undefined && decision !== undefined) return { family, version: decision }
  if (id !== undefined) return { case: id, ...(item !== undefined && { item }) }
  return undefined
}
