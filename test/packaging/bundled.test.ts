import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { createInterface } from "node:readline"
import { rolldown } from "rolldown"
import { expect, onTestFinished, test } from "vitest"
import { connect } from "../../src/client.ts"
import { version } from "../../src/version.ts"
import { told } from "../http/world.ts"

const server = resolve(import.meta.dirname, "../../src/server.ts")

const program = `
import { openServer } from "exlet/server"
const server = await openServer({ mode: "development", store: process.argv[2] })
const served = await server.listen({ port: 0, grace: 100 })
console.log(served.url)
process.stdin.on("end", async () => { await served.stop(); process.exit(0) }).resume()
`

/** The program as one file, with everything it needs in it, in a folder of somebody else's package, where nothing is installed. */
async function bundled(format: "es" | "cjs"): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "exlet-bundled-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, "out"))
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "somebody-else", version: "9.9.9" }))
  const isModule = format === "es"
  writeFileSync(
    join(folder, "program.ts"),
    isModule
      ? program
      : `async function main() {${program.replace(/^import .*$/m, "")}}\nvoid main()`.replace(
          /^/,
          'import { openServer } from "exlet/server"\n',
        ),
  )
  const bundle = await rolldown({
    input: join(folder, "program.ts"),
    platform: "node",
    external: ["pg-native"],
    resolve: { alias: { "exlet/server": server } },
    logLevel: "silent",
  })
  const file = join(folder, "out", isModule ? "program.mjs" : "program.cjs")
  await bundle.write({ file, format, codeSplitting: false })
  await bundle.close()
  return file
}

async function started(file: string): Promise<{ readonly url: string; stop(): Promise<unknown> }> {
  const folder = resolve(file, "../..")
  const child = spawn(process.execPath, [file, join(folder, "exlet.db")], {
    cwd: folder,
    stdio: ["pipe", "pipe", "pipe"],
  })
  onTestFinished(() => void child.kill("SIGKILL"))
  let said = ""
  child.stderr.on("data", (part: Buffer) => {
    said += part.toString()
  })
  for await (const line of createInterface({ input: child.stdout }))
    if (line.startsWith("http"))
      return {
        url: line,
        stop: () => {
          child.stdin.end()
          return once(child, "exit")
        },
      }
  throw new Error(`the bundle did not start: ${said}`)
}

test.each(["es", "cjs"] as const)(
  "[PACKAGE1] a server in a bundle (%s) runs where no file of the package is",
  async (format) => {
    const { url, stop } = await started(await bundled(format))
    const client = connect({ url })
    expect(told(await client.server()).version).toBe(version)
    const process = "process: order\nflow: [ { task: pack } ]"
    expect(told(await client.verify({ text: process })).findings).toEqual([])
    told(await client.deploy({ text: process }))
    const { case: id } = told(await client.start({ process: "order" }))
    told(await client.completeItem({ item: `${id}.i1` }))
    expect(told(await client.case({ case: id })).state).toBe("completed")

    const page = async (path: string) => {
      const answer = await fetch(url + path, { redirect: "manual", headers: { accept: "text/html" } })
      return { status: answer.status, location: answer.headers.get("location"), text: await answer.text() }
    }
    expect(await page("/")).toMatchObject({ status: 302, location: "/api/docs" })
    expect(await page("/api/docs")).toMatchObject({ status: 200 })
    const errors = await page("/docs/errors")
    expect(errors.status).toBe(200)
    expect(errors.text).toContain('id="DATA_INVALID"')
    const document = await page("/api/v1/openapi.json")
    expect(JSON.parse(document.text).info.version).toBe(version)
    expect((await page("/readyz")).status).toBe(200)
    expect(await stop()).toEqual([0, null])
  },
)
