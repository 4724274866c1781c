import type { Finding, Path } from "../messages/findings.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { ProcessDefinition } from "./definition.ts"
import type { Interruptible } from "./interruptible.ts"
import { didYouMeanName, meant, nearestName, quoted } from "./names.ts"
import type { OrganisationEntry } from "./organisation.ts"
import { readBindings } from "./read-bindings.ts"
import { readingClasses } from "./read-classes.ts"
import { readDataClasses } from "./read-data-classes.ts"
import { readExlets } from "./read-exlets.ts"
import type { ReadFinding, ReadReport } from "./read-finding.ts"
import { readHandlers, readMandatory } from "./read-handlers.ts"
import { readingOrganisation } from "./read-organisation.ts"
import { readPatterns } from "./read-patterns.ts"
import { PROCESS_KEYS, readProcess } from "./read-process.ts"
import { readingRules } from "./read-rules.ts"
import { readConstraints } from "./read-scoped-constraints.ts"
import { isMap, readList, readMap } from "./read-value.ts"
import type { Repertoire } from "./repertoire.ts"
import { type Locate, placed, type SourceDocument } from "./source.ts"

export interface BundledProcess {
  readonly definition: ProcessDefinition
  /** The process as plain JSON, keys as written: what is stored and hashed. Reading it again gives the same definition. */
  readonly source: JsonObject
  readonly locate: Locate
  /** False if an error was found in it and something may have been left out: more findings may be mere consequences. */
  readonly isWhole: boolean
}

const REPERTOIRE_KEYS = [
  "exlets",
  "rules",
  "exceptions",
  "dataClasses",
  "mandatory",
  "handlers",
  "bind",
  "patterns",
  "constraints",
] as const

const PART_KEYS = ["processes", ...REPERTOIRE_KEYS, "organisation"] as const

/** The words a document of a bundle may begin with. */
export const BUNDLE_KEYS = ["process", ...PART_KEYS] as const

/** What one document holds: a process, a list of processes, a repertoire, an organisation, or several of these. Adds to the findings. */
export function* readingDocument(document: SourceDocument, findings: Finding[]): Interruptible<DocumentRead> {
  const { value, locate } = document
  const report: ReadReport = (finding) => findings.push(placed(finding, locate))
  const processes: BundledProcess[] = []
  const map = value === null ? {} : (readMap(value, [], "A document", report) ?? {})
  const own: [string, Json][] = []
  const parts: Parts = new Map()
  for (const [key, part] of Object.entries(map)) {
    const word = partMeant(key, map)
    if (word === undefined) own.push([key, part])
    else parts.set(word, { key, part })
    if (word !== undefined && word !== key) report(unknownKey(key, didYouMeanName(word)))
  }
  const listed = parts.get("processes")
  for (const [index, entry] of (listed
    ? (readList(listed.part, [listed.key], "'processes'", report) ?? [])
    : []
  ).entries()) {
    processes.push(...readOne(entry, { ...document, locate: under(locate, [listed?.key ?? "", index]) }, findings))
    yield
  }
  const isProcess = own.some(([key]) => PROCESS_KEYS.some((known) => known === key))
  if (isProcess) processes.unshift(...readOne(Object.fromEntries(own), document, findings))
  else for (const [key] of own) report(unknownKey(key, topRemedy(key)))
  const people = parts.get("organisation")
  const organisation = people ? yield* readingOrganisation(people.part, [people.key], locate, report) : []
  return { processes, organisation, repertoire: yield* readRepertoire(parts, locate, report) }
}

interface DocumentRead {
  readonly processes: readonly BundledProcess[]
  readonly organisation: readonly OrganisationEntry[]
  readonly repertoire: Repertoire
}

/** What stands beside a process, by the words for it, and the keys it was written under. */
type Parts = Map<(typeof PART_KEYS)[number], { readonly key: string; readonly part: Json }>

/** The word a key is, or was most likely meant to be if that does not stand there already; undefined: it belongs to a process. */
function partMeant(key: string, map: JsonObject): (typeof PART_KEYS)[number] | undefined {
  const word = PART_KEYS.find((each) => each === key)
  if (word !== undefined || PROCESS_KEYS.some((each) => each === key)) return word
  const near = nearestName(key, [...PROCESS_KEYS, ...PART_KEYS])
  return near === undefined || Object.hasOwn(map, near) ? undefined : PART_KEYS.find((each) => each === near)
}

function unknownKey(key: string, remedy: string): ReadFinding {
  const message = `The key ${quoted(key)} means nothing here.`
  return { code: "UNKNOWN_KEY", severity: "error", path: [key], message, remedy, at: "key" }
}

function* readRepertoire(parts: Parts, locate: Locate, report: ReadReport): Interruptible<Repertoire> {
  const read = <Read>(word: (typeof REPERTOIRE_KEYS)[number], reader: PartReader<Read>): Read | undefined => {
    const found = parts.get(word)
    return found && reader(found.part, [found.key], locate, report)
  }
  const handlers = read("handlers", readHandlers)
  const mandatory = read("mandatory", readMandatory)
  const patterns = read("patterns", readPatterns)
  yield
  const exlets = read("exlets", readExlets) ?? []
  yield
  const rules = read("rules", readingRules)
  const trees = rules ? yield* rules : []
  const classes = read("exceptions", readingClasses)
  return {
    exlets,
    trees,
    classes: classes ? yield* classes : [],
    dataClasses: read("dataClasses", readDataClasses) ?? [],
    handlers: [...(handlers?.handlers ?? []), ...(mandatory?.handlers ?? [])],
    bindings: [...(mandatory?.bindings ?? []), ...(read("bind", readBindings) ?? [])],
    patterns: patterns?.patterns ?? [],
    constraints: read("constraints", readConstraints) ?? [],
    removals: [handlers, mandatory, patterns].flatMap((part) => part?.removals ?? []),
  }
}

type PartReader<Read> = (value: Json, path: Path, locate: Locate, report: ReadReport) => Read

function readOne(value: Json, document: SourceDocument, findings: Finding[]): readonly BundledProcess[] {
  const { locate } = document
  let { isWhole } = document
  const definition = readProcess(value, [], (finding) => {
    if (finding.severity === "error") isWhole = false
    findings.push(placed(finding, locate))
  })
  return definition === undefined || !isMap(value) ? [] : [{ definition, source: value, locate, isWhole }]
}

function topRemedy(key: string): string {
  return meant(key, BUNDLE_KEYS, `Known here: ${BUNDLE_KEYS.join(", ")}.`)
}

function under(locate: Locate, prefix: Path): Locate {
  return (path, within) => locate([...prefix, ...path], within)
}
