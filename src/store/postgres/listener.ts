import { Client } from "pg"
import type { News } from "../nodes.ts"
import { connecting, type Database } from "./database.ts"
import { type Told, telling } from "./news.ts"

/** A connection that hears what other nodes tell. When it breaks it is made again, and what came meanwhile is doubtful. */
export class Listener {
  readonly #database: Database
  readonly #address: string
  readonly #node: string
  #tell: ((news: News) => void) | undefined
  #client: Client | undefined
  #connecting: Promise<void> | undefined
  readonly #signs = new Map<number, () => void>()
  #lastSign = 0
  #again: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(database: Database, address: string, node: string) {
    this.#database = database
    this.#address = address
    this.#node = node
  }

  listen(tell: (news: News) => void): void {
    this.#tell = tell
    this.#connecting = this.#connect()
  }

  async heard(): Promise<void> {
    await this.#connecting
    if (this.#client === undefined || this.#isClosed) return
    const sign = ++this.#lastSign
    let timer: NodeJS.Timeout | undefined
    const heard = new Promise<void>((resolve) => {
      this.#signs.set(sign, resolve)
      timer = setTimeout(resolve, longestWait)
    })
    const { sql, values } = telling({ from: this.#node, sign })
    await this.#database.read(sql, values).catch(() => this.#signs.get(sign)?.())
    await heard
    clearTimeout(timer)
    this.#signs.delete(sign)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#again)
    for (const resolve of this.#signs.values()) resolve()
    await this.#connecting
    await this.#client?.end().catch(() => undefined)
  }

  async #connect(): Promise<void> {
    const client = new Client({ ...connecting(this.#address), application_name: this.#database.application })
    client.on("error", () => this.#broken(client))
    client.on("end", () => this.#broken(client))
    client.on("notification", ({ payload }) => this.#hear(payload))
    try {
      await client.connect()
      const [row] = (await client.query<{ schema: string }>("SELECT current_schema() AS schema")).rows
      await client.query(`LISTEN ${client.escapeIdentifier(`exlet_${row?.schema ?? ""}`)}`)
      this.#client = client
      this.#tell?.({ isDoubtful: true })
    } catch {
      await client.end().catch(() => undefined)
      this.#later()
    }
  }

  #broken(client: Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    this.#later()
  }

  #later(): void {
    if (this.#isClosed) return
    clearTimeout(this.#again)
    this.#again = setTimeout(() => {
      this.#connecting = this.#connect()
    }, pause)
    this.#again.unref()
  }

  #hear(payload: string | undefined): void {
    const { from, news, sign } = toldIn(payload)
    if (from === this.#node && sign !== undefined) this.#signs.get(sign)?.()
    if (from !== this.#node && news && !this.#isClosed) this.#tell?.(news)
  }
}

/** Anybody who may use the database may say something there. */
function toldIn(payload: string | undefined): Partial<Told> {
  try {
    return { ...(JSON.parse(payload ?? "") as Partial<Told> | null) }
  } catch {
    return {}
  }
}

/** Milliseconds until a broken connection is made again, and how long a sign is waited for. */
const pause = 500
const longestWait = 2000
