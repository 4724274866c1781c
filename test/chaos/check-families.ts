import { isDeepStrictEqual } from "node:util"
import { emptyFamily } from "../../src/engine/draft.ts"
import { evolve } from "../../src/engine/evolve.ts"
import { fold } from "../../src/exceptions/fold.ts"
import { emptyHandling } from "../../src/exceptions/handling.ts"
import type { FamilyId } from "../../src/messages/ids.ts"
import { readFamily } from "../../src/runtime/families.ts"
import { encodeSnapshot } from "../../src/runtime/snapshots.ts"
import type { Store } from "../../src/store/port.ts"
import type { Happened } from "./history.ts"

/** Each family, as its newest snapshot and what came after it say, is what its whole history says; its versions have no gap. */
export async function checkFamilies(store: Store, { entries }: Happened): Promise<readonly string[]> {
  const wrong: string[] = []
  for (const [id, history] of Map.groupBy(entries, ({ family }) => family)) {
    const family = id as FamilyId
    const state = emptyFamily(family)
    const handling = emptyHandling()
    for (const entry of history) {
      if (entry.version !== state.version + 1) wrong.push(`family ${id} has ${entry.version} after ${state.version}`)
      evolve(state, entry)
      for (const event of entry.events) fold(handling, event, entry)
    }
    const loaded = await readFamily(store, family)
    if (loaded?.quarantine) wrong.push(`family ${id} was set aside: ${loaded.quarantine.error}`)
    if (!loaded || !isDeepStrictEqual(known(loaded), known({ state, handling })))
      wrong.push(`family ${id} is not what its history says`)
  }
  return wrong
}

const known = (family: Pick<NonNullable<Awaited<ReturnType<typeof readFamily>>>, "state" | "handling">): unknown => {
  const { net, handling } = JSON.parse(encodeSnapshot(family)) as { readonly net: string; readonly handling: unknown }
  return { net: JSON.parse(net), handling }
}
