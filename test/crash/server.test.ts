import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { join, resolve } from "node:path"
import { createInterface } from "node:readline"
import { expect, onTestFinished, test } from "vitest"
import { type Client, ConnectionError, connect, type Told } from "../../src/client.ts"
import { diskFolder } from "../test-folders.ts"

const cli = resolve(import.meta.dirname, "../../src/cli/main.ts")
const kills = Number(process.env.KILLS ?? 12) / 3

/** A server in a process of its own, until it is killed. */
async function serve(file: string): Promise<{ readonly process: ChildProcess; readonly client: Client }> {
  const server = spawn(process.execPath, [cli, "serve", "--no-auth", "--port", "0", "--store", file], {
    stdio: ["ignore", "ignore", "pipe"],
  })
  onTestFinished(() => void server.kill("SIGKILL"))
  for await (const line of createInterface({ input: server.stderr })) {
    const url = /listens at (\S+?)\.?$/.exec(line)?.[1]
    if (url !== undefined) return { process: server, client: connect({ url }) }
  }
  throw new Error("the server did not start")
}

/** What was answered, or undefined if nobody knows whether it was done. */
async function asked<Value>(ask: () => Promise<Told<Value>>): Promise<Told<Value> | undefined> {
  return ask().catch((error: unknown) => {
    if (error instanceof ConnectionError) return undefined
    throw error
  })
}

test("[DUR1] [DOOR6] a server killed under load does everything once that is asked again under its key", {
  timeout: 180_000,
}, async () => {
  const folder = mkdtempSync(join(diskFolder(), "exlet-server-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, "server.db")
  const cases = new Map<string, string>()
  let keys = 0

  for (let kill = 0; kill < kills; kill++) {
    const { process: server, client } = await serve(file)
    await client.deploy({ text: "process: order\nflow: [ { task: pack }, { task: ship } ]" })
    let isAlive = true
    let answers = 0
    const enough = 20 + Math.floor(Math.random() * 200)
    /** Each starts cases and packs them under keys of its own, again and again until somebody answers. */
    const customer = async () => {
      while (isAlive) {
        const key = `order-${keys++}`
        cases.set(key, "")
        const started = await asked(() => client.start({ process: "order" }, { key }))
        if (started?.ok) cases.set(key, started.value.case)
        if (started?.ok)
          await asked(() => client.completeItem({ item: `${started.value.case}.i1` }, { key: `${key}-pack` }))
        if (++answers === enough) {
          isAlive = false
          server.kill("SIGKILL")
        }
      }
    }
    await Promise.all(Array.from({ length: 20 }, customer))
    if (server.signalCode === null) await once(server, "exit")
  }

  const { process: server, client } = await serve(file)
  for (const [key, known] of cases) {
    const started = await client.start({ process: "order" }, { key })
    const id = started.ok ? started.value.case : ""
    if (known !== "") expect(id).toBe(known)
    const packed = await client.completeItem({ item: `${id}.i1` }, { key: `${key}-pack` })
    expect(packed.ok).toBe(true)
  }
  const rows: string[] = []
  for (let after: string | undefined; ; ) {
    const page = await client.cases({ limit: 1000, ...(after !== undefined && { after }) })
    if (!page.ok) throw new Error(page.rejection.message)
    rows.push(...page.value.rows.map(({ id }) => id))
    after = page.value.next
    if (after === undefined) break
  }
  expect(rows.length).toBe(cases.size)
  server.kill("SIGTERM")
  const [code] = await once(server, "exit")
  expect(code).toBe(0)
})
