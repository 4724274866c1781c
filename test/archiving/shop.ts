import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import type { RecordsDoor } from "../../src/archive/taking.ts"
import { injectedFetch } from "../../src/cli/injected-fetch.ts"
import { run } from "../../src/cli/run.ts"
import type { Surroundings } from "../../src/cli/surroundings.ts"
import { type Client, connect } from "../../src/client.ts"
import { accepted, type CaseId, VirtualClock } from "../../src/main.ts"
import { openServer } from "../../src/server.ts"

process.env.TZ = "UTC"

export interface Shop {
  readonly clock: VirtualClock
  readonly folder: string
  readonly client: Client
  readonly door: RecordsDoor
  /** Orders that were packed, each a day after the other. */
  sell(many: number, amount?: number): Promise<readonly CaseId[]>
  /** One that was removed. */
  cancel(): Promise<CaseId>
  exlet(...args: string[]): Promise<Said>
  exletIn(around: Partial<Surroundings>, ...args: string[]): Promise<Said>
  /** Over the network; gives the URL. */
  listen(): Promise<string>
  /** The files of the archive. */
  files(): readonly string[]
  /** Ids of all cases that are there. */
  cases(): Promise<readonly string[]>
}

interface Said {
  readonly code: number
  readonly out: readonly string[]
  readonly err: readonly string[]
}

const orders = `
process: order
data: { amount: number, customer: string }
flow: [ { task: pack, writes: [amount, customer] } ]
---
process: return
flow: [ { task: take } ]
---
exceptions: { Broken: { is: CaseTrigger } }
`

/** A real server on a file, without a network, at which orders are packed; command lines find it at `--url` http://localhost. */
export async function shop(): Promise<Shop> {
  const folder = mkdtempSync(join(tmpdir(), "exlet-archive-"))
  const clock = new VirtualClock("2026-01-05T09:00:00Z")
  const server = await openServer({ store: join(folder, "shop.db"), clock, mode: "development", checkAnswers: true })
  onTestFinished(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const { engine } = server
  accepted(await engine.deploy(orders))
  const fetch = injectedFetch(server.app)
  const client = connect({ url: "http://localhost", fetch })

  async function pack(process: string, data: Record<string, string | number>): Promise<CaseId> {
    const { case: id } = accepted(await engine.start(process))
    const [item] = await engine.items({ case: id, live: true })
    if (item === undefined) throw new Error("there is nothing to pack")
    accepted(await engine.completeItem(item.id, data))
    await clock.advance("P1D")
    return id
  }

  const exletIn: Shop["exletIn"] = async (around, ...args) => {
    const [out, err]: [string[], string[]] = [[], []]
    const output = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) }
    const code = await run(args, output, {
      env: { EXLET_URL: "http://localhost" },
      folder,
      signal: new AbortController().signal,
      fetch,
      stdin: async () => "",
      openLocal: async () => ({ fetch, close: async () => undefined }),
      listen: async () => ({ url: "http://localhost", close: async () => undefined }),
      now: () => clock.now(),
      ...around,
    })
    return { code, out, err }
  }

  return {
    clock,
    folder,
    client,
    door: doorOf(client),
    async sell(many, amount = 99) {
      const ids: CaseId[] = []
      for (let count = 0; count < many; count++)
        ids.push(await pack("order", { amount: amount + count, customer: "Ann" }))
      return ids
    },
    async cancel() {
      const { case: id } = accepted(await engine.start("return"))
      accepted(await engine.removeCase(id, { reason: "Changed her mind" }))
      await clock.advance("P1D")
      return id
    },
    exletIn,
    exlet: (...args) => exletIn({}, ...args),
    async listen() {
      const { url, stop } = await server.listen({ port: 0 })
      onTestFinished(stop)
      return url
    },
    files: () => readdirSync(join(folder, "old")).sort(),
    cases: async () => (await engine.cases({ limit: 10_000 })).map(({ id }) => id),
  }
}

/** Everything that has ended by the end of time. */
export function doorOf(client: Client): RecordsDoor {
  return {
    async page(after) {
      const told = await client.records({ endedBefore: "2100-01-01", limit: 3, ...(after !== undefined && { after }) })
      if (!told.ok) throw new Error(told.rejection.message)
      return told.value
    },
    async forget(families) {
      const told = await client.forgetFamilies({ families: families.map(({ family, digest }) => ({ family, digest })) })
      if (!told.ok) throw new Error(told.rejection.message)
      return told.value.rows
    },
  }
}
