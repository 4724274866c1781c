import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { join, resolve } from "node:path"
import { createInterface } from "node:readline"
import { expect, onTestFinished, test } from "vitest"
import { type Client, connect } from "../../src/client.ts"
import { diskFolder } from "../test-folders.ts"

const cli = resolve(import.meta.dirname, "../../src/cli/main.ts")

/** A server whose files may not grow beyond so many blocks of 512 bytes: what the system refuses it is refused as on a disk that is full. */
async function serve(
  file: string,
  blocks: number | "unlimited",
): Promise<{ server: ChildProcess; client: Client; url: string }> {
  const flags = ["serve", "--no-auth", "--port", "0", "--log-level", "silent", "--store", file]
  const limited = `ulimit -S -f ${blocks}; exec "$@"`
  const server = spawn("/bin/sh", ["-c", limited, "sh", process.execPath, cli, ...flags], {
    stdio: ["ignore", "ignore", "pipe"],
  })
  onTestFinished(() => void server.kill("SIGKILL"))
  for await (const line of createInterface({ input: server.stderr })) {
    const url = /listens at (\S+?)\.?$/.exec(line)?.[1]
    if (url !== undefined) return { server, client: connect({ url }), url }
  }
  throw new Error("the server did not start")
}

async function readiness(url: string): Promise<readonly unknown[]> {
  const answer = await fetch(`${url}/readyz`)
  const { code } = (await answer.json()) as { readonly code?: string }
  return [answer.status, code]
}

test("[DUR6] a disk that is full refuses what is new, keeps what was acknowledged, and work goes on when there is room", {
  timeout: 60_000,
}, async () => {
  const folder = mkdtempSync(join(diskFolder(), "exlet-full-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, "full.db")
  const first = await serve(file, 6000)
  await first.client.deploy({ text: "process: order\ndata: { text: string }\nflow: [ { task: pack } ]" })
  const text = "x".repeat(20_000)
  const acknowledged = new Map<string, string>()
  const refused = new Map<string, string>()
  for (let number = 0; refused.size < 10; number++) {
    const key = `order-${number}`
    const told = await first.client.start({ process: "order", data: { text } }, { key })
    if (told.ok) acknowledged.set(key, told.value.case)
    else refused.set(key, `${told.status} ${told.rejection.code}`)
    if (number > 2000) throw new Error("the disk is never full")
  }
  expect(new Set(refused.values())).toEqual(new Set(["503 STORE_FAILED"]))
  expect(acknowledged.size).toBeGreaterThan(20)
  expect(await readiness(first.url)).toEqual([503, "STORE_FAILED"])
  const [last = ""] = [...acknowledged.values()].slice(-1)
  expect((await first.client.case({ case: last })).ok).toBe(true)

  // With room again the same server goes on, where the system can give it some.
  const given = spawnSync("prlimit", ["--pid", String(first.server.pid), "--fsize=unlimited"])
  const again = given.status === 0 ? first : await reopened()
  const check = async (client: Client) => {
    for (const key of refused.keys()) {
      const told = await client.start({ process: "order", data: { text } }, { key })
      if (told.ok) acknowledged.set(key, told.value.case)
    }
    const page = await client.cases({ limit: 1000 })
    expect(page.ok && page.value.rows.map(({ id }) => id).toSorted()).toEqual([...acknowledged.values()].toSorted())
  }
  await check(again.client)
  await expect.poll(() => readiness(again.url)).toEqual([200, undefined])
  const next = await reopened()
  await check(next.client)

  async function reopened() {
    const ended = once(first.server, "exit")
    first.server.kill("SIGKILL")
    await ended
    return serve(file, "unlimited")
  }
})
