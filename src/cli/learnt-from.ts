import type { Input } from "../client.ts"
import { type Flag, text } from "./flags.ts"
import type { Given } from "./given.ts"
import { UsageError } from "./trouble.ts"

/** What a rule is learnt from: a live case or item, or a recorded decision. */
export const learntFromFlags: readonly Flag[] = [
  { name: "case", kind: text, label: "CASE", about: "Learnt from this case as it stands" },
  { name: "item", kind: text, label: "ITEM", about: "Learnt from this item as it stands" },
  { name: "family", kind: text, label: "FAMILY", about: "Learnt from a recorded decision of this family" },
  { name: "decision", kind: { type: "integer", least: 1 }, about: "The version of that decision" },
]

type From = Input<"learn">["from"]

export async function learntFrom(given: Given): Promise<{ readonly from: From }> {
  const from = fromIn(given)
  if (from === undefined)
    throw new UsageError("Say what it is learnt from: --case with --item, or --family with --decision.")
  return { from }
}

export function fromIn(given: Given): From | undefined {
  const [item, family, decision] = [given.text("item"), given.text("family"), given.number("decision")]
  const id = given.text("case")
  if (family !== undefined && decision !== undefined) return { family, version: decision }
  if (id !== undefined) return { case: id, ...(item !== undefined && { item }) }
  return undefined
}
