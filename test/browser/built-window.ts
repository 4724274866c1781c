import { execFileSync } from "node:child_process"
import { mkdirSync, readdirSync, statSync } from "node:fs"
import { join, resolve } from "node:path"
import { DatabaseSync } from "node:sqlite"

const root = resolve(import.meta.dirname, "../..")
const dist = join(root, "dist")

/** Builds the window if anything it is made of is newer. Of several test files that begin together, one builds and the others wait. */
export function buildWindow(): void {
  mkdirSync(dist, { recursive: true })
  // The system lets go of this lock even if whoever has it is killed.
  const lock = new DatabaseSync(join(dist, "web.lock"))
  try {
    lock.exec("pragma busy_timeout = 120000; begin exclusive")
    if (newest(join(root, "src")) > builtAt()) {
      const vite = join(root, "node_modules/vite/bin/vite.js")
      const env = { ...process.env, NODE_ENV: "production" }
      execFileSync(process.execPath, [vite, "build", "--logLevel", "warn"], { cwd: root, env })
    }
  } finally {
    lock.close()
  }
}

function builtAt(): number {
  return statSync(join(dist, "web/index.html"), { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function newest(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Math.max(...files.map((file) => statSync(join(file.parentPath, file.name)).mtimeMs))
}
