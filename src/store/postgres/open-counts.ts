import { familyOf, numberOf } from "../../messages/ids.ts"
import type { Batch } from "../port.ts"
import type { Statement } from "./database.ts"
import { inEachShard } from "./statements.ts"
import { undoneOf } from "./undoing.ts"

/**
 * Cases know how much is open there. What a batch is about to change is taken off before, as it stands, and added afterwards, as it
 * stands then: so the work is that of the batch, however much else is open.
 */
export const uncountOpen = (batch: Batch): readonly Statement[] => counting(batch, "-")
export const countOpen = (batch: Batch): readonly Statement[] => counting(batch, "+")

function counting(batch: Batch, sign: "+" | "-"): readonly Statement[] {
  const undone = undoneOf(batch.undone)
  const exceptions = [...new Set([...batch.exceptions.map(({ id }) => id), ...undone.exceptions])]
  const interventions = [...new Set([...batch.interventions.map(({ id }) => id), ...undone.interventions])]
  return [
    ...changing(sign, "exceptions", "number", [exceptions.map(familyOf), exceptions.map(numberOf)]),
    ...changing(sign, "interventions", "id", [interventions.map(familyOf), interventions]),
  ]
}

const isOpen = { exceptions: "state IN ('open', 'handling')", interventions: "open" } as const

/** Families are named by themselves as well, so that a database that is spread by them knows where to look. */
function changing(
  sign: "+" | "-",
  table: keyof typeof isOpen,
  key: "number" | "id",
  [families, keys]: readonly [readonly string[], readonly (string | number)[]],
): readonly Statement[] {
  if (keys.length === 0) return []
  const type = key === "number" ? "bigint" : "text"
  const sql = `UPDATE cases SET ${table} = cases.${table} ${sign} changed.many FROM (
      SELECT there.case_id, there.family_id, count(*) AS many
      FROM unnest($1::text[], $2::${type}[]) AS given (family_id, ${key})
      JOIN ${table} AS there ON there.family_id = given.family_id AND there.${key} = given.${key}
      WHERE there.${isOpen[table]} AND there.family_id = ANY($1::text[])
      GROUP BY there.case_id, there.family_id) AS changed
    WHERE cases.id = changed.case_id AND cases.family_id = changed.family_id AND cases.family_id = ANY($1::text[])`
  return [inEachShard(sql, [families, keys], families)]
}
