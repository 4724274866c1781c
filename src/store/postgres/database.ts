import { randomUUID } from "node:crypto"
import { type CustomTypesConfig, DatabaseError, Pool, type PoolClient, type QueryResult, types } from "pg"
import { withoutPassword } from "../address.ts"
import { closed, failed, hasCode, outdatedStatement } from "./failures.ts"
import { LostConnection } from "./lost-connection.ts"
import type { Shards } from "./shards.ts"
import { asItWas, written } from "./texts.ts"

export type Value = string | number | boolean | null | readonly (string | number | boolean | null)[]

/** What is said to the database, with the values for `$1`, `$2` … */
export interface Statement {
  readonly sql: string
  readonly values: readonly Value[]
  /** The same for a database that is spread over several machines. */
  readonly spread?: (facts: CaseFacts) => readonly Statement[]
}

/** What cases are written with once, by their ids. */
export type CaseFacts = ReadonlyMap<string, { readonly version: number; readonly started_at: number }>

/** The connections to one database. All texts go through `texts.ts`; statements are prepared once for each connection. */
export class Database {
  /** As it was named, without the password. */
  readonly name: string
  /** What the connections are called at the server. */
  readonly application = `exlet ${randomUUID()}`
  /** Absent: everything is in one place. */
  shards: Shards | undefined
  readonly #pool: Pool
  #names = new Map<string, string>()
  #lastName = 0
  #isClosed = false

  /** `patience`: for how many milliseconds the database waits for one who says nothing in the middle of a transaction. */
  constructor(address: string, { connections, patience }: { readonly connections: number; readonly patience: number }) {
    this.name = withoutPassword(address)
    this.#pool = new Pool({
      connectionString: address,
      application_name: this.application,
      max: connections,
      keepAlive: true,
      pipeline: true,
      types: textTypes,
    })
    // A connection that breaks fails what it was used for, and is replaced when one is needed.
    this.#pool.on("error", () => undefined)
    this.#pool.on("connect", (client) => {
      client.on("error", () => undefined)
      // Not a part of the address: poolers do not let that through.
      client.query(`SET idle_in_transaction_session_timeout = ${Math.floor(patience)}`).catch(() => undefined)
    })
  }

  async read<Row>(sql: string, values: readonly Value[] = []): Promise<readonly Row[]> {
    const result = await this.#on(() => this.#pool.query(this.#prepared({ sql, values })))
    return result.rows as readonly Row[]
  }

  async readOne<Row>(sql: string, values: readonly Value[] = []): Promise<Row | undefined> {
    return (await this.read<Row>(sql, values))[0]
  }

  /** Gives how many rows it changed. */
  async write(sql: string, values: readonly Value[] = []): Promise<number> {
    const result = await this.#on(() => this.#pool.query(this.#prepared({ sql, values })))
    return result.rowCount ?? 0
  }

  /**
   * All of them in one transaction and in one round trip: each is sent without waiting for those before it. The first that fails
   * is thrown as it is, and nothing was done; a `LostConnection` says that nobody knows.
   */
  transact(statements: readonly Statement[]): Promise<readonly QueryResult[]> {
    return this.#anewIfOutdated(() => this.#transact(statements))
  }

  async #transact(statements: readonly Statement[]): Promise<readonly QueryResult[]> {
    if (this.#isClosed) throw closed(this.name)
    const client = await this.#pool.connect()
    const sent = [
      client.query("BEGIN"),
      ...statements.map((statement) => client.query(this.#prepared(statement))),
      client.query("COMMIT"),
    ]
    const done = await Promise.allSettled(sent)
    const failure = done.find((one) => one.status === "rejected")
    client.release(failure !== undefined && !(failure.reason instanceof DatabaseError))
    if (failure)
      throw failure.reason instanceof DatabaseError
        ? failure.reason
        : new LostConnection((client as unknown as { processID: number }).processID, failure.reason)
    return done.slice(1, -1).flatMap((one) => (one.status === "fulfilled" ? [one.value] : []))
  }

  /** For what needs a connection of its own. */
  async using<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    if (this.#isClosed) throw closed(this.name)
    const client = await this.#pool.connect()
    try {
      const result = await work(client)
      client.release()
      return result
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await this.#pool.end()
  }

  async #on<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#isClosed) throw closed(this.name)
    try {
      return await this.#anewIfOutdated(work)
    } catch (error) {
      throw failed(this.name, error)
    }
  }

  /** Where a newer node has brought the tables up to date, what was prepared before may be refused, with nothing done: it is prepared anew. */
  async #anewIfOutdated<Result>(work: () => Promise<Result>): Promise<Result> {
    const prepared = this.#names
    try {
      return await work()
    } catch (error) {
      if (!hasCode(error, outdatedStatement)) throw error
      if (this.#names === prepared) this.#names = new Map()
      return work()
    }
  }

  #prepared({ sql, values }: Statement) {
    const name = this.#names.get(sql) ?? `s${++this.#lastName}`
    this.#names.set(sql, name)
    return { name, text: sql, values: values.map(sendable) }
  }
}

function sendable(value: Value): unknown {
  if (typeof value === "string") return written(value)
  return Array.isArray(value) ? value.map((part) => (typeof part === "string" ? written(part) : part)) : value
}

const text = 25
const bigint = 20

/** Whole numbers stay below 2^53, as they do everywhere else. */
const getTypeParser: typeof types.getTypeParser = (oid: number, format?: "text" | "binary") => {
  if (format !== "binary" && oid === text) return asItWas
  if (format !== "binary" && oid === bigint) return Number
  return types.getTypeParser(oid, format as "text")
}

export const textTypes: CustomTypesConfig = { getTypeParser }
