import type { Context } from "../messages/context.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import { stepNames } from "../model/net.ts"
import { isStateSet } from "../model/vocabulary.ts"
import type { StoredTreeChange } from "../store/port.ts"
import type { Authority } from "./authority.ts"
import type { FindProcess } from "./projection.ts"

/** Returns a context as somebody may see it: without the organisation's part of an agent, and steps of processes they may not see. */
export function contextSeenBy(context: Context, authority: Authority | undefined, find: FindProcess): Context {
  if (authority === undefined) return context
  const own = ownSteps(context, find)
  const isSeen = (step: string): boolean => {
    const name = step.replace(/\+$/, "")
    const slash = name.indexOf("/")
    // A plain name that is no step of its own is one of another case, and does not say which; a process has a result.
    return own.has(name) || authority.reads(slash < 0 ? name : name.slice(0, slash))
  }
  const seen = <Value>(values: { readonly [step: string]: Value }) =>
    Object.fromEntries(Object.entries(values).filter(([step]) => isSeen(step)))
  const { names, results, counts, rounds, past, behind, classes, lineages } = context
  return {
    names: namesSeen(names, authority, isSeen),
    results: seen(results),
    counts: seen(counts),
    rounds: seen(rounds),
    past: seen(past),
    ...(behind && { behind: seen(behind) }),
    ...(classes && { classes }),
    ...(lineages && { lineages }),
  }
}

/** The same of the context a rule was learnt from, as it is kept with the change that brought it. */
export function changeSeenBy(
  stored: StoredTreeChange,
  authority: Authority | undefined,
  find: FindProcess,
): StoredTreeChange {
  const { node } = stored.change
  if (authority === undefined || !isObject(node) || !isObject(node.cornerstone)) return stored
  const kept = node.cornerstone as unknown as Context
  const cornerstone = contextSeenBy(kept, authority, find) as unknown as JsonObject
  return { ...stored, change: { ...stored.change, node: { ...node, cornerstone } } }
}

function namesSeen(names: JsonObject, authority: Authority, isSeen: (step: string) => boolean): JsonObject {
  const entries = Object.entries(names).map(([name, value]): [string, Json] => {
    if (isStateSet(name) && Array.isArray(value)) return [name, value.filter((step) => isSeen(String(step)))]
    if (name === "agent" && !authority.may("see")) return [name, onlyId(value)]
    return [name, value]
  })
  return Object.fromEntries(entries)
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const onlyId = (agent: Json): Json => (isObject(agent) && agent.id !== undefined ? { id: agent.id } : {})

function ownSteps({ names }: Context, find: FindProcess): ReadonlySet<string> {
  const about = names.case
  if (!isObject(about) || typeof about.process !== "string" || typeof about.version !== "number") return new Set()
  const process = find(about.process, about.version)
  return process ? stepNames(process) : new Set()
}
