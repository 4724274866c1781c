import type { OrganisationEntry, OrganisationKind } from "./organisation.ts"

export type DefinitionOf<Kind extends OrganisationKind> = NonNullable<
  Extract<OrganisationEntry, { readonly kind: Kind }>["definition"]
>

/** What an organisation may refer to: what is deployed already. */
export interface KnownOrganisation {
  has(kind: OrganisationKind, name: string): boolean
  names(kind: OrganisationKind): readonly string[]
  definition<Kind extends OrganisationKind>(kind: Kind, name: string): DefinitionOf<Kind> | undefined
  /** Those deployed, and those of the same bundle. */
  processes(): Iterable<string>
}

export const ORGANISATION_KINDS = ["role", "capability", "unit", "agent", "permission"] as const

/** Nobody yet. */
export const emptyOrganisation: KnownOrganisation = {
  has: () => false,
  names: () => [],
  definition: () => undefined,
  processes: () => [],
}

/** What will be there once these entries are in force: each takes the place of the one before it, or removes it. */
export function organisationWith(entries: readonly OrganisationEntry[], known: KnownOrganisation): KnownOrganisation {
  const own = new Map(ORGANISATION_KINDS.map((kind) => [kind, new Map<string, OrganisationEntry>()]))
  for (const entry of entries) own.get(entry.kind)?.set(entry.name, entry)
  const names = new Map(
    ORGANISATION_KINDS.map((kind) => {
      const added = [...(own.get(kind)?.values() ?? [])].filter(({ definition }) => definition !== undefined)
      const kept = known.names(kind).filter((name) => !own.get(kind)?.has(name))
      return [kind, [...kept, ...added.map(({ name }) => name)]] as const
    }),
  )
  return {
    has(kind, name) {
      const entry = own.get(kind)?.get(name)
      return entry ? entry.definition !== undefined : known.has(kind, name)
    },
    names: (kind) => names.get(kind) ?? [],
    definition<Kind extends OrganisationKind>(kind: Kind, name: string) {
      const entry = own.get(kind)?.get(name)
      return entry ? (entry.definition as DefinitionOf<Kind> | undefined) : known.definition(kind, name)
    },
    processes: () => known.processes(),
  }
}
