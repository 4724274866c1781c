import type { JsonObject } from "../messages/json.ts"
import type { DocumentSource } from "./builder-bundle.ts"
import type { ExpressionSource } from "./builder-options.ts"
import { plainly } from "./builder-plain.ts"
import type { Right } from "./organisation.ts"

type Names = string | readonly string[]
type Entries<Source> = Readonly<Record<string, Source | "removed">>

/** Who there is, as the language writes it; `removed` takes away what was there. */
export interface OrganisationSource {
  readonly roles?: Entries<RoleSource>
  readonly capabilities?: Entries<CapabilitySource>
  readonly units?: Entries<UnitSource>
  readonly agents?: Entries<AgentSource>
  /** By the name of a role, unit or agent. */
  readonly permissions?: Entries<PermissionSource>
}

export interface RoleSource {
  readonly title?: string
  /** The roles whoever plays it plays too. */
  readonly is?: Names
  /** The capabilities it brings. */
  readonly has?: Names
}

export interface CapabilitySource {
  readonly title?: string
  /** Such as `has("code-review") && plays("clerk")`. */
  readonly from?: ExpressionSource
}

export interface UnitSource {
  readonly title?: string
  /** The unit it belongs to. */
  readonly in?: string
  readonly manager?: string
}

export interface AgentSource {
  readonly name?: string
  readonly program?: boolean
  readonly roles?: Names
  readonly capabilities?: Names
  readonly unit?: string
  readonly cost?: number
  /** How many items at once. */
  readonly limit?: number
  readonly away?: AbsenceSource | readonly AbsenceSource[]
  readonly hours?: HoursSource
  readonly attributes?: JsonObject
}

/** Dates, of which the last is still part of it, or datetimes. */
export interface AbsenceSource {
  readonly from?: string
  readonly to?: string
  readonly standIn?: string
}

type Day = "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun"

/** Times such as `09:00-17:00`, by day or by days such as `mon-fri`; without a zone, in UTC. */
export type HoursSource = { readonly timeZone?: string } & {
  readonly [days in Day | `${Day}-${Day}`]?: Names
}

/** Rights that hold everywhere, or each with the places where it holds. */
export type PermissionSource = Right | readonly Right[] | { readonly [right in Right]?: PlacesSource }

export type PlacesSource = true | "everywhere" | PermissionPlaceSource | readonly PermissionPlaceSource[]
export type PermissionPlaceSource = string | { readonly process?: string; readonly unit?: string }

/** Roles, capabilities, units, agents and what they may do. */
export function organisation(source: OrganisationSource): DocumentSource {
  return { organisation: plainly(source) }
}
