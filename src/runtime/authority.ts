import type { AgentId } from "../messages/ids.ts"
import { RIGHTS, type Right } from "../model/organisation.ts"
import type { Organisation } from "../people/organisation.ts"
import { permits, permitsSomewhere, type Where } from "../people/permissions.ts"
import { type Act, actor } from "./answer.ts"

/** What somebody may do and see: as far as the organisation allows it, and the way they came. */
export interface Authority {
  readonly by: AgentId
  may(right: Right, where?: Where): boolean
  /** Whether they may read what concerns a process; without one, what concerns every process. */
  reads(process?: string): boolean
  /** Whether they may know that there is such a process: any right there is enough. */
  knows(process: string): boolean
}

/** Undefined: everything is allowed, as nobody says who may do what and nothing else bounds it. */
export function authorityOf(organisation: Organisation, act: Act): Authority | undefined {
  const { within } = act
  if (organisation.permissions.size === 0 && within === undefined) return undefined
  const by = actor(act)
  const isWithin = (right: Right, where: Where) => within === undefined || within(right, where)
  const may = (right: Right, where: Where = {}) => isWithin(right, where) && permits(organisation, by, right, where)
  return {
    by,
    may,
    reads: (process) => reading.some((right) => may(right, process === undefined ? {} : { process })),
    knows: (process) =>
      RIGHTS.some((right) => isWithin(right, { process }) && permitsSomewhere(organisation, by, right, process)),
  }
}

const reading = ["see", "teach", "intervene"] as const
