import { isLive } from "../engine/family.ts"
import { eventOf } from "../exceptions/asking.ts"
import type { Fetched, Place } from "../exceptions/port.ts"
import type { Classes } from "../exceptions/rules.ts"
import type { Tree } from "../exceptions/tree.ts"
import { isNeeds, walk } from "../exceptions/walk.ts"
import type { Expression } from "../expressions/expression.ts"
import { type CaseId, engineAgent, type FamilyId, familyOf, type ItemId } from "../messages/ids.ts"
import type { Store } from "../store/port.ts"
import type { LoadedFamily } from "./families.ts"
import type { FindProcess } from "./projection.ts"
import { type PastDecision, pastDecisions } from "./replay.ts"
import { factKey, historySource, ruleBindings, type Surroundings } from "./rule-context.ts"
import type { Sources } from "./sources.ts"

/** What a rule is learnt from: a case or item as it is now, or a decision of the past. */
export type LearntFrom =
  | { readonly case: CaseId; readonly item?: ItemId | undefined }
  | { readonly family: FamilyId; readonly version: number }

/** A moment of a family, now or then, and the place that is asked about. */
export interface Moment {
  readonly around: Surroundings & { readonly facts: Map<string, Fetched> }
  readonly place: Place
}

export interface MomentFinder {
  readonly store: Store
  readonly find: FindProcess
  readonly classes: Classes
  readonly sources: Sources
  readonly now: number
  look(family: FamilyId): Promise<LoadedFamily | undefined>
}

/** Undefined: there is nothing of the kind. */
export async function findMoment(
  finder: MomentFinder,
  { on, at, from }: { readonly on: string; readonly at: string; readonly from: LearntFrom },
): Promise<Moment | undefined> {
  if ("version" in from) return pastMoment(finder, from.family, ({ version }) => version === from.version)
  const loaded = await finder.look(familyOf(from.case))
  const found = loaded?.state.cases.get(from.case)
  if (!loaded || !found) return undefined
  const task = at.split("/")[1]
  const item = from.item && loaded.state.items.get(from.item)
  const isThere = item ? isLive(item) : task === undefined && found.state === "running"
  if (!isThere) {
    const past = await pastMoment(
      finder,
      familyOf(from.case),
      ({ decision }) =>
        decision.case === from.case &&
        (decision.walks.some(({ tree }) => tree === `${on} ${at}`) || (decision.on === on && decision.at === task)),
    )
    if (past) return past
    if (found.state !== "running") return undefined
  }
  const { classes, find, now } = finder
  const raised = [...loaded.state.exceptions.values()].findLast(
    (open) => open.case === from.case && classes.is(open.class, on) && (item === undefined || open.item === item.id),
  )
  const event = eventOf({
    on: raised?.class ?? on,
    case: from.case,
    ...(item && { item: item.id }),
    at: item?.task ?? found.process,
    parameters: raised?.parameters ?? {},
    by: engineAgent,
    depth: 0,
  })
  const around = { family: loaded.state, find, now, facts: new Map<string, Fetched>() }
  return { around, place: { case: from.case, item: item?.id, event } }
}

/** Fetches what the conditions on the way through a tree look at outside. */
export async function fetchFor(
  moment: Moment,
  sources: Sources,
  tree: Tree | undefined,
  own?: Expression,
): Promise<void> {
  const { around, place } = moment
  const names = new Set(own?.sources ?? [])
  if (own?.names.has(historySource)) names.add(historySource)
  for (;;) {
    const missing = [...names].filter((name) => !around.facts.has(factKey(name, place)))
    if (missing.length > 0)
      for (const [key, fetched] of await sources.fetch({ sources: missing, at: place })) around.facts.set(key, fetched)
    names.clear()
    if (tree === undefined) return
    try {
      const walked = walk(tree, ruleBindings(around, place), {
        available: (source) => around.facts.has(factKey(source, place)),
      })
      if (!isNeeds(walked)) return
      for (const name of walked.needs) names.add(name)
    } catch (needed) {
      if (!(needed instanceof Object && "sources" in needed)) throw needed
      names.add(historySource)
    }
  }
}

async function pastMoment(
  { store, find }: MomentFinder,
  family: FamilyId,
  isMeant: (past: Pick<PastDecision, "decision" | "version">) => boolean,
): Promise<Moment | undefined> {
  let last: number | undefined
  for await (const past of pastDecisions(store, family)) if (isMeant(past)) last = past.version
  if (last === undefined) return undefined
  for await (const { decision, version, at, family: then } of pastDecisions(store, family)) {
    if (version !== last) continue
    const { on, case: caseId, item, parameters = {}, external = {} } = decision
    const event = eventOf({
      on,
      case: caseId,
      ...(item && { item }),
      at: decision.at,
      parameters,
      by: engineAgent,
      depth: 0,
    })
    const place = { case: caseId, item, event }
    const facts = new Map<string, Fetched>(
      Object.entries(external).map(([source, value]) => [factKey(source, place), { ok: true, value }]),
    )
    return { around: { family: then, find, now: at, facts }, place }
  }
  return undefined
}
