import { setImmediate as nextTurn } from "node:timers/promises"
import { readBundleValues } from "../model/bundle.ts"
import { compileProcess } from "../model/compile.ts"
import type { ProcessDefinition } from "../model/definition.ts"
import { drawingOf } from "../model/draw-process.ts"
import type { Drawing } from "../model/drawing.ts"
import { type Form, formOf } from "../model/forms.ts"
import type { Process } from "../model/net.ts"
import type { Store, StoredDefinition, StoredProcess } from "../store/port.ts"

/** A version of a process, and what is known of it besides. */
export interface KnownProcess extends StoredProcess {
  /** Why it was deployed. */
  readonly reason?: string
  /** No case of it can be started any more. */
  readonly isRemoved: boolean
}

/** Every version of every process, as deployed, never changed. The newest is compiled when it comes into force, others when first needed. */
export class Processes {
  /** Counts whatever has come into force. */
  revision = 0
  /** By name, version 1 first: versions have no gaps. */
  readonly #stored = new Map<string, StoredProcess[]>()
  readonly #compiled = new Map<StoredProcess, Process>()
  readonly #drawn = new Map<StoredProcess, Drawing>()
  readonly #titles = new Map<StoredProcess, ReadonlyMap<string, string>>()
  readonly #retirements = new Map<string, StoredDefinition>()
  /** By version and name. */
  readonly #reasons = new Map<string, string>()

  static async open(store: Pick<Store, "processes" | "definitions">): Promise<Processes> {
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

  /**
   * Compiles what can be started, with a turn for everybody else after each: so whoever starts it first, and those beside them, need
   * not wait for that. What can no longer be read is told to whoever needs it.
   */
  async prepare(): Promise<void> {
    for (const name of this.names()) {
      const newest = this.newest(name)
      if (newest === undefined || this.#compiled.has(newest)) continue
      await nextTurn()
      try {
        this.find(name, newest.version)
      } catch {}
    }
  }

  /** The newest version unless set. Drawn when first asked for. */
  drawing(name: string, version?: number): Drawing | undefined {
    const stored = version === undefined ? this.newest(name) : this.stored(name, version)
    if (stored === undefined) return undefined
    const drawing = this.#drawn.get(stored) ?? drawingOf(definitionOf(stored), stored.version)
    this.#drawn.set(stored, drawing)
    return drawing
  }

  /** The data a case of it begins with. */
  form(name: string, version: number): Form {
    return formOf(this.find(name, version)?.variables ?? new Map(), undefined, undefined)
  }

  /** What the newest version calls its tasks. */
  titles(name: string): ReadonlyMap<string, string> {
    const newest = this.newest(name)
    if (newest === undefined) return new Map()
    const titles = this.#titles.get(newest) ?? titlesIn(this.find(name, newest.version))
    this.#titles.set(newest, titles)
    return titles
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

  all(): readonly KnownProcess[] {
    return [...this.#stored.values()].flat().map((stored) => this.known(stored))
  }

  known(stored: StoredProcess): KnownProcess {
    const reason = this.#reasons.get(`${stored.version} ${stored.name}`)
    return { ...stored, ...(reason !== undefined && { reason }), isRemoved: this.isRetired(stored.name) }
  }

  /** Not to be started any more; its cases go on, and its versions stay known. */
  isRetired(name: string): boolean {
    return this.#retirements.get(name)?.source === null
  }

  /** That it can be started, since when and why. */
  deployed(name: string, version: number, stamp: Pick<StoredDefinition, "at" | "by" | "reason">): StoredDefinition {
    return { kind: "process", name, version: this.#nextRetirement(name), source: { version }, ...stamp }
  }

  retired(name: string, stamp: Pick<StoredDefinition, "at" | "by" | "reason">): StoredDefinition {
    return { kind: "process", name, version: this.#nextRetirement(name), source: null, ...stamp }
  }

  note(definition: StoredDefinition): void {
    this.revision++
    const { name, source, reason } = definition
    this.#retirements.set(name, definition)
    const isVersion = typeof source === "object" && source !== null && "version" in source
    if (isVersion && reason !== undefined) this.#reasons.set(`${source.version} ${name}`, reason)
  }

  #nextRetirement(name: string): number {
    return (this.#retirements.get(name)?.version ?? 0) + 1
  }

  remember(stored: StoredProcess): void {
    this.revision++
    const versions = this.#stored.get(stored.name)
    if (versions) versions.push(stored)
    else this.#stored.set(stored.name, [stored])
  }
}

function titlesIn(process: Process | undefined): ReadonlyMap<string, string> {
  const nodes = [...(process?.nets.values() ?? [])].flatMap((net) => [...net.nodes.values()])
  return new Map(nodes.flatMap(({ name, task }) => (task?.title === undefined ? [] : [[name, task.title]])))
}

/** What was deployed was checked then; what it means now is compiled from the same source. */
function compileStored(stored: StoredProcess): Process {
  return compileProcess(definitionOf(stored), stored.version, () => {})
}

function definitionOf({ name, version, source }: StoredProcess): ProcessDefinition {
  const [found] = readBundleValues([source]).definitions
  if (found === undefined) throw new Error(`process ${name} v${version} is stored, but can no longer be read`)
  return found.definition
}
