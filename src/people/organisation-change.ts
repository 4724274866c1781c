import type { AgentId } from "../messages/ids.ts"
import type {
  AgentDefinition,
  CapabilityDefinition,
  OrganisationKind,
  PermissionDefinition,
  RoleDefinition,
  UnitDefinition,
} from "../model/organisation.ts"

export interface Definitions {
  role: RoleDefinition
  capability: CapabilityDefinition
  unit: UnitDefinition
  agent: AgentDefinition
  permission: PermissionDefinition
}

/** An entry that is new or replaces the one of its name, or without a definition removes it; or a capability given or taken. */
export type OrganisationChange =
  | {
      readonly [Kind in OrganisationKind]: {
        readonly kind: Kind
        readonly name: string
        readonly definition?: Definitions[Kind]
      }
    }[OrganisationKind]
  /** Until that moment, exclusive; without one for good. Of several grants of one capability the longest counts. */
  | { readonly kind: "grant"; readonly agent: AgentId; readonly capability: string; readonly until?: number }
  | { readonly kind: "revocation"; readonly agent: AgentId; readonly capability: string }

/** The last of the changes of each entry, by kind and name; undefined: removed. */
export type ChangedEntries = {
  readonly [Kind in OrganisationKind]: ReadonlyMap<string, Definitions[Kind] | undefined>
}

export function changedEntries(changes: Iterable<OrganisationChange>): ChangedEntries {
  const changed = {
    role: new Map<string, RoleDefinition | undefined>(),
    capability: new Map<string, CapabilityDefinition | undefined>(),
    unit: new Map<string, UnitDefinition | undefined>(),
    agent: new Map<string, AgentDefinition | undefined>(),
    permission: new Map<string, PermissionDefinition | undefined>(),
  }
  for (const change of changes) {
    switch (change.kind) {
      case "role":
        changed.role.set(change.name, change.definition)
        break
      case "capability":
        changed.capability.set(change.name, change.definition)
        break
      case "unit":
        changed.unit.set(change.name, change.definition)
        break
      case "agent":
        changed.agent.set(change.name, change.definition)
        break
      case "permission":
        changed.permission.set(change.name, change.definition)
        break
      case "grant":
      case "revocation":
    }
  }
  return changed
}

/** The entries with changes laid over them: the same map if there are none. */
export function laidOver<Definition>(
  entries: ReadonlyMap<string, Definition>,
  changes: ReadonlyMap<string, Definition | undefined>,
): ReadonlyMap<string, Definition> {
  if (changes.size === 0) return entries
  const next = new Map(entries)
  for (const [name, definition] of changes) {
    if (definition === undefined) next.delete(name)
    else next.set(name, definition)
  }
  return next
}
