import { type FamilyId, familyOf, type InterventionId } from "../messages/ids.ts"

/** So many families are waited for together: what they decide is written in one go. */
const width = 64

/** Does something about each, several families at once and those of one family one after the other; gives what came of them in their order. */
export async function severalAtOnce<Each extends { readonly intervention: InterventionId }, Row>(
  all: readonly Each[],
  work: (each: Each) => Promise<Row>,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  let together = new Map<FamilyId, Each>()
  const through = async () => {
    rows.push(...(await Promise.all([...together.values()].map(work))))
    together = new Map()
  }
  for (const each of all) {
    const family = familyOf(each.intervention)
    if (together.has(family) || together.size === width) await through()
    together.set(family, each)
  }
  await through()
  return rows
}
