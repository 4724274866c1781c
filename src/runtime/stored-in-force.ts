import { setImmediate as nextTurn } from "node:timers/promises"
import type { Store, StoredDefinition, StoredProcess, StoredTreeChange } from "../store/port.ts"
import type { InForce } from "./examining.ts"
import type { Processes } from "./processes.ts"

/** What is in force as it is stored: plain data that another thread can be given. */
export interface StoredInForce {
  /** The newest of each name, as its first version. */
  readonly processes: readonly StoredProcess[]
  readonly definitions: readonly StoredDefinition[]
  readonly treeChanges: readonly StoredTreeChange[]
}

/** What is in force, for who may know it already: the same `revision` of the same engine is the same. */
export interface RevisionInForce {
  /** Stands for the engine. */
  readonly engine: object
  readonly revision: string
  readonly stored: () => Promise<StoredInForce>
}

/** Returns what is in force. It is read from the store only if it is asked for. */
export function revisionInForce(store: Pick<Store, "definitions" | "treeChanges">, inForce: InForce): RevisionInForce {
  const { processes, rulebook } = inForce
  return {
    engine: rulebook,
    revision: revisionOf(inForce),
    stored: () => storedInForce(store, processes),
  }
}

/** Changes with whatever comes into force. */
export const revisionOf = ({ processes, rulebook, staffing }: InForce): string =>
  `${processes.revision} ${rulebook.revision} ${staffing.revision}`

async function storedInForce(
  store: Pick<Store, "definitions" | "treeChanges">,
  processes: Processes,
): Promise<StoredInForce> {
  // With much in force each part takes a turn of its own, and so does whoever passes them on.
  const definitions = await store.definitions()
  await nextTurn()
  const treeChanges = await store.treeChanges()
  await nextTurn()
  const newest = processes.names().flatMap((name) => {
    const stored = processes.newest(name)
    return stored ? [{ ...stored, version: 1 }] : []
  })
  return { processes: newest, definitions, treeChanges }
}
