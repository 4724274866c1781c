import type { Store, StoredDefinition, StoredProcess, StoredTreeChange } from "../store/port.ts"
import type { Processes } from "./processes.ts"

/** What is in force as it is stored: plain data that another thread can be given. */
export interface StoredInForce {
  /** The newest of each name, as its first version. */
  readonly processes: readonly StoredProcess[]
  readonly definitions: readonly StoredDefinition[]
  readonly treeChanges: readonly StoredTreeChange[]
}

/** Returns what is in force. */
export async function storedInForce(
  store: Pick<Store, "definitions" | "treeChanges">,
  processes: Processes,
): Promise<StoredInForce> {
  return {
    processes: processes.names().flatMap((name) => {
      const newest = processes.newest(name)
      return newest ? [{ ...newest, version: 1 }] : []
    }),
    definitions: await store.definitions(),
    treeChanges: await store.treeChanges(),
  }
}
