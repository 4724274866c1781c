import { execFile as execute, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { operations } from "../../src/api/operations.ts"
import { type OperationName, targetOf } from "../../src/api/routes.ts"
import { bundleFiles } from "../../src/cli/bundle-folder.ts"
import { curl, exampleOf } from "../../src/http/curl.ts"
import { inputCheck } from "../../src/http/input-check.ts"
import { accepted, administrator, VirtualClock } from "../../src/main.ts"
import { type Served, serve } from "./seam.ts"

const names = Object.keys(operations) as OperationName[]

test("[HTTP26] every example fits the schemas of its operation", () => {
  const wrong = names.flatMap((name) => {
    const checked = inputCheck(operations[name], targetOf(name).method)(exampleOf(name))
    return checked.ok ? [] : [`${name}: ${checked.rejection.message}`]
  })
  expect(wrong).toEqual([])
})

describe.skipIf(spawnSync("curl", ["--version"]).status !== 0)("an example, pasted into a shell", () => {
  const folder = mkdtempSync(join(tmpdir(), "exlet-examples-"))
  let served: Served
  let key: string

  beforeAll(async () => {
    const example = resolve(import.meta.dirname, "../../examples/concert")
    const wanted = { file: join(folder, "exlet.db"), clock: new VirtualClock(), development: false, port: 0 }
    served = await serve(wanted)
    accepted(await served.engine.deploy(await bundleFiles(example)))
    key = (await served.makeKey({ agent: administrator })).secret
  })
  afterAll(async () => {
    await served.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const paste = async (name: OperationName) => {
    const isEndless = "as" in operations[name] && operations[name].as === "events"
    const script = curl(name).replace("curl ", `curl -s --max-time ${isEndless ? 1 : 60} -w '\\n%{http_code}' `)
    const options = { cwd: folder, env: { ...process.env, EXLET: served.url, KEY: key } }
    // Events are read until the time for them is over, which curl calls an error.
    const { stdout } = await promisify(execute)("sh", ["-c", script], options).catch((error) => error)
    return String(stdout)
  }

  test("[HTTP26] does what it says, or is told that there is no such thing here", async () => {
    const wrong: string[] = []
    for (const name of names) {
      const printed = await paste(name)
      const [, code = ""] = /"code":"([A-Z_]+)"/.exec(printed) ?? []
      const isFine = /\n20\d$/.test(printed) || /_NOT_(FOUND|EXPECTED|QUARANTINED)$/.test(code)
      if (!isFine) wrong.push(`${name}: ${printed}`)
    }
    expect(wrong).toEqual([])
  })
})
