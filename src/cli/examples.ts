import { readdir } from "node:fs/promises"
import { resolve } from "node:path"
import type { BundleFile } from "../model/bundle.ts"
import { packageFile } from "../package-files.ts"
import { bundleFiles } from "./bundle-folder.ts"

export interface Example {
  readonly name: string
  readonly files: readonly BundleFile[]
}

/** The examples that come with Exlet, by name; none where its files are not installed. */
export async function examples(): Promise<readonly Example[]> {
  const folder = packageFile("examples")
  if (folder === undefined) return []
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return Promise.all(
    names.toSorted().map(async (name) => ({
      name,
      files: (await bundleFiles(resolve(folder, name))).map(({ name: path, text }) => ({ name: path, text })),
    })),
  )
}
