import { resolve } from "node:path"
import type { Input } from "../client.ts"
import { type Argument, file } from "./flags.ts"
import type { Given } from "./given.ts"
import type { Surroundings } from "./surroundings.ts"
import { Trouble, UsageError } from "./trouble.ts"

export const pathArguments: readonly Argument[] = [
  {
    name: "path",
    kind: file,
    many: true,
    about: "Files and folders, read here and sent together; - reads what comes in",
  },
]

/** What the paths hold, read here: a server sees none of the files. */
export async function deployable(given: Given, around: Surroundings): Promise<Pick<Input<"deploy">, "text" | "files">> {
  const paths = given.texts("path")
  if (paths.includes("-")) {
    if (paths.length > 1) throw new UsageError("'-' stands alone.")
    return { text: await around.stdin() }
  }
  // What reads bundles is large, and nobody else needs it.
  const { bundleFiles } = await import("./bundle-folder.ts")
  const read = paths.map((path) =>
    bundleFiles(resolve(around.folder, path)).catch(() => {
      throw new Trouble("FILE_NOT_FOUND", `There is no file or folder '${path}' that can be read`, "Check the path.")
    }),
  )
  const files = (await Promise.all(read)).flat()
  if (files.length === 0)
    throw new Trouble("NOTHING_TO_DEPLOY", `There are no definitions in ${paths.join(", ")}`, "Name other files.")
  return { files: files.map(({ name, text }) => ({ name, text })) }
}
