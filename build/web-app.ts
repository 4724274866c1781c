import { execFileSync } from "node:child_process"
import { mkdirSync, readdirSync, statSync } from "node:fs"
import { join, resolve } from "node:path"
import { DatabaseSync } from "node:sqlite"

const root = resolve(import.meta.dirname, "..")
const dist = join(root, "dist")
/** What builds it; missing where only the dependencies of the server are installed. */
export const vite = join(root, "node_modules/vite/bin/vite.js")

/**
 * Builds the web app if it is missing or anything it is made of is newer. Of several processes that begin together, one builds and
 * the others wait. `onBuilding` is called by the one that builds, before it does.
 */
export function buildWebApp(onBuilding?: () => void): void {
  mkdirSync(dist, { recursive: true })
  // The system lets go of this lock even if whoever has it is killed.
  const lock = new DatabaseSync(join(dist, "web.lock"))
  try {
    lock.exec("pragma busy_timeout = 120000; begin exclusive")
    if (newest(join(root, "src")) > builtAt()) {
      onBuilding?.()
      const env = { ...process.env, NODE_ENV: "production" }
      execFileSync(process.execPath, [vite, "build", "--logLevel", "warn"], { cwd: root, env, stdio: "inherit" })
    }
  } finally {
    lock.close()
  }
}

/** When it was built last, in milliseconds; 0 if it is missing. */
export function builtAt(): number {
  return statSync(join(dist, "web/index.html"), { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function newest(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Math.max(...files.map((file) => statSync(join(file.parentPath, file.name)).mtimeMs))
}
