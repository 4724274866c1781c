import type { Desk } from "../../access/desk.ts"
import type { Right } from "../../model/organisation.ts"
import { placeOfScope } from "../../model/scope-text.ts"
import type { Engine } from "../../runtime/engine.ts"
import type { ItemRow } from "../../store/port.ts"

/** A row as people read it: with the titles of its task and process, and without what only the match maker reads. */
export function itemShown(engine: Engine, { offer: _, terms: __, wanted: ___, ...row }: ItemRow) {
  const title = engine.titleOf(row.process, row.task)
  return { ...row, ...processTitle(engine, row.process), ...(title !== undefined && { title }) }
}

/** Whoever does an item need not see its process, and is told what people call it. */
export function processTitle(engine: Engine, name: string): { readonly processTitle?: string } {
  const title = engine.process(name)?.source.title
  return typeof title === "string" ? { processTitle: title } : {}
}

/** The bounds of a place as somebody may see them: a parent's process and its budget are not for everybody below it. */
export function boundsShown<Bound extends { readonly scope: string }>(
  desk: Desk,
  process: string,
  bounds: readonly Bound[],
): readonly Bound[] {
  return bounds.filter(({ scope }) => {
    const { process: of = process } = placeOfScope(scope)
    return of === process || desk.mayOne(["see", "teach", "intervene"], { process: of })
  })
}

/** What a row is about, and whether that is still under way. */
interface PlacedRow {
  readonly id: string
  readonly process: string
  readonly live: boolean
}

/** Returns whether a row is for the caller. For rights in a unit the item, exception or intervention itself is looked at. */
export async function mayLookAt(desk: Desk, row: PlacedRow, rights: readonly Right[]): Promise<boolean> {
  if (desk.mayOne(rights, { process: row.process })) return true
  const where = row.live && desk.somewhereIn(row.process, rights) ? await desk.engine.placeOf(row.id) : undefined
  return where?.unit !== undefined && desk.mayOne(rights, where)
}
