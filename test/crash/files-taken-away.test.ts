import { spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { createInterface } from "node:readline"
import { beforeEach, expect, onTestFinished, test } from "vitest"
import { connect } from "../../src/client.ts"

const cli = resolve(import.meta.dirname, "../../src/cli/main.ts")
const bundle = "process: order\ndata: { text: string }\nflow: [ { task: pack } ]"

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "exlet-files-"))
  file = join(folder, "shop.db")
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

function serving(...more: readonly string[]) {
  const server = spawn(process.execPath, [cli, "serve", "--no-auth", "--port", "0", "--store", file, ...more])
  onTestFinished(() => void server.kill("SIGKILL"))
  const said = { out: "", err: "" }
  server.stdout.on("data", (part: Buffer) => {
    said.out += part
  })
  server.stderr.on("data", (part: Buffer) => {
    said.err += part
  })
  return { server, said }
}

async function listening(...more: readonly string[]) {
  const { server, said } = serving(...more)
  for await (const line of createInterface({ input: server.stderr })) {
    const url = /listens at (\S+?)\.?$/.exec(line)?.[1]
    if (url !== undefined) return { server, said, url, client: connect({ url }) }
  }
  throw new Error(`the server did not start: ${said.err}`)
}

async function ready(url: string): Promise<readonly unknown[]> {
  const answer = await fetch(`${url}/readyz`)
  const { status, code, detail } = (await answer.json()) as Readonly<Record<string, unknown>>
  return answer.status === 200 ? [200, status] : [answer.status, code, String(detail)]
}

async function startOf(server: ReturnType<typeof serving>) {
  const [code] = await once(server.server, "exit")
  return { code, err: server.said.err }
}

test("[DUR7] a server whose file is deleted acknowledges nothing more, says so, and is not ready", async () => {
  const { client, url, said } = await listening("--log-level", "error")
  expect((await client.deploy({ text: bundle })).ok).toBe(true)
  expect((await client.start({ process: "order" })).ok).toBe(true)
  expect(await ready(url)).toEqual([200, "ready"])
  rmSync(file)
  expect(await ready(url)).toEqual([503, "STORE_FAILED", expect.stringContaining("deleted, moved or replaced")])
  for (let number = 0; number < 5; number++)
    expect(await client.start({ process: "order" })).toMatchObject({ ok: false, status: 503 })
  expect(said.out).toContain("was deleted or moved")
})

test("[DUR7] a server whose file is replaced acknowledges nothing more, until its own file is back", async () => {
  const { client, url } = await listening("--log-level", "silent")
  await client.deploy({ text: bundle })
  const kept = join(folder, "kept.db")
  renameSync(file, kept)
  writeFileSync(file, "something else")
  expect(await client.start({ process: "order" })).toMatchObject({ ok: false, status: 503 })
  expect((await ready(url)).slice(0, 2)).toEqual([503, "STORE_FAILED"])
  renameSync(kept, file)
  expect(await ready(url)).toEqual([200, "ready"])
  expect((await client.start({ process: "order" })).ok).toBe(true)
})

test("[DUR8] a damaged file is refused in one line that says what to do, also after a kill, and a copy of all its files is as good", async () => {
  const first = await listening("--log-level", "silent")
  await first.client.deploy({ text: bundle })
  const text = "x".repeat(5000)
  for (let number = 0; number < 40; number++) await first.client.start({ process: "order", data: { text } })
  first.server.kill("SIGKILL")
  await once(first.server, "exit")
  for (const end of ["", "-wal"]) cpSync(`${file}${end}`, join(folder, `copy.db${end}`))

  for (const end of ["", "-wal"]) rmSync(`${file}${end}`)
  for (const end of ["", "-wal"]) cpSync(join(folder, `copy.db${end}`), `${file}${end}`)
  const again = await listening("--log-level", "silent")
  const cases = await again.client.cases({ limit: 100 })
  expect(cases.ok && cases.value.rows.length).toBe(40)
  again.server.kill("SIGTERM")
  await once(again.server, "exit")

  const whole = readFileSync(file)
  writeFileSync(file, whole.fill(0x5a, 8192, 16_384))
  const refused = await startOf(serving())
  expect([refused.code, refused.err]).toEqual([3, expect.stringMatching(/STORE_DAMAGED/)])
  expect(refused.err).not.toMatch(/^\s+at /m)
  writeFileSync(file, "")
  expect(await startOf(serving())).toEqual({
    code: 3,
    err: expect.stringMatching(/STORE_DAMAGED: .* is empty: 0 bytes/),
  })
})

test("[HTTP22] a server ends in good order when its terminal is closed", async () => {
  const { server, client } = await listening("--log-level", "silent")
  await client.deploy({ text: bundle })
  // The signal may come before the request: then the connection is refused, which is no matter here.
  const waiting = Promise.allSettled([client.claim({ worker: "nobody", wait: 60_000 })])
  server.kill("SIGHUP")
  expect(await once(server, "exit")).toEqual([0, null])
  await waiting
})
