import { type AgentId, asAgentId } from "../messages/ids.ts"
import type { Staff } from "../messages/people.ts"
import type { Known } from "../model/check-names.ts"
import type { DefinitionOf, KnownOrganisation } from "../model/known-organisation.ts"
import { ORGANISATION_KINDS } from "../model/known-organisation.ts"
import type { OrganisationKind } from "../model/organisation.ts"
import { readOrganisationEntry } from "../model/read-organisation.ts"
import { peopleOf } from "../people/match.ts"
import { Organisation } from "../people/organisation.ts"
import type { OrganisationChange } from "../people/organisation-change.ts"
import type { DefinitionKind, Store, StoredDefinition } from "../store/port.ts"
import type { PendingWorkload } from "./pending-workload.ts"
import { KnownWorkload } from "./workload.ts"

/** The organisation in force and what everybody has to do, kept in memory; each change comes here once it is durable. */
export class Staffing {
  /** Counts whatever has come into force. */
  revision = 0
  readonly workload: KnownWorkload
  readonly #newestOf = new Map<string, StoredDefinition>()
  #organisation: Organisation = Organisation.empty
  #staff: Staff | undefined
  /** Whose standing may be another than before; all of them if a part changed that many share. */
  #touched: Set<AgentId> | "all" = "all"
  #removed = new Set<AgentId>()

  private constructor(store: Pick<Store, "loads" | "experience">) {
    this.workload = new KnownWorkload(store)
  }

  static async open(store: Pick<Store, "loads" | "experience" | "definitions">): Promise<Staffing> {
    const staffing = new Staffing(store)
    await staffing.workload.reload()
    staffing.defineAll(await store.definitions())
    return staffing
  }

  get organisation(): Organisation {
    return this.#organisation
  }

  /** Undefined where there are no agents at all: then anybody may do anything. */
  get staff(): Staff | undefined {
    if (this.#organisation.isEmpty) return undefined
    this.#staff ??= peopleOf(this.#organisation, this.workload)
    return this.#staff
  }

  /** The same with what is about to be given out. */
  staffWith(workload: PendingWorkload): Staff | undefined {
    return this.#organisation.isEmpty ? undefined : peopleOf(this.#organisation, workload)
  }

  define(stored: StoredDefinition): void {
    this.defineAll([stored])
  }

  defineAll(definitions: readonly StoredDefinition[]): void {
    if (definitions.length > 0) this.revision++
    const changes = definitions.flatMap((stored) => {
      if (!isOrganisational(stored.kind)) return []
      this.#newestOf.set(`${stored.kind} ${stored.name}`, stored)
      if (stored.kind === "agent" && stored.source === null) this.#removed.add(asAgentId(stored.name))
      if (stored.kind !== "agent") this.#touched = "all"
      else if (this.#touched !== "all") this.#touched.add(asAgentId(stored.name))
      return changeOf(stored)
    })
    if (changes.length === 0) return
    this.#organisation = this.#organisation.with(changes)
    this.#staff = undefined
  }

  touchAll(): void {
    this.#touched = "all"
  }

  /** Who was removed since this was asked last. */
  takeRemoved(): ReadonlySet<AgentId> {
    const removed = this.#removed
    this.#removed = new Set()
    return removed
  }

  /** Who may stand otherwise than when this was asked last. */
  takeTouched(): ReadonlySet<AgentId> | "all" {
    const touched = this.#touched
    this.#touched = new Set()
    return touched
  }

  /** The newest version of an entry, unless it was removed. */
  stored(kind: DefinitionKind, name: string): StoredDefinition | undefined {
    const newest = this.#newestOf.get(`${kind} ${name}`)
    return newest?.source === null ? undefined : newest
  }

  /** Whether an agent was there and was removed. */
  isGone(agent: string): boolean {
    return this.#newestOf.get(`agent ${agent}`)?.source === null
  }

  nextVersion(kind: DefinitionKind, name: string): number {
    return (this.#newestOf.get(`${kind} ${name}`)?.version ?? 0) + 1
  }

  entries(): readonly StoredDefinition[] {
    return [...this.#newestOf.values()].filter(({ source }) => source !== null)
  }
}

export function isOrganisational(kind: DefinitionKind): kind is OrganisationKind | "grant" {
  return kind === "grant" || ORGANISATION_KINDS.some((each) => each === kind)
}

/** What is deployed, for those who check what refers to it. */
export function knownOrganisation(staffing: Staffing, { processes }: Pick<Known, "processes">): KnownOrganisation {
  return {
    has: (kind, name) => staffing.stored(kind, name) !== undefined,
    names: (kind) => staffing.entries().flatMap((entry) => (entry.kind === kind ? [entry.name] : [])),
    definition<Kind extends OrganisationKind>(kind: Kind, name: string) {
      const stored = staffing.stored(kind, name)
      const entry = stored && readOrganisationEntry(kind, name, stored.source)
      return entry?.definition as DefinitionOf<Kind> | undefined
    },
    processes,
  }
}

function changeOf({ kind, name, source }: StoredDefinition): readonly OrganisationChange[] {
  if (kind === "grant") {
    if (source === null || typeof source !== "object" || Array.isArray(source)) return []
    const { agent, capabilities, until } = source as unknown as Grant
    return capabilities.map((capability) => ({
      kind,
      agent: asAgentId(agent),
      capability,
      ...(until !== undefined && { until }),
    }))
  }
  const entry = isOrganisational(kind) ? readOrganisationEntry(kind, name, source) : undefined
  return entry ? [entry] : []
}

interface Grant {
  readonly agent: string
  readonly capabilities: readonly string[]
  readonly until?: number
}
