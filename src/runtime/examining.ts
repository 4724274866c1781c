import { foreignSource, isForeignText } from "../interchange/foreign-source.ts"
import type { Finding, Path } from "../messages/findings.ts"
import type { JsonObject } from "../messages/json.ts"
import type { Rejection } from "../messages/rejections.ts"
import { type Bundle, type BundleFile, byPlace, limited, readingBundle, readingBundleValues } from "../model/bundle.ts"
import { checkArcs } from "../model/check-arcs.ts"
import { checkClassesOfData } from "../model/check-data-classes.ts"
import { checkDoers } from "../model/check-doers.ts"
import type { Known } from "../model/check-names.ts"
import { checkingOrganisation } from "../model/check-organisation.ts"
import { checkOwners } from "../model/check-owners.ts"
import { checkingRepertoire } from "../model/check-repertoire.ts"
import { checkSharedInBundle } from "../model/check-shared.ts"
import { checkUndo } from "../model/check-undo.ts"
import { compileProcess } from "../model/compile.ts"
import { finish, type Interruptible } from "../model/interruptible.ts"
import { emptyOrganisation, organisationWith } from "../model/known-organisation.ts"
import type { Process } from "../model/net.ts"
import { placed } from "../model/source.ts"
import type { Authority } from "./authority.ts"
import { knownRepertoire } from "./known-repertoire.ts"
import { checkNeeds } from "./needs-met.ts"
import type { Processes } from "./processes.ts"
import { checkQualifications } from "./qualifications-met.ts"
import type { Rulebook } from "./rulebook.ts"
import type { Sketch } from "./sketching.ts"
import { knownOrganisation, type Staffing } from "./staffing.ts"
import type { RevisionInForce } from "./stored-in-force.ts"

/** What can be deployed: text, a process or bundle from the builder, or the files of a bundle. */
export type Deployable = string | JsonObject | readonly BundleFile[]

/** Reads and checks what could be deployed, for as long as that may take and where nobody else waits for it. */
export interface Verifier {
  /** Everything wrong or doubtful about it, on top of what is in force: also what may go wrong when it runs. */
  verify(what: Deployable, inForce: RevisionInForce): Promise<readonly Finding[]>
  sketch(what: Deployable): Promise<readonly Sketch[]>
}

/** What is in force already. */
export interface InForce {
  readonly processes: Processes
  readonly rulebook: Rulebook
  readonly staffing: Staffing
  /** Whose doing it is, where they may not do or see everything. */
  readonly authority?: Authority | undefined
}

export interface Examined {
  readonly bundle: Bundle
  /** All that its parts may refer to. */
  readonly known: Known
  readonly findings: readonly Finding[]
}

/** Everything that is wrong with a bundle, together with what is deployed already, without deploying it. */
export const examine = (what: Deployable, deployed?: InForce): Examined => finish(examining(what, deployed))

