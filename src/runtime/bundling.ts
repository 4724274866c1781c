import { treeText } from "../exceptions/tree-text.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import { ORGANISATION_PARTS } from "../model/read-organisation.ts"
import { findNode } from "../model/rule-scope.ts"
import { placeOfScope, scopeSource } from "../model/scope-text.ts"
import type { InForce } from "./examining.ts"

/**
 * All that is in force as one bundle, each part by name: deployed into an empty engine it gives the same bundle again. Trees stand in it
 * as they are, what was learnt included. Not in it: earlier versions, trees at places that no longer exist, and grants.
 */
export function bundleOf({ processes, rulebook, staffing }: InForce): JsonObject {
  const sources = processes
    .names()
    .toSorted()
    .flatMap((name) => processes.newest(name)?.source ?? [])
  const exlets = rulebook.exlets().map(({ name, source }) => [name, source] as const)
  const classes = rulebook.declaredClasses().map(({ name, source }) => [name, source] as const)
  const rules = rulesOf({ processes, rulebook })
  const organisation = Object.entries(ORGANISATION_PARTS).map(([part, kind]) => {
    const entries = staffing.entries().filter((entry) => entry.kind === kind)
    return [part, byName(entries.map(({ name, source }) => [name, source]))] as const
  })
  return whole({
    processes: sources,
    exceptions: byName(classes),
    dataClasses: byName(rulebook.declaredDataClasses().map(({ name, source }) => [name, source])),
    exlets: byName(exlets),
    rules,
    handlers: byName(rulebook.allStored("handler").map(({ name, source }) => [name, source])),
    bind: bindingsOf({ processes, rulebook }),
    patterns: byName(rulebook.allStored("pattern").map(({ name, source }) => [name, source])),
    constraints: constraintsOf({ processes, rulebook }),
    organisation: whole(Object.fromEntries(organisation)),
  })
}

function rulesOf({ processes, rulebook }: Pick<InForce, "processes" | "rulebook">): readonly JsonObject[] {
  const trees = [...rulebook.ownTrees()].toSorted((one, other) => (one.key < other.key ? -1 : 1))
  return trees.flatMap((tree) => {
    const { on, at } = tree
    const rules = isThere(at, processes) ? treeText(tree) : []
    return rules.length === 0 ? [] : [{ on, at: scopeSource(at), tree: rules as unknown as Json }]
  })
}

/** In the order they were bound, which is the order they are asked in. */
function bindingsOf({ processes, rulebook }: Pick<InForce, "processes" | "rulebook">): readonly JsonObject[] {
  return [...rulebook.handlers.bindings()]
    .filter(({ at }) => isThere(at, processes))
    .map(({ handler, at, with: given }) => ({
      handler,
      at: scopeSource(at),
      ...(Object.keys(given).length > 0 && { with: given }),
    }))
}

function constraintsOf({ processes, rulebook }: Pick<InForce, "processes" | "rulebook">): readonly Json[] {
  return [...rulebook.allConstraints()].filter(({ at }) => isThere(at, processes)).map(({ source }) => source)
}

/** Whether a scope lies in nothing that has gone meanwhile. */
function isThere(at: string, processes: InForce["processes"]): boolean {
  const { process: name, task } = placeOfScope(at)
  const process = name === undefined ? undefined : processes.current(name)
  return name === undefined || (process !== undefined && (task === undefined || findNode(process, task) !== undefined))
}

function byName(entries: readonly (readonly [string, Json])[]): JsonObject {
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** Without the parts that are empty. */
function whole(parts: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => Object.keys(part ?? {}).length > 0))
}
