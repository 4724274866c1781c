import type { Finding } from "../messages/findings.ts"
import type { Json } from "../messages/json.ts"
import { type BundledProcess, readingDocument } from "./bundle-document.ts"
import { bundleNames } from "./bundle-names.ts"
import { finish, type Interruptible } from "./interruptible.ts"
import type { OrganisationEntry } from "./organisation.ts"
import { tooManyParts } from "./process-parts.ts"
import { numbered } from "./read-scoped-constraints.ts"
import { EMPTY_REPERTOIRE, type Repertoire } from "./repertoire.ts"
import { LARGEST_TEXT, MOST_WORDS, readingSource, type Source, sourceOfValue } from "./source.ts"
import type { Budget } from "./source-tokens.ts"

export interface BundleFile {
  readonly name: string
  readonly text: string
}

export interface Bundle {
  readonly definitions: readonly BundledProcess[]
  /** Exlets, rules, classes and what goes with them, as far as they could be read. */
  readonly repertoire: Repertoire
  /** What it adds to the organisation, replaces in it and takes away, as far as it could be read. */
  readonly organisation: readonly OrganisationEntry[]
  /** All documents as they were written, in order. */
  readonly documents: readonly Json[]
  /** Of all files, each file's in the order of its lines. */
  readonly findings: readonly Finding[]
}

/** Reads a file that is in another format; undefined: it is in ours. */
export type ReadForeign = (file: BundleFile, budget: Budget) => Source | undefined

/** Reads all files of a bundle, stories left aside. Never throws; everything wrong with any of them is in the findings. */
export const readBundle = (files: readonly BundleFile[], readForeign?: ReadForeign): Bundle =>
  finish(readingBundle(files, readForeign))

/** The same, part by part. */
export function* readingBundle(
  files: readonly BundleFile[],
  readForeign: ReadForeign = () => undefined,
): Interruptible<Bundle> {
  const bundled = { left: MOST_BUNDLED_WORDS }
  const sources: Source[] = []
  for (const file of files) {
    if (isStory(file.name)) continue
    const own = { left: Math.min(bundled.left, MOST_WORDS) }
    bundled.left -= own.left
    sources.push(readForeign(file, own) ?? (yield* readingSource(file.name, file.text, LARGEST_TEXT, own)))
    bundled.left += Math.max(0, own.left)
    yield
  }
  return yield* gather(sources)
}

/** The same for values that were never text: from the builder, or from a request. */
export const readBundleValues = (values: readonly unknown[]): Bundle => finish(readingBundleValues(values))

/** The same, part by part. */
export function* readingBundleValues(values: readonly unknown[]): Interruptible<Bundle> {
  const sources = values.map((value) => sourceOfValue(value))
  yield
  return yield* gather(sources)
}

export function isStory(file: string): boolean {
  return /\.story\.(ya?ml|json)$/i.test(file)
}

const MOST_IN_FILE = 200
/** Of all files together: deploying them keeps everybody else waiting. */
const MOST_BUNDLED_WORDS = 1_000_000

function* gather(sources: readonly Source[]): Interruptible<Bundle> {
  const definitions: BundledProcess[] = []
  const repertoires: Repertoire[] = []
  const organisation: OrganisationEntry[] = []
  const findings: Finding[] = []
  const names = bundleNames()
  for (const source of sources) {
    const found: Finding[] = []
    for (const document of source.documents) {
      const { processes, repertoire, organisation: entries } = yield* readingDocument(document, found)
      names.check(processes, repertoire, entries, found)
      yield
      definitions.push(...processes)
      repertoires.push(repertoire)
      organisation.push(...entries)
    }
    findings.push(
      ...limited([...source.findings, ...withoutConsequences(found, source.findings)].sort(byPlace), MOST_IN_FILE),
    )
  }
  const documents = sources.flatMap((source) => source.documents.map(({ value }) => value))
  const tooLarge = tooManyParts(definitions)
  if (tooLarge) return { ...NOTHING, documents, findings: [...findings, tooLarge] }
  return { definitions, repertoire: together(repertoires), organisation, documents, findings }
}

const NOTHING = { definitions: [], repertoire: EMPTY_REPERTOIRE, organisation: [] } as const

function together(parts: readonly Repertoire[]): Repertoire {
  return {
    exlets: parts.flatMap(({ exlets }) => exlets),
    trees: parts.flatMap(({ trees }) => trees),
    classes: parts.flatMap(({ classes }) => classes),
    dataClasses: parts.flatMap(({ dataClasses }) => dataClasses),
    handlers: parts.flatMap(({ handlers }) => handlers),
    bindings: parts.flatMap(({ bindings }) => bindings),
    patterns: parts.flatMap(({ patterns }) => patterns),
    constraints: numbered(parts.flatMap(({ constraints }) => constraints)),
    removals: parts.flatMap(({ removals }) => removals),
  }
}

/** What could not be read became null; that it is null need not be told again. */
function withoutConsequences(found: readonly Finding[], causes: readonly Finding[]): readonly Finding[] {
  const keyOf = ({ place }: Finding) => `${place.line}:${place.column} ${place.path}`
  const told = new Set(causes.map(keyOf))
  return found.filter((finding) => !told.has(keyOf(finding)))
}

/** As someone would mend them: file by file, from top to bottom. */
export function byPlace({ place: one }: Finding, { place: other }: Finding): number {
  const file = (one.file ?? "").localeCompare(other.file ?? "")
  return file || (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0)
}

/** The first of them, and how many more there are. */
export function limited(findings: readonly Finding[], most: number): readonly Finding[] {
  const rest = findings.slice(most)
  const [next] = rest
  if (next === undefined) return findings
  const last: Finding = {
    code: "MORE_FINDINGS",
    severity: rest.some(({ severity }) => severity === "error") ? "error" : "warning",
    place: next.place,
    message: `There are ${rest.length} more findings.`,
    remedy: "Correct those before first.",
  }
  return [...findings.slice(0, most), last]
}
