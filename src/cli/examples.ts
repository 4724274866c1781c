import { readdir } from "node:fs/promises"
import { resolve } from "node:path"
import { fileURLToPath } from "node:url"
import type { BundleFile } from "../model/bundle.ts"
import { bundleFiles } from "./bundle-folder.ts"

export interface Example {
  readonly name: string
  readonly files: readonly BundleFile[]
}

/** The examples that come with Exlet, by name. */
export async function examples(): Promise<readonly Example[]> {
  const folder = fileURLToPath(new URL("../../examples", import.meta.url))
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return Promise.all(
    names.toSorted().map(async (name) => ({
      name,
      files: (await bundleFiles(resolve(folder, name))).map(({ name: path, text }) => ({ name: path, text })),
    })),
  )
}
