import { newSqliteHome } from "./sqlite-home.ts"
import { storeContract } from "./store.ts"
import { storeModel } from "./store-model.ts"

storeContract("SQLite", newSqliteHome)
storeModel("SQLite", newSqliteHome, 40)
