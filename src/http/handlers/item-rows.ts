import type { Desk } from "../../access/desk.ts"
import type { Right } from "../../model/organisation.ts"
import type { Engine } from "../../runtime/engine.ts"
import type { ItemRow } from "../../store/port.ts"

/** A row as people read it: with its task's title, and without what only the match maker reads. */
export function itemShown(engine: Engine, { offer: _, terms: __, wanted: ___, ...row }: ItemRow) {
  const title = engine.titleOf(row.process, row.task)
  return title === undefined ? row : { ...row, title }
}

/** Whether a row is for him. Rights in one unit only need the item itself to be looked at. */
export async function mayLookAt(desk: Desk, row: ItemRow, rights: readonly Right[]): Promise<boolean> {
  if (desk.mayOne(rights, { process: row.process })) return true
  const where = row.live ? await desk.engine.placeOf(row.id) : undefined
  return where?.unit !== undefined && desk.mayOne(rights, where)
}
