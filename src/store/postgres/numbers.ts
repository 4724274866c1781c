import type { FamilyId } from "../../messages/ids.ts"
import type { Batch, NumberedFamily } from "../port.ts"
import type { Database, Statement } from "./database.ts"
import { inserting, lastOfEach, text } from "./statements.ts"

export async function numberedIn(
  database: Database,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, FamilyId>> {
  if (numbers.length === 0) return new Map()
  const rows = await database.read<NumberedFamily>(
    "SELECT number, family FROM case_numbers WHERE number = ANY($1::text[])",
    [numbers],
  )
  return new Map(rows.map(({ number, family }) => [number, family]))
}

/** Whoever comes second waits until the first has committed, finds the row of the first, and fails. */
export function recordNumbers({ numbers }: Pick<Batch, "numbers">): readonly Statement[] {
  if (numbers.length === 0) return []
  const rows = lastOfEach(numbers, ({ number }) => number)
  const check = `SELECT exlet_conflict(given.family) FROM unnest($1::text[], $2::text[]) AS given (number, family)
    JOIN case_numbers ON case_numbers.number = given.number WHERE case_numbers.family <> given.family`
  return [...record(rows), { sql: check, values: [rows.map(({ number }) => number), rows.map(({ family }) => family)] }]
}

const record = inserting<NumberedFamily>(
  "case_numbers",
  [text("number", ({ number }) => number), text("family", ({ family }) => family)],
  "DO NOTHING",
)

export const forgetNumbers = (families: readonly FamilyId[]): Statement => ({
  sql: "DELETE FROM case_numbers WHERE family = ANY($1::text[])",
  values: [families],
})
