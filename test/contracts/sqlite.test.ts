import { newSqliteHome } from "./sqlite-home.ts"
import { storeContract } from "./store.ts"

storeContract("SQLite", newSqliteHome)
