import type { Desk } from "../../access/desk.ts"
import type { Right } from "../../model/organisation.ts"
import type { ItemRow } from "../../store/port.ts"

/** A row without what only the match maker reads. */
export function itemShown({ offer: _, terms: __, wanted: ___, ...row }: ItemRow) {
  return row
}

/** Whether a row is for him. Rights in one unit only need the item itself to be looked at. */
export async function mayLookAt(desk: Desk, row: ItemRow, rights: readonly Right[]): Promise<boolean> {
  if (desk.mayOne(rights, { process: row.process })) return true
  const where = row.live ? await desk.engine.placeOf(row.id) : undefined
  return where?.unit !== undefined && desk.mayOne(rights, where)
}
