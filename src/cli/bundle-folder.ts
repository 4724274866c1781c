import { readdir, readFile, stat } from "node:fs/promises"
import { dirname, join, relative, resolve, sep } from "node:path"
import { isForeign } from "../interchange/foreign-source.ts"
import { type BundleFile, isStory } from "../model/bundle.ts"
import { BUNDLE_KEYS } from "../model/bundle-document.ts"

/** The files of a bundle: everything in a folder that could define something, stories left aside; or one file alone. What holds nothing is none. */
export async function bundleFiles(path: string): Promise<readonly BundleFile[]> {
  const paths = (await isFolder(path)) ? (await filesUnder(path)).filter(isBundleFile) : [path]
  const files = paths.map(async (file) => ({ name: shownPath(file), text: await readFile(file, "utf8") }))
  return (await Promise.all(files)).filter(({ text }) => !isBlank(text))
}

/** Whether there is nothing but comments, and where documents begin and end. */
function isBlank(text: string): boolean {
  return text.split("\n").every((line) => /^(?:#.*|---|\.\.\.)?$/.test(line.trim()))
}

export async function storyFiles(path: string): Promise<readonly string[]> {
  return (await isFolder(path)) ? (await filesUnder(path)).filter(isStory) : [path].filter(isStory)
}

/**
 * The bundle a story file is in. For a folder that was named: the outermost folder from there down to the story that has
 * definitions of its own, else the folder named. For a story that was named itself: the nearest folder upwards that has any.
 */
export async function bundleOf(story: string, named: string): Promise<string> {
  const home = dirname(resolve(story))
  const isNamedItself = resolve(story) === resolve(named)
  const candidates = isNamedItself ? upwards(home) : between(resolve(named), home)
  for (const folder of candidates) if (await hasDefinitions(folder)) return folder
  return isNamedItself ? home : named
}

export async function isFolder(path: string): Promise<boolean> {
  return (await stat(path)).isDirectory()
}

/** From here if it is below, else as it was said. */
export function shownPath(path: string): string {
  const short = relative(process.cwd(), path)
  return short === "" || short.startsWith("..") ? path : short
}

async function filesUnder(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const found = await Promise.all(
    entries
      .filter(({ name }) => !name.startsWith(".") && name !== "node_modules")
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      .map(async (entry) => {
        const path = join(folder, entry.name)
        return entry.isDirectory() ? filesUnder(path) : [path]
      }),
  )
  return found.flat()
}

function isBundleFile(path: string): boolean {
  return (
    (/\.(ya?ml|json)$/i.test(path) || isForeign(path)) &&
    !isStory(path) &&
    !/(^|[/\\])(package(-lock)?|tsconfig[^/\\]*|biome)\.json$/.test(path)
  )
}

async function hasDefinitions(folder: string): Promise<boolean> {
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (!entry.isFile() || !isBundleFile(path)) continue
    if ((isForeign(path) ? WQM : DEFINITION).test(await readFile(path, "utf8"))) return true
  }
  return false
}

const DEFINITION = new RegExp(`^(?:\\s*\\{)?\\s*"?(?:${BUNDLE_KEYS.join("|")})"?\\s*:`, "m")

const WQM = /<wqm[\s/>]/

function upwards(folder: string): readonly string[] {
  const above = dirname(folder)
  return above === folder ? [folder] : [folder, ...upwards(above)]
}

/** From the outer folder down to the inner one. */
function between(outer: string, inner: string): readonly string[] {
  return upwards(inner)
    .filter((folder) => folder === outer || folder.startsWith(outer.endsWith(sep) ? outer : outer + sep))
    .toReversed()
}
