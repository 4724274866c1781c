import { familyOf } from "../../messages/ids.ts"
import type { Batch } from "../port.ts"
import type { CaseFacts, Database } from "./database.ts"

/** What the cases are written with that rows of a batch belong to: it never changes, so it is looked up before. */
export async function caseFactsFor(database: Database, batch: Batch): Promise<CaseFacts> {
  const { cases, items, exceptions, expectations } = batch
  const facts = new Map<string, { version: number; started_at: number }>()
  for (const { id, version, startedAt } of cases) facts.set(id, { version, started_at: startedAt })
  const needed = [...items, ...exceptions, ...expectations].map((row) => row.case)
  const missing = [...new Set(needed)].filter((id) => !facts.has(id))
  if (missing.length === 0) return facts
  const rows = await database.read<{ id: string; version: number; started_at: number }>(
    "SELECT id, version, started_at FROM cases WHERE id = ANY($1::text[]) AND family_id = ANY($2::text[])",
    [missing, [...new Set(missing.map(familyOf))]],
  )
  for (const { id, ...found } of rows) facts.set(id, found)
  return facts
}
