import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { examples } from "../../src/cli/examples.ts"
import { type FirstDays, playFirstDays } from "../../src/cli/first-days.ts"
import { accepted, openEngine, openSqliteStore } from "../../src/main.ts"

const now = Date.parse("2026-11-18T15:00:00Z")

async function stage() {
  const folder = mkdtempSync(join(tmpdir(), "exlet-first-days-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const days: FirstDays = {
    ...{ examples: await examples(), now, seed: 1 },
    signal: new AbortController().signal,
    onProgress: () => undefined,
  }
  return { folder, file: join(folder, "exlet.db"), days, files: () => readdirSync(folder) }
}

test("[SAMPLE3] whoever stops in the midst has what he had, and they are played the next time", async () => {
  const { file, days, files } = await stage()
  const told: string[] = []
  const stop = new AbortController()
  const onProgress = (begun: number, of: number) => {
    told.push(`${begun} of ${of}`)
    if (begun === 5) stop.abort()
  }
  expect(await playFirstDays(file, { ...days, signal: stop.signal, onProgress })).toBe(false)
  expect(told.map((line) => line.split(" ")[0])).toEqual(["1", "2", "3", "4", "5"])
  expect(files()).toEqual([])
})

test("[SAMPLE3] what a crash has left is played anew, and what was in the file before is still there", async () => {
  const { file, days, files } = await stage()
  const engine = await openEngine({ store: file })
  accepted(await engine.deploy("process: mine\nflow: [ { task: all } ]"))
  await engine.stop()
  writeFileSync(`${file}.playing`, "half of it")
  expect(await playFirstDays(file, days)).toBe(true)
  expect(files()).toEqual(["exlet.db"])
  const store = await openSqliteStore(file)
  expect((await store.processes()).map(({ name }) => name)).toContain("mine")
  expect((await store.cases({ process: "organise-concert", limit: 500 })).length).toBeGreaterThan(100)
  await store.close()
}, 120_000)

test("[SAMPLE3] where there is a case, nothing is played", async () => {
  const { file, days } = await stage()
  const engine = await openEngine({ store: file })
  accepted(await engine.deploy("process: mine\nflow: [ { task: all } ]"))
  accepted(await engine.start("mine"))
  await engine.stop()
  expect(await playFirstDays(file, days)).toBe(false)
  const store = await openSqliteStore(file)
  expect((await store.cases({ limit: 10 })).map(({ process }) => process)).toEqual(["mine"])
  await store.close()
})

test("[SAMPLE3] where the people of the examples may not work, nothing is played, and nothing is changed", async () => {
  const { file, days, files } = await stage()
  const engine = await openEngine({ store: file })
  accepted(await engine.deploy("organisation:\n  permissions: { boss: [administer] }\n  roles: { boss: {} }"))
  const before = engine.organisation()
  await engine.stop()
  expect(await playFirstDays(file, days)).toBe(false)
  expect(files()).toEqual(["exlet.db"])
  const again = await openEngine({ store: file })
  expect([again.organisation(), again.processes()]).toEqual([before, []])
  await again.stop()
})

test("[SAMPLE3] while somebody else plays into it, it is his", async () => {
  const { file, days } = await stage()
  const his = await openSqliteStore(`${file}.playing`)
  await expect(playFirstDays(file, days)).rejects.toMatchObject({ code: "STORE_IN_USE" })
  expect(existsSync(`${file}.playing`)).toBe(true)
  await his.close()
})

test("[SAMPLE4] no two examples give one name to different things", async () => {
  const engine = await openEngine()
  for (const { files } of await examples()) accepted(await engine.deploy(files))
  const all = [...engine.exlets(), ...engine.organisation(), ...engine.processes()]
  expect(all.filter(({ version }) => version > 1)).toEqual([])
  await engine.stop()
})
