import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/**
 * Returns where a file of this package is, or undefined where there is none. Code that was bundled into a program no longer lies
 * beside the files of its package: it finds them where the package is installed, and goes on without them elsewhere.
 */
export function packageFile(path: string): string | undefined {
  folder ??= packageFolder() ?? nowhere
  if (folder === nowhere) return undefined
  const file = join(folder, path)
  return existsSync(file) ? file : undefined
}

const nowhere = ""
let folder: string | undefined

function packageFolder(): string | undefined {
  // Not every bundler leaves a module its address.
  const here: string | undefined = import.meta.url
  const beside = here === undefined ? undefined : dirname(dirname(fileURLToPath(here)))
  if (beside !== undefined && isOurs(beside)) return beside
  try {
    return dirname(createRequire(here ?? join(process.cwd(), "index.js")).resolve("exlet/package.json"))
  } catch {
    return undefined
  }
}

/** Whoever bundles has a package of their own. */
function isOurs(where: string): boolean {
  try {
    const { name } = JSON.parse(readFileSync(join(where, "package.json"), "utf8")) as { readonly name?: unknown }
    return name === "exlet"
  } catch {
    return false
  }
}
