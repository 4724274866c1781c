import type { Expression } from "../expressions/expression.ts"
import type { Path } from "../messages/findings.ts"
import type { JsonObject } from "../messages/json.ts"
import type { ExpressionText } from "./definition.ts"
import type { Locate } from "./source.ts"

/** The parts of an organisation as they are written, stored and changed one by one. */
export type OrganisationKind = "role" | "capability" | "unit" | "agent" | "permission"

/** One entry of an organisation, read; `definition` absent: it is to be removed. */
export type OrganisationEntry = {
  readonly name: string
  /** As written: what is stored; null where it is removed. */
  readonly source: JsonObject[string]
  readonly path: Path
  readonly locate: Locate
} & (
  | { readonly kind: "role"; readonly definition?: RoleDefinition }
  | { readonly kind: "capability"; readonly definition?: CapabilityDefinition }
  | { readonly kind: "unit"; readonly definition?: UnitDefinition }
  | { readonly kind: "agent"; readonly definition?: AgentDefinition }
  | { readonly kind: "permission"; readonly definition?: PermissionDefinition }
)

export interface RoleDefinition {
  readonly title?: string
  /** The roles whoever plays it plays too. */
  readonly is: readonly string[]
  /** The capabilities it brings. */
  readonly has: readonly string[]
}

export interface CapabilityDefinition {
  readonly title?: string
  /** What it is derived from; absent: it is held, or inherited from a role. */
  readonly from?: ExpressionText
}

export interface UnitDefinition {
  readonly title?: string
  /** The unit it belongs to. */
  readonly in?: string
  readonly manager?: string
}

export interface AgentDefinition {
  /** As people call him. */
  readonly name?: string
  readonly isProgram: boolean
  readonly roles: readonly string[]
  readonly capabilities: readonly string[]
  readonly unit?: string
  readonly cost?: number
  /** How many items he may have at once; absent: any number. */
  readonly limit?: number
  readonly away: readonly Absence[]
  readonly hours?: Hours
  readonly attributes: JsonObject
}

/** `from` inclusive, `to` exclusive, in milliseconds; a date without a time at the end counts as a whole day. */
export interface Absence {
  readonly from: number
  readonly to: number
  readonly standIn?: string
}

/** When an agent is there in a week; at all other times he is absent. Days from 1 (Monday) to 7, times in minutes of the day. */
export interface Hours {
  readonly timeZone: string
  readonly spans: readonly { readonly day: number; readonly from: number; readonly to: number }[]
}

export const RIGHTS = ["see", "do", "raise", "intervene", "teach", "administer"] as const
export type Right = (typeof RIGHTS)[number]

/** What a role, a unit or an agent may do, and where. */
export interface PermissionDefinition {
  readonly rights: ReadonlyMap<Right, readonly PermissionPlace[]>
}

/** A place fits where all it names fits; one that names nothing is everywhere. A unit includes those below it. */
export interface PermissionPlace {
  readonly process?: string
  readonly unit?: string
}

/** Who may do a task, as it is written. */
export interface NeedsDefinition {
  readonly roles: readonly string[]
  readonly capabilities: readonly string[]
  /** The name of a unit, else an expression over the case that gives one. */
  readonly unit?: ExpressionText
  /** The name of an agent, else an expression over the case that gives one, or a list of some. */
  readonly agent?: ExpressionText
  /** Tasks whose doers may not do it, and tasks whose doers shall. */
  readonly notWhoDid: readonly string[]
  readonly whoDid: readonly string[]
  /** Over `agent` and the case. */
  readonly when?: ExpressionText
  readonly offer: "all" | "one"
  readonly order: AgentOrder
  readonly accept: boolean
  /** To whom it goes as well when nobody has started it by then. */
  readonly escalate?: { readonly after: string; readonly to: ExpressionText }
  /** As written, and where. */
  readonly source: JsonObject
  readonly path: Path
}

export const STRATEGIES = ["leastLoaded", "roundRobin", "cheapest", "fastest", "longestIdle"] as const
export type Strategy = (typeof STRATEGIES)[number]
export type AgentOrder = Strategy | { readonly by: ExpressionText }

/** The needs of a task with every expression compiled; those that are names stay names. */
export interface Needs {
  readonly roles: readonly string[]
  readonly capabilities: readonly string[]
  readonly unit?: { readonly name: string; readonly expression?: Expression }
  readonly agent?: { readonly name: string; readonly expression?: Expression }
  readonly notWhoDid: readonly string[]
  readonly whoDid: readonly string[]
  readonly when?: Expression
  readonly offer: "all" | "one"
  readonly order: Strategy | Expression
  readonly accept: boolean
  readonly escalate?: {
    readonly after: string
    readonly to: { readonly name: string; readonly expression?: Expression }
  }
  /** Where they were written. */
  readonly path: Path
}
