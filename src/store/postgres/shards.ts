import type { FamilyId } from "../../messages/ids.ts"
import type { Database } from "./database.ts"
import { textHash } from "./text-hash.ts"
import { written } from "./texts.ts"

/** Where families are, in a database that is spread over several machines by their ids. */
export class Shards {
  /** The lowest hash of each, ascending. */
  readonly #from: readonly number[]
  readonly #names = new Map<number, string>()

  constructor(from: readonly number[]) {
    this.#from = from
  }

  /** As many alike. */
  static alike(many: number): Shards {
    return new Shards(Array.from({ length: many }, (_, index) => -(2 ** 31) + Math.floor((index * 2 ** 32) / many)))
  }

  of(family: FamilyId | string): number {
    const hash = textHash(written(family))
    let [low, high] = [0, this.#from.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.#from[middle] ?? 0) <= hash) low = middle
      else high = middle - 1
    }
    return low
  }

  /** A name that lies there as families do, for what is no family's. */
  nameIn(shard: number): string {
    const known = this.#names.get(shard)
    if (known !== undefined) return known
    let number = 0
    while (this.of(`shard ${number}`) !== shard) number++
    this.#names.set(shard, `shard ${number}`)
    return `shard ${number}`
  }
}

/** How Citus has spread the tables of families; undefined: they are in one place. */
export async function shardsOf(database: Database): Promise<Shards | undefined> {
  const citus = await database.readOne<{ there: boolean }>(
    "SELECT to_regclass('pg_catalog.pg_dist_shard') IS NOT NULL AS there",
  )
  if (!citus?.there) return undefined
  const rows = await database.read<{ from: number }>(
    `SELECT shardminvalue::bigint AS "from" FROM pg_catalog.pg_dist_shard
     WHERE logicalrelid = 'entries'::regclass AND shardminvalue IS NOT NULL ORDER BY 1`,
  )
  return rows.length === 0 ? undefined : new Shards(rows.map(({ from }) => from))
}
