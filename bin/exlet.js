#!/usr/bin/env node
import { existsSync } from "node:fs"

// An older Node cannot read the sources, and would only say that it does not know a file's ending.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`NODE_TOO_OLD: Exlet needs Node.js 22.18 or newer, and this is ${process.versions.node}.\n`)
  process.exit(2)
}

// A clone runs its sources, an installed package what was built from them.
const sources = new URL("../src/cli/main.ts", import.meta.url)
const built = new URL("../dist/cli/main.js", import.meta.url)
await import((existsSync(sources) ? sources : built).href)
