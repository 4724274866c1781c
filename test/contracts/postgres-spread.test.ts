import fc from "fast-check"
import { expect, test } from "vitest"
import { Shards } from "../../src/store/postgres/shards.ts"
import { textHash } from "../../src/store/postgres/text-hash.ts"
import { newPostgresHome, postgresServer } from "./postgres-server.ts"
import { connected } from "./start-postgres.ts"
import { storeContract } from "./store.ts"
import { storeModel } from "./store-model.ts"

const server = postgresServer()
const newHome = () => newPostgresHome(server(), { shards: 4 })

storeContract("PostgreSQL, spread,", newHome)
storeModel("PostgreSQL, spread,", newHome, 2)

test("[PG13] a family is looked for where PostgreSQL's hash of its id says", async () => {
  const client = await connected(await server().newDatabase())
  const texts = fc.sample(fc.string({ unit: "binary", maxLength: 40 }), 300).map((text) => text.replaceAll("\0", ""))
  const { rows } = await client.query("SELECT hashtext(given) AS hash FROM unnest($1::text[]) AS given", [texts])
  expect(texts.map(textHash)).toEqual(rows.map(({ hash }) => hash))
  await client.end()
})

test("[PG13] every hash lies in one shard, and every shard has a name that lies there", () => {
  const shards = Shards.alike(32)
  const names = Array.from({ length: 32 }, (_, shard) => shards.nameIn(shard))
  expect(names.map((name) => shards.of(name))).toEqual(Array.from({ length: 32 }, (_, shard) => shard))
  expect(names.map((name) => Math.floor((textHash(name) + 2 ** 31) / 2 ** 27))).toEqual(
    Array.from({ length: 32 }, (_, shard) => shard),
  )
})
