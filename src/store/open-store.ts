import { fileOf, storeKind } from "./address.ts"
import { openMemoryStore } from "./memory/store.ts"
import type { Store } from "./port.ts"
import { openSqliteStore } from "./sqlite/store.ts"
import type { OpeningOptions } from "./whole-store.ts"

/**
 * Opens the store of that name: `memory`, which is forgotten when it is closed; a PostgreSQL database, `postgres://…`; or a file (also `sqlite:…`),
 * which is made if it is not there. Throws a `StoreError` where it cannot be had.
 */
export async function openStore(name: string, options: OpeningOptions = {}): Promise<Store> {
  switch (storeKind(name)) {
    case "memory":
      return openMemoryStore()
    case "sqlite":
      return openSqliteStore(fileOf(name), options)
    case "postgres": {
      // Only who needs it waits for its driver.
      const { openPostgresStore } = await import("./postgres/store.ts")
      return openPostgresStore(name, options)
    }
  }
}
