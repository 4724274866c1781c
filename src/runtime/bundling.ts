import { treeText } from "../exceptions/tree-text.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import { ORGANISATION_PARTS } from "../model/read-organisation.ts"
import { findNode } from "../model/rule-scope.ts"
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
    exlets: byName(exlets),
    rules,
    organisation: whole(Object.fromEntries(organisation)),
  })
}

function rulesOf({ processes, rulebook }: Pick<InForce, "processes" | "rulebook">): readonly JsonObject[] {
  const trees = [...rulebook.trees()].toSorted((one, other) => (one.key < other.key ? -1 : 1))
  return trees.flatMap((tree) => {
    const { on, at } = tree
    const [name = "", task] = at.split("/")
    const process = processes.current(name)
    const isThere = at === "everywhere" || (process && (task === undefined || findNode(process, task)))
    const rules = isThere ? treeText(tree) : []
    return rules.length === 0 ? [] : [{ on, at, tree: rules as unknown as Json }]
  })
}

function byName(entries: readonly (readonly [string, Json])[]): JsonObject {
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** Without the parts that are empty. */
function whole(parts: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => Object.keys(part ?? {}).length > 0))
}
