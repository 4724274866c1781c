import type { Step } from "../messages/steps.ts"
import type { Known } from "../model/check-names.ts"
import { dataClassTree } from "../model/data-class-tree.ts"
import { classTree } from "../model/exception-classes.ts"
import { freedBy, stepsIn } from "../model/let-go.ts"
import type { Repertoire } from "../model/repertoire.ts"
import { eventsIn, heardIn, type SpokenEvents, spokenEvents } from "../model/spoken-events.ts"
import type { Rulebook } from "./rulebook.ts"

/** What a bundle's rules may refer to: what it brings itself, and what is in force already. */
export function knownRepertoire(
  repertoire: Repertoire,
  rulebook: Rulebook | undefined,
): Omit<Known, "process" | "processes" | "organisation"> {
  const exlets = byName(repertoire.exlets)
  const handlers = byName(repertoire.handlers)
  const patterns = byName(repertoire.patterns)
  const constraints = byName([...(rulebook?.allConstraints() ?? []), ...repertoire.constraints])
  const there = rulebook?.exlets().map(({ name }) => name) ?? []
  const allExlets = new Set([...exlets.keys(), ...there])
  const handlersThere = [...(rulebook?.handlers.handlers() ?? [])].map(({ name }) => name)
  const allHandlers = new Set([...handlers.keys(), ...handlersThere])
  const allSteps = () => [...stepsIn(repertoire), ...(rulebook ? stepsInForce(rulebook) : [])]
  let freed: ReadonlySet<string> | undefined
  let events: SpokenEvents | undefined
  const allPatterns = new Set([...patterns.keys(), ...(rulebook?.patterns.keys() ?? [])])
  return {
    exlet: (name) => exlets.get(name) ?? rulebook?.definition(name),
    exlets: () => allExlets,
    handler: (name) => handlers.get(name) ?? rulebook?.handlers.handler(name),
    handlers: () => allHandlers,
    bindingsOf: (name) => [...(rulebook?.handlers.bindingsOf(name) ?? [])],
    pattern: (name) => patterns.get(name) ?? rulebook?.patterns.get(name),
    patterns: () => allPatterns,
    constraints: () => constraints.values(),
    waitingFor: (event) => (rulebook ? waitingFor(event, rulebook) : []),
    letsGo: (process) => {
      freed ??= freedBy(allSteps())
      return process === undefined ? freed.size > 0 : freed.has(process)
    },
    events: () => {
      events ??= spokenEvents(allSteps(), [...heardIn(repertoire), ...(rulebook ? heardInForce(rulebook) : [])])
      return events
    },
    classes: classTree([...(rulebook?.declaredClasses() ?? []), ...repertoire.classes]),
    dataClasses: dataClassTree([...(rulebook?.declaredDataClasses() ?? []), ...repertoire.dataClasses]),
  }
}

function* stepsInForce(rulebook: Rulebook): Iterable<Step> {
  for (const { name } of rulebook.exlets()) yield* rulebook.definition(name)?.steps ?? []
  for (const { nodes } of rulebook.trees())
    for (const { conclusion, until } of nodes.values())
      if (until === undefined && conclusion?.kind === "steps") yield* conclusion.steps
}

function* heardInForce(rulebook: Rulebook): Iterable<string> {
  for (const { on, root } of rulebook.trees()) if (root.except) yield on
  for (const { pattern } of rulebook.patterns.values()) for (const { event } of eventsIn(pattern)) yield event
}

/** The rules, handlers and patterns that wait for an event, in words. */
export function waitingFor(event: string, rulebook: Rulebook): readonly string[] {
  const users: string[] = []
  for (const { on, key, root } of rulebook.ownTrees()) if (on === event && root.except) users.push(`the tree "${key}"`)
  for (const { on, name } of rulebook.handlers.handlers()) if (on.includes(event)) users.push(`the handler '${name}'`)
  for (const { name, pattern } of rulebook.patterns.values())
    if ([...eventsIn(pattern)].some((member) => member.event === event)) users.push(`the pattern '${name}'`)
  return users
}

function byName<Part extends { readonly name: string }>(parts: readonly Part[]): ReadonlyMap<string, Part> {
  return new Map(parts.map((part) => [part.name, part]))
}
