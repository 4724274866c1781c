import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { expect, onTestFinished, test } from "vitest"
import { postgresServer } from "../contracts/postgres-server.ts"

const server = postgresServer()

test.each(["SIGINT", "SIGTERM", "SIGKILL"] as const)(
  "chaos that is ended by %s leaves no node running",
  { timeout: 120_000 },
  async (signal) => {
    const store = await server().newStore()
    const chaos = spawn(process.execPath, [join(import.meta.dirname, "interrupted.ts"), store], {
      stdio: ["ignore", "pipe", "inherit"],
    })
    onTestFinished(() => void chaos.kill("SIGKILL"))
    const [line] = (await once(createInterface({ input: chaos.stdout }), "line")) as [string]
    const nodes = line.split(" ").map(Number)
    expect(nodes.map(isRunning)).toEqual([true, true])
    chaos.kill(signal)
    await once(chaos, "exit")
    await expect.poll(() => nodes.map(isRunning), { timeout: 20_000 }).toEqual([false, false])
  },
)

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
