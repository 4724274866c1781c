#!/usr/bin/env node
import { once } from "node:events"
import module from "node:module"
import { homedir } from "node:os"
import { join } from "node:path"

// An older Node would only say that it does not know a module, or a name in one; so nothing newer is loaded before this.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`NODE_TOO_OLD: Exlet needs Node.js 22.18 or newer, and this is ${process.versions.node}.\n`)
  process.exit(2)
}

// Most of the time a command takes is compiling; what was compiled before is kept, where no other user can write. Where it cannot
// be, nothing is said and nothing is missing.
module.enableCompileCache(join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "exlet"))

const { run } = await import("./run.ts")
const { surroundings } = await import("./surroundings.ts")

// Whoever reads may go before everything is written, as `head` does: nothing is wrong then.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit()
    // The terminal was closed; what is under way is finished all the same.
    if (error.code === "EIO") return
    throw error
  })

const interrupted = new AbortController()
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.once(signal, () => {
    interrupted.abort()
    // Whoever asks a second time does not want to wait.
    process.once(signal, () => process.exit(130))
  })

const { stdout, stderr } = process
const isPlain = Boolean(process.env.NO_COLOR)

process.exitCode = await run(
  process.argv.slice(2),
  {
    out: (line) => stdout.write(`${line}\n`),
    err: (line) => stderr.write(`${line}\n`),
    colours: stdout.isTTY && !isPlain,
    ...(stdout.isTTY && { width: stdout.columns }),
    ...(stderr.isTTY && { progress: (line: string) => stderr.write(`\r\u001b[K${line}`) }),
    drained: async () => {
      if (stdout.writableNeedDrain) await once(stdout, "drain")
    },
  },
  surroundings(interrupted.signal),
)
