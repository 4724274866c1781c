import type { Step } from "../messages/steps.ts"
import { isBuiltInClass } from "../model/exception-classes.ts"
import { placeOfScope } from "../model/scope-text.ts"
import { eventsIn } from "../model/spoken-events.ts"
import type { Authority } from "./authority.ts"
import type { Rulebook } from "./rulebook.ts"
import { processesNamed, reachOf, stepsOf } from "./step-reach.ts"

/**
 * What of the repertoire somebody may look at: what rules and bindings use at places they may see, and of the rest what names
 * no process they may not see. By its name any of it may be used as it is.
 */
export interface ShownRepertoire {
  scope(at: string): boolean
  exlet(name: string): boolean
  handler(name: string): boolean
  pattern(name: string): boolean
  /** What an event brings with it; of a class that nothing waits for, anybody may know. */
  event(on: string): boolean
}

export function repertoireShownTo(rulebook: Rulebook, authority: Authority | undefined): ShownRepertoire {
  if (authority === undefined || authority.reads()) return everything
  const uses = usesIn(rulebook)
  const scope = (at: string) => {
    const { process } = placeOfScope(at)
    return process === undefined || authority.reads(process)
  }
  const isUsedInSight = (places: ReadonlySet<string> | undefined) => places && [...places].some(scope)
  const namesNothingHidden = (steps: readonly Step[]) =>
    processesNamed(reachOf(steps)).every((name) => authority.reads(name))
  return {
    scope,
    exlet: (name) => isUsedInSight(uses.exlets.get(name)) ?? namesNothingHidden(rulebook.definition(name)?.steps ?? []),
    handler(name) {
      const then = rulebook.handlers.handler(name)?.then
      return isUsedInSight(uses.handlers.get(name)) ?? (then === undefined || namesNothingHidden(stepsOf(then)))
    },
    pattern(name) {
      const pattern = rulebook.patterns.get(name)?.pattern
      const events = pattern ? [...eventsIn(pattern)] : []
      return isUsedInSight(uses.events.get(name)) ?? events.every(({ event }) => isBuiltInClass(event))
    },
    event(on) {
      const declared = rulebook.classTree.lineage(on).filter((name) => !isBuiltInClass(name))
      const places = declared.flatMap((name) => [...(uses.events.get(name) ?? [])])
      return isUsedInSight(places.length > 0 ? new Set(places) : undefined) ?? true
    },
  }
}

const everything: ShownRepertoire = {
  scope: () => true,
  exlet: () => true,
  handler: () => true,
  pattern: () => true,
  event: () => true,
}

/** By name, the scopes at which it is used; what nothing uses is not in it. */
type Scopes = Map<string, Set<string>>

interface Uses {
  readonly exlets: Scopes
  readonly handlers: Scopes
  /** What rules wait for. */
  readonly events: Scopes
}

/** Found once for each state of the rulebook: there may be many rules, and who asks for lists asks often. */
const known = new WeakMap<Rulebook, { readonly changes: number; readonly uses: Uses }>()

function usesIn(rulebook: Rulebook): Uses {
  const { changes } = rulebook
  const before = known.get(rulebook)
  if (before?.changes === changes) return before.uses
  const uses: Uses = { exlets: new Map(), handlers: new Map(), events: new Map() }
  for (const { on, at, nodes, root } of rulebook.ownTrees()) {
    if (root.except) note(uses.events, on, at)
    for (const { conclusion, until } of nodes.values())
      if (until === undefined && conclusion?.kind === "exlet") note(uses.exlets, conclusion.name, at)
  }
  for (const { handler: name, at } of rulebook.handlers.bindings()) {
    const handler = rulebook.handlers.handler(name)
    note(uses.handlers, name, at)
    for (const on of handler?.on ?? []) note(uses.events, on, at)
    if (handler?.then?.kind === "exlet") note(uses.exlets, handler.then.name, at)
  }
  known.set(rulebook, { changes, uses })
  return uses
}

function note(scopes: Scopes, name: string, at: string): void {
  const found = scopes.get(name) ?? new Set()
  scopes.set(name, found.add(at))
}
