import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { resolve } from "node:path"
import { expect, test } from "vitest"

const main = resolve(import.meta.dirname, "../../src/cli/main.ts")

test("[CLI46] whoever stops reading ends it quietly", () => {
  const line = `"${process.execPath}" "${main}" help --markdown | head -n 1`
  const { stdout, stderr, status } = spawnSync("bash", ["-o", "pipefail", "-c", line], { encoding: "utf8" })
  expect([stdout, stderr, status]).toEqual(["# The command line\n", "", 0])
})

test("[CLI46] no colours and no progress where nobody looks", () => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [main, "help", "test"], { encoding: "utf8" })
  expect([status, stderr, stdout.includes("\u001b")]).toEqual([0, "", false])
})

test("[CLI28] Ctrl-C is 130", async () => {
  const { createServer } = await import("node:http")
  const server = createServer(() => child.kill("SIGINT")).listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as { port: number }
  const child = spawn(process.execPath, [main, "cases", "--url", `http://127.0.0.1:${port}`], { stdio: "ignore" })
  expect(await once(child, "exit")).toEqual([130, null])
  server.closeAllConnections()
  server.close()
})
