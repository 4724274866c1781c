import type { DatabaseSync } from "node:sqlite"
import type { FamilyId } from "../../messages/ids.ts"
import { readingOne } from "./statements.ts"

/** Returns what finds the family with a case number: the row of its first case has it, and a unique index keeps others from it. */
export function numberedIn(database: DatabaseSync): (number: string) => FamilyId | undefined {
  const read = readingOne<{ id: FamilyId }>(database, `SELECT id FROM cases WHERE number = ? AND ${isFirst}`)
  return (number) => read(number)?.id
}

/** In the words of the index. */
const isFirst = "instr(id, '.') = 0"
