import { randomUUID } from "node:crypto"
import type { Socket } from "node:net"
import { Client, type ClientBase, type CustomTypesConfig, Pool, type PoolClient, type QueryResult, types } from "pg"
import { withoutPassword } from "../address.ts"
import { breaksConnection, closed, failed, isCertainRefusal, isOutdated, isReadOnly } from "./failures.ts"
import { begin, type Session } from "./session.ts"
import type { Shards } from "./shards.ts"
import { asItWas, written } from "./texts.ts"
import { UnknownOutcome } from "./unknown-outcome.ts"
import { waitFor } from "./vigil.ts"

/** A `Buffer` is sent as it is, in PostgreSQL's own form. */
export type Value = string | number | boolean | null | Buffer | readonly (string | number | boolean | null)[]

/** What is said to the database, with the values for `$1`, `$2` … */
export interface Statement {
  readonly sql: string
  readonly values: readonly Value[]
  /** The same for a database that is spread over several machines. */
  readonly spread?: (spread: Spread) => readonly Statement[]
}

/** What is known of a database that is spread before something is said to it. */
export interface Spread {
  readonly shards: Shards
  readonly facts: CaseFacts
  /** The numbers of trees, by their names. */
  readonly trees: ReadonlyMap<string, number>
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
  /** Milliseconds for which somebody who says nothing is waited for. */
  readonly patience: number
  readonly #pool: Pool
  readonly #address: string
  readonly #sessions = new WeakMap<ClientBase, Session>()
  #before: (client: ClientBase, session: Session) => Promise<void> = async () => undefined
  #names = new Map<string, string>()
  #lastName = 0
  #isClosed = false

  /** `patience`: for how many milliseconds the database waits for one who says nothing in the middle of a transaction. */
  constructor(address: string, { connections, patience }: { readonly connections: number; readonly patience: number }) {
    this.name = withoutPassword(address)
    this.#address = address
    this.patience = patience
    this.#pool = new Pool({
      ...connecting(address),
      application_name: this.application,
      max: connections,
      pipeline: true,
      // What it gives is waited for, whatever its type says.
      onConnect: (client) => this.#greet(client) as unknown as undefined,
    })
    // A connection that breaks fails what it was used for, and is replaced when one is needed.
    this.#pool.on("error", () => undefined)
  }

  async #greet(client: ClientBase): Promise<void> {
    client.on("error", () => undefined)
    const session = await begin(client, this.patience)
    await this.#before(client, session)
    this.#sessions.set(client, session)
  }

  async read<Row>(sql: string, values: readonly Value[] = []): Promise<readonly Row[]> {
    return (await this.#query({ sql, values })).rows as readonly Row[]
  }

  async readOne<Row>(sql: string, values: readonly Value[] = []): Promise<Row | undefined> {
    return (await this.read<Row>(sql, values))[0]
  }

  /** Gives how many rows it changed. It may have changed some though its answer was lost: then `OUTCOME_UNKNOWN` is thrown. */
  async write(sql: string, values: readonly Value[] = []): Promise<number> {
    return (await this.#query({ sql, values }, { isWriting: true })).rowCount ?? 0
  }

  /**
   * All of them in one transaction and in one round trip: each is sent without waiting for those before it. The first that fails
   * is thrown as it is, and nothing was done; an `UnknownOutcome` says that nobody knows.
   */
  transact(statements: readonly Statement[]): Promise<readonly QueryResult[]> {
    return this.#anewIfOutdated(() => this.#transact(statements))
  }

  async #transact(statements: readonly Statement[]): Promise<readonly QueryResult[]> {
    if (this.#isClosed) throw closed(this.name)
    const client = await this.#pool.connect()
    const socket = socketOf(client)
    // All of it goes out at once: written one by one, each would wake the server by itself.
    socket.cork()
    const sent = [
      client.query("BEGIN"),
      ...statements.map((statement) => client.query(this.#prepared(statement))),
      client.query("COMMIT"),
    ]
    socket.uncork()
    const done = await this.#watched(client, Promise.allSettled(sent))
    const failure = done.find((one) => one.status === "rejected")
    const isBroken = failure !== undefined && breaksConnection(failure.reason)
    client.release(isBroken || isReadOnly(failure?.reason))
    if (isBroken) throw new UnknownOutcome(this.#sessions.get(client), failure.reason)
    const isAtCommit = failure !== undefined && failure === done.at(-1)
    if (isAtCommit && this.#mayBeDone(failure.reason)) throw new UnknownOutcome(undefined, failure.reason)
    if (failure) throw failure.reason
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

  /** What is done at every connection before it is used, also at those that are there. Nobody else uses any meanwhile. */
  async onEverySession(work: (client: ClientBase, session: Session) => Promise<void>): Promise<void> {
    this.#before = work
    await this.using(async (client) => {
      const session = this.#sessions.get(client)
      if (session) await work(client, session)
    })
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await this.#pool.end()
  }

  async #query(statement: Statement, { isWriting = false } = {}): Promise<QueryResult> {
    if (this.#isClosed) throw closed(this.name)
    try {
      return await this.#anewIfOutdated(async () => {
        const client = await this.#pool.connect()
        let failure: unknown
        try {
          return await this.#watched(client, client.query(this.#prepared(statement)))
        } catch (error) {
          failure = error
          throw isWriting && this.#mayBeDone(error) ? new UnknownOutcome(this.#sessions.get(client), error) : error
        } finally {
          client.release(failure !== undefined && (breaksConnection(failure) || isReadOnly(failure)))
        }
      })
    } catch (error) {
      throw failed(this.name, error)
    }
  }

  /** Of an error that came when all else was said and done. */
  #mayBeDone(error: unknown): boolean {
    return breaksConnection(error) || (this.shards !== undefined && !isCertainRefusal(error))
  }

  /** Whoever is not at it any more, as somebody else who asks the server is told, will not answer: then the connection is broken. */
  #watched<Answer>(client: PoolClient, answer: Promise<Answer>): Promise<Answer> {
    return waitFor(answer, {
      every: this.patience,
      isAtIt: () => this.#isAtIt(this.#sessions.get(client)),
      giveUp: () => socketOf(client).destroy(),
    })
  }

  async #isAtIt(session: Session | undefined): Promise<boolean | undefined> {
    const client = new Client({ ...connecting(this.#address), connectionTimeoutMillis: this.patience })
    client.on("error", () => undefined)
    try {
      await client.connect()
      const { rows } = await client.query(
        "SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND backend_start = $2 AND state <> 'idle'",
        [session?.pid, session?.since],
      )
      return rows.length > 0
    } finally {
      void client.end().catch(() => undefined)
    }
  }

  /** Where a newer node has brought the tables up to date, what was prepared before may be refused, with nothing done: it is prepared anew. */
  async #anewIfOutdated<Result>(work: () => Promise<Result>): Promise<Result> {
    const prepared = this.#names
    try {
      return await work()
    } catch (error) {
      if (!isOutdated(error)) throw error
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

/** What its types do not show. */
const socketOf = (client: PoolClient): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

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

const textTypes: CustomTypesConfig = { getTypeParser }

/**
 * How a connection is made. One at which nothing happens is tried every few seconds, so that it is known to be broken; one that cannot be made, or had, in half a
 * minute is given up.
 */
export const connecting = (address: string) => ({
  connectionString: address,
  types: textTypes,
  keepAlive: true,
  keepAliveInitialDelayMillis: 5000,
  connectionTimeoutMillis: 30_000,
})
