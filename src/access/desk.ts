import type { AgentId } from "../messages/ids.ts"
import type { Rejection } from "../messages/rejections.ts"
import type { Right } from "../model/organisation.ts"
import type { Act } from "../runtime/answer.ts"
import type { Engine } from "../runtime/engine.ts"
import { type Principal, withinScope } from "./principal.ts"
import { VisibleHistory } from "./visible-history.ts"

/** Where something stands. */
export interface Where {
  readonly process?: string
  readonly unit?: string
}

/**
 * The engine as one who asks sees it: what he may not see is not there. Every door goes through one, and who may see or do what
 * is asked here and nowhere else in a door; the engine asks again what the organisation says before it changes anything.
 */
export class Desk {
  readonly engine: Engine
  readonly principal: Principal
  #history: VisibleHistory | undefined

  constructor(engine: Engine, principal: Principal) {
    this.engine = engine
    this.principal = principal
  }

  get agent(): AgentId {
    return this.principal.agent
  }

  /** What has happened, as he may see it. */
  get history(): VisibleHistory {
    this.#history ??= new VisibleHistory(this)
    return this.#history
  }

  act(act: Omit<Act, "by">): Act {
    const { scope } = this.principal
    if (scope.rights === undefined && scope.processes === undefined) return { ...act, by: this.agent }
    return { ...act, by: this.agent, within: (right, where) => withinScope(scope, right, where) }
  }

  /** Both the organisation and the way he came must leave room for it. Without a place: everywhere. */
  may(right: Right, where: Where = {}): boolean {
    return withinScope(this.principal.scope, right, where) && this.engine.may(this.agent, right, where)
  }

  mayOne(rights: readonly Right[], where: Where = {}): boolean {
    return rights.some((right) => this.may(right, where))
  }

  /** Whether there is any place at all where he may do one of these. */
  somewhere(rights: readonly Right[]): boolean {
    const { scope } = this.principal
    const places = scope.processes ?? [undefined]
    return rights.some((right) =>
      places.some(
        (process) =>
          withinScope(scope, right, process === undefined ? {} : { process }) &&
          this.engine.maySomewhere(this.agent, right, process),
      ),
    )
  }

  /** Whether there is any place in a process, if only a unit, where he may do one of these. */
  somewhereIn(process: string, rights: readonly Right[]): boolean {
    const { scope } = this.principal
    return rights.some(
      (right) => withinScope(scope, right, { process }) && this.engine.maySomewhere(this.agent, right, process),
    )
  }

  /** Why he may not look at what concerns one agent alone. Everybody may look at his own. */
  closedToOthers(agent: string): Rejection | undefined {
    return agent === this.agent ? undefined : this.closedEverywhere(["administer"])
  }

  /** Whether the way he came leaves room for what is his own in a process. */
  reaches(process: string): boolean {
    const { processes } = this.principal.scope
    return processes === undefined || processes.includes(process)
  }

  /** Why he may not look at a list; undefined: he may, at what of it he may see. */
  closed(rights: readonly Right[]): Rejection | undefined {
    return this.somewhere(rights) ? undefined : notPermitted(this.agent, rights)
  }

  /** Why he may not do what concerns everything. */
  closedEverywhere(rights: readonly Right[]): Rejection | undefined {
    return this.mayOne(rights) ? undefined : notPermitted(this.agent, rights)
  }

  /** Whether a name of what is deployed is for him, where another was mistyped. */
  mayKnow(name: string): boolean {
    return this.mayOne(["see"]) || this.engine.mayKnow(name, this.act({}))
  }

  /** Whether he may look at a thing. What he may not is answered like what is not there. */
  async sees(id: string, rights: readonly Right[]): Promise<boolean> {
    if (this.mayOne(rights)) return true
    const where = await this.engine.placeOf(id)
    return where !== undefined && this.mayOne(rights, where)
  }

  /** Why he may not do something to a thing. What he may neither do nor see is not there. */
  async refuses(id: string, right: Right, absent: Rejection): Promise<Rejection | undefined> {
    if (this.may(right)) return undefined
    const where = await this.engine.placeOf(id)
    if (where === undefined) return absent
    if (this.may(right, where)) return undefined
    return this.may("see", where) ? notPermitted(this.agent, [right]) : absent
  }
}

export function notPermitted(agent: AgentId, rights: readonly Right[]): Rejection {
  return {
    code: "NOT_PERMITTED",
    message: `${agent} may not ${rights.join(" or ")} there`,
    remedy:
      "Ask somebody who may, or an administrator for the right; a key may be bounded more narrowly than its agent",
  }
}