/** The same, part by part. */
export function* examining(what: Deployable, deployed?: InForce): Interruptible<Examined> {
  const bundle = yield* readingDeployable(what)
  yield
  const findings = [...bundle.findings]
  const compiled = new Map<string, Process>()
  const paths = new Map<string, ReadonlyMap<string, Path>>()
  for (const { definition, locate } of bundle.definitions) {
    const own = new Map<string, Path>()
    const process = compileProcess(definition, 1, (finding) => findings.push(placed(finding, locate)), own)
    compiled.set(process.name, process)
    paths.set(process.name, own)
    yield
  }
  const { authority } = deployed ?? {}
  const isKnown = (name: string) => authority === undefined || authority.knows(name)
  // What was deployed may name any process; what is written here only those its author may know of.
  const written = authority && namesIn(what)
  const isThere = (name: string) => isKnown(name) || !written?.has(name)
  const processes = () => [...compiled.keys(), ...(deployed?.processes.names() ?? []).filter(isKnown)]
  const there = deployed ? knownOrganisation(deployed.staffing, { processes }) : { ...emptyOrganisation, processes }
  const known: Known = {
    process: (name) => compiled.get(name) ?? (isThere(name) ? deployed?.processes.current(name) : undefined),
    processes,
    ...knownRepertoire(bundle.repertoire, deployed?.rulebook),
    organisation: organisationWith(bundle.organisation, there),
  }
  const report = (finding: Finding) => findings.push(finding)
  yield* checkingRepertoire(bundle.repertoire, known, report)
  if (bundle.organisation.length > 0) yield* checkingOrganisation(bundle.organisation, there, report)
  for (const { definition, locate } of bundle.definitions) {
    const process = compiled.get(definition.name)
    if (process === undefined) continue
    checkDoers(process, known, (finding) => report(placed(finding, locate)))
    checkArcs(process, known, (finding) => report(placed(finding, locate)))
    const own = paths.get(process.name) ?? new Map<string, Path>()
    checkOwners(process, definition, own, known, (finding) => report(placed(finding, locate)))
    checkClassesOfData(process, known, (finding) => report(placed(finding, locate)))
    checkUndo(process, known, (finding) => report(placed(finding, locate)))
    yield
  }
  checkSharedInBundle(bundle.definitions, report)
  checkNeeds(bundle, compiled, deployed?.staffing, report)
  yield
  checkQualifications(bundle, deployed?.staffing, report)
  return { bundle, known, findings: allFindings(findings, []) }
}

/** What two looks have found, as someone would mend it. */
export function allFindings(first: readonly Finding[], second: readonly Finding[]): readonly Finding[] {
  return limited(withoutGuesses([...first, ...second]).toSorted(byPlace), MOST_FINDINGS)
}

/** Everything in a definition that could be a name. */
function namesIn(what: Deployable): ReadonlySet<string> {
  return new Set(JSON.stringify(what).match(/[\p{L}\p{M}\p{N}_-]+/gu) ?? [])
}

/** What one look had to guess and another one knows is told once. */
function withoutGuesses(findings: readonly Finding[]): readonly Finding[] {
  const placeOf = ({ place }: Finding) => JSON.stringify(place)
  const known = new Set(findings.filter(({ code }) => code === "SUSPEND_NEVER_RESUMED").map(placeOf))
  return findings.filter((finding) => finding.code !== "SUSPEND_NEVER_CONTINUED" || !known.has(placeOf(finding)))
}

/** Of a whole bundle; nobody mends more at once. */
const MOST_FINDINGS = 1_000

export function invalid(findings: readonly Finding[]): Rejection {
  return {
    code: "DEFINITION_INVALID",
    message: `the definition ${errorsOf(findings)}`,
    remedy: "Mend each finding at its place and deploy again",
    findings,
  }
}

/** The same for one thing that was said by itself: its places are called as it was said, without what a file would have around it. */
export function invalidPart(what: string, around: RegExp, findings: readonly Finding[]): Rejection {
  const own = findings.map((finding) => {
    const path = finding.place.path.replace(around, "").replace(/^\./, "")
    return { ...finding, place: { ...finding.place, path } }
  })
  return {
    code: "DEFINITION_INVALID",
    message: `${what} ${errorsOf(own)}`,
    remedy: "Mend what is wrong with each, and try again",
    findings: own,
  }
}

function errorsOf(findings: readonly Finding[]): string {
  const errors = findings.filter(({ severity }) => severity === "error")
  const count = errors.length === 1 ? "an error" : `${errors.length} errors`
  return `has ${count}: ${errors.map(({ message }) => message).join("; ")}`
}

/** What was written, read: the language's own formats and others. */
export const readDeployable = (what: Deployable): Bundle => finish(readingDeployable(what))

/** The same, part by part. */
export function* readingDeployable(what: Deployable): Interruptible<Bundle> {
  if (typeof what === "string") {
    const name = isForeignText(what) ? "process.xml" : "process.yaml"
    return yield* readingBundle([{ name, text: what }], foreignSource)
  }
  return yield* isFiles(what) ? readingBundle(what, foreignSource) : readingBundleValues([what])
}

function isFiles(what: JsonObject | readonly BundleFile[]): what is readonly BundleFile[] {
  return Array.isArray(what)
}
