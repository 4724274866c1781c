import { readBundleValues } from "../model/bundle.ts"
import { compileProcess } from "../model/compile.ts"
import type { Process } from "../model/net.ts"
import type { Store, StoredDefinition, StoredProcess } from "../store/port.ts"

/** Every version of every process, as deployed: compiled when first needed, never changed. */
export class Processes {
  /** By name, version 1 first: versions have no gaps. */
  readonly #stored = new Map<string, StoredProcess[]>()
  readonly #compiled = new Map<StoredProcess, Process>()
  readonly #retirements = new Map<string, StoredDefinition>()

  static async open(store: Store): Promise<Processes> {
    const processes = new Processes()
    for (const stored of await store.processes()) processes.remember(stored)
    for (const definition of await store.definitions()) if (definition.kind === "process") processes.note(definition)
    return processes
  }

  find = (name: string, version: number): Process | undefined => {
    const stored = this.stored(name, version)
    if (stored === undefined) return undefined
    const known = this.#compiled.get(stored)
    if (known) return known
    const process = compileStored(stored)
    this.#compiled.set(stored, process)
    return process
  }

  stored(name: string, version: number): StoredProcess | undefined {
    return this.#stored.get(name)?.[version - 1]
  }

  newest(name: string): StoredProcess | undefined {
    return this.#stored.get(name)?.at(-1)
  }

  /** The newest version, compiled; undefined for one that is not to be started any more. */
  current = (name: string): Process | undefined => {
    const newest = this.newest(name)
    return newest && !this.isRetired(name) ? this.find(name, newest.version) : undefined
  }

  names(): readonly string[] {
    return [...this.#stored.keys()].filter((name) => !this.isRetired(name))
  }

  all(): readonly StoredProcess[] {
    return [...this.#stored.values()].flat()
  }

  /** Not to be started any more; its cases go on, and its versions stay known. */
  isRetired(name: string): boolean {
    return this.#retirements.get(name)?.source === null
  }

  restored(name: string, stamp: Pick<StoredDefinition, "at" | "by" | "reason">): StoredDefinition {
    return { kind: "process", name, version: this.#nextRetirement(name), source: true, ...stamp }
  }

  retired(name: string, stamp: Pick<StoredDefinition, "at" | "by" | "reason">): StoredDefinition {
    return { kind: "process", name, version: this.#nextRetirement(name), source: null, ...stamp }
  }

  note(definition: StoredDefinition): void {
    this.#retirements.set(definition.name, definition)
  }

  #nextRetirement(name: string): number {
    return (this.#retirements.get(name)?.version ?? 0) + 1
  }

  remember(stored: StoredProcess): void {
    const versions = this.#stored.get(stored.name)
    if (versions) versions.push(stored)
    else this.#stored.set(stored.name, [stored])
  }
}

/** What was deployed was checked then; what it means now is compiled from the same source. */
function compileStored({ name, version, source }: StoredProcess): Process {
  const [found] = readBundleValues([source]).definitions
  if (found === undefined) throw new Error(`process ${name} v${version} is stored, but can no longer be read`)
  return compileProcess(found.definition, version, () => {})
}
