import { createHash } from "node:crypto"
import type { Finding } from "../messages/findings.ts"
import type { AgentId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import { type Bundle, type BundleFile, byPlace, readBundle, readBundleValues } from "../model/bundle.ts"
import { compileProcess } from "../model/compile.ts"
import type { Process } from "../model/net.ts"
import { placed } from "../model/source.ts"
import { emptyBatch } from "../store/empty-batch.ts"
import type { Store, StoredProcess } from "../store/port.ts"
import { type Answer, accept, refuse } from "./answer.ts"

/** What can be deployed: text, a process from the builder, or the files of a bundle. */
export type Deployable = string | JsonObject | readonly BundleFile[]

export interface Deployment {
  /** `isNew` is false where the newest version already had the same content: then nothing changed. */
  readonly processes: readonly { readonly name: string; readonly version: number; readonly isNew: boolean }[]
  /** Warnings; with an error nothing is deployed. */
  readonly findings: readonly Finding[]
}

/** Every version of every process, as deployed: compiled when first needed, never changed. */
export class Processes {
  readonly #store: Store
  readonly #stored = new Map<string, StoredProcess[]>()
  readonly #compiled = new Map<StoredProcess, Process>()
  #last: Promise<unknown> = Promise.resolve()

  private constructor(store: Store) {
    this.#store = store
  }

  static async open(store: Store): Promise<Processes> {
    const processes = new Processes(store)
    for (const stored of await store.processes()) processes.#remember(stored)
    return processes
  }

  find = (name: string, version: number): Process | undefined => {
    const stored = this.#stored.get(name)?.find((candidate) => candidate.version === version)
    if (stored === undefined) return undefined
    const known = this.#compiled.get(stored)
    if (known) return known
    const process = compileStored(stored)
    this.#compiled.set(stored, process)
    return process
  }

  newest(name: string): StoredProcess | undefined {
    return this.#stored.get(name)?.at(-1)
  }

  all(): readonly StoredProcess[] {
    return [...this.#stored.values()].flat()
  }

  /** One deployment after the other, so that each knows the versions before it. */
  deploy(what: Deployable, by: AgentId, now: number): Promise<Answer<Deployment>> {
    const deployed = this.#last.then(() => this.#deploy(what, by, now))
    this.#last = deployed.catch(() => undefined)
    return deployed
  }

  async #deploy(what: Deployable, by: AgentId, now: number): Promise<Answer<Deployment>> {
    const { bundle, findings } = examine(what)
    if (findings.some(({ severity }) => severity === "error")) return refuse(invalid(findings))
    const fresh: StoredProcess[] = []
    const processes = bundle.definitions.map(({ definition: { name }, source }) => {
      const newest = this.newest(name)
      const hash = createHash("sha256").update(JSON.stringify(source)).digest("hex")
      if (newest?.hash === hash) return { name, version: newest.version, isNew: false }
      const version = (newest?.version ?? 0) + 1
      fresh.push({ name, version, hash, source, deployedAt: now, deployedBy: by })
      return { name, version, isNew: true }
    })
    if (fresh.length > 0) await this.#store.commit({ ...emptyBatch, processes: fresh })
    for (const stored of fresh) this.#remember(stored)
    return accept({ processes, findings })
  }

  #remember(stored: StoredProcess): void {
    const versions = this.#stored.get(stored.name)
    if (versions) versions.push(stored)
    else this.#stored.set(stored.name, [stored])
  }
}

/** Everything that is wrong with a definition, without deploying it. */
export function examine(what: Deployable): { readonly bundle: Bundle; readonly findings: readonly Finding[] } {
  const bundle = read(what)
  const findings = [...bundle.findings]
  for (const { definition, locate } of bundle.definitions) {
    compileProcess(definition, 1, (finding) => findings.push(placed(finding, locate)))
  }
  return { bundle, findings: findings.toSorted(byPlace) }
}

function read(what: Deployable): Bundle {
  if (typeof what === "string") return readBundle([{ name: "process.yaml", text: what }])
  return isFiles(what) ? readBundle(what) : readBundleValues([what])
}

function isFiles(what: JsonObject | readonly BundleFile[]): what is readonly BundleFile[] {
  return Array.isArray(what)
}

/** What was deployed was checked then; what it means now is compiled from the same source. */
function compileStored({ name, version, source }: StoredProcess): Process {
  const [found] = readBundleValues([source]).definitions
  if (found === undefined) throw new Error(`process ${name} v${version} is stored, but can no longer be read`)
  return compileProcess(found.definition, version, () => {})
}

function invalid(findings: readonly Finding[]) {
  const errors = findings.filter(({ severity }) => severity === "error")
  return {
    code: "DEFINITION_INVALID",
    message: `the definition has ${errors.length === 1 ? "an error" : `${errors.length} errors`}: ${errors.map(({ message }) => message).join("; ")}`,
    remedy: "Mend each finding at its place and deploy again",
    findings,
  } as const
}
