import { newPostgresHome, postgresServer } from "./postgres-server.ts"
import { storeContract } from "./store.ts"
import { storeModel } from "./store-model.ts"

const server = postgresServer()
const newHome = () => newPostgresHome(server())

storeContract("PostgreSQL", newHome)
storeModel("PostgreSQL", newHome, 4)
