import { type Family, isLive } from "../engine/family.ts"
import { eventOf, namesAsked, type Occasion } from "../exceptions/asking.ts"
import { parametersSeen } from "../exceptions/exception-occasion.ts"
import type { Place } from "../exceptions/port.ts"
import type { Classes, Rules } from "../exceptions/rules.ts"
import type { Tree } from "../exceptions/tree.ts"
import { isNeeds, walk } from "../exceptions/walk.ts"
import type { Expression } from "../expressions/expression.ts"
import { type CaseId, engineAgent, type FamilyId, familyOf, type ItemId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import type { Staff } from "../messages/people.ts"
import { placeOfScope } from "../model/scope-text.ts"
import type { Store } from "../store/port.ts"
import type { LoadedFamily } from "./families.ts"
import { factKey, KnownFacts } from "./known-facts.ts"
import type { PastClasses } from "./past-classes.ts"
import type { FindProcess } from "./projection.ts"
import { type PastEvent, past } from "./replay.ts"
import { historySource, ruleBindings, type Surroundings } from "./rule-context.ts"
import type { Sources } from "./sources.ts"

/** What a rule is learnt from: a case or item as it is now, or a decision of the past. */
export type LearntFrom =
  | { readonly case: CaseId; readonly item?: ItemId | undefined }
  | { readonly family: FamilyId; readonly version: number }

/** A moment of a family, now or then, and the place that is asked about. */
export interface Moment {
  readonly around: Surroundings
  readonly place: Place
}

export interface MomentFinder {
  readonly store: Store
  readonly find: FindProcess
  readonly classes: Classes
  readonly lineageOf: Rules["lineageOf"]
  /** The same at a moment of the past. */
  readonly pastClasses: Pick<PastClasses, "lineagesAt">
  readonly sources: Sources
  readonly now: number
  /** Who there is now, if anybody knows. */
  readonly staff?: Staff | undefined
  look(family: FamilyId): Promise<LoadedFamily | undefined>
}

/** What a rule would be asked, and where. */
export interface Asked {
  readonly on: string
  readonly at: string
  readonly from: LearntFrom
}

/** The last time a tree was asked about a live item: the moment its answer was wrong. Undefined: it never was. */
export async function lastAsked(finder: MomentFinder, { on, from }: Asked): Promise<Moment | undefined> {
  if ("version" in from || from.item === undefined) return undefined
  const { item, case: id } = from
  const state = (await finder.look(familyOf(id)))?.state
  const known = state && lastMoments.get(state)
  const key = `${on} ${id} ${item}`
  if (state && known?.key === key && known.version === state.version) return afresh(known.moment, finder)
  const version = state?.version ?? 0
  const moment = await pastMoment(finder, familyOf(id), ({ event }) => {
    if (event.type !== "DecisionMade" || event.item !== item || event.case !== id) return false
    return event.on === on || namesAsked(event, finder.classes).includes(on)
  })
  if (state) lastMoments.set(state, { key, version, moment: moment && afresh(moment, finder) })
  return moment
}

/** Whoever writes a rule asks about the same moment with every letter he types, and a long history takes long to replay. */
const lastMoments = new WeakMap<
  Family,
  { readonly key: string; readonly version: number; readonly moment: Moment | undefined }
>()

/** The same moment without what was fetched for it meanwhile, and with those who are there now. */
function afresh(moment: Moment | undefined, { staff }: MomentFinder): Moment | undefined {
  return moment && { ...moment, around: { ...moment.around, staff, facts: new KnownFacts(moment.around.facts) } }
}

/** Undefined: there is nothing of the kind. */
export async function findMoment(finder: MomentFinder, question: Asked): Promise<Moment | undefined> {
  const { on, at, from } = question
  const { task } = placeOfScope(at)
  const isAsked = (past: PastEvent) => {
    const { event, family } = past
    const asked = askedAt(past, finder.classes)
    if (asked === undefined || !isWithin(family, asked, task)) return undefined
    const isSelection = on === "select" && event.type === "ItemEnabled"
    return asked.on === on || isSelection || namesAsked(asked, finder.classes).includes(on) ? asked : undefined
  }
  if ("version" in from)
    return pastMoment(finder, from.family, (each) => each.version === from.version && isAsked(each) !== undefined)
  const loaded = await finder.look(familyOf(from.case))
  const found = loaded?.state.cases.get(from.case)
  if (!loaded || !found) return undefined
  const item = from.item && loaded.state.items.get(from.item)
  if (item && item.case !== from.case) return undefined
  if (from.item && familyOf(from.item) !== familyOf(from.case)) return undefined
  const isThere = item ? isLive(item) : task === undefined && found.state === "running"
  if (!isThere) {
    const then = await pastMoment(finder, familyOf(from.case), (each) => {
      const asked = isAsked(each)
      return asked?.case === from.case && (from.item === undefined || asked.item === from.item)
    })
    if (then) return then
    if (found.state !== "running") return undefined
  }
  const { classes, find, now, staff, lineageOf } = finder
  const raised = [...loaded.handling.exceptions.values()].findLast(
    (open) =>
      open.case === from.case &&
      classes.names(open.class).includes(on) &&
      (item === undefined || open.item === item.id),
  )
  const event = eventOf({
    on: raised?.class ?? on,
    case: from.case,
    ...(item && { item: item.id }),
    at: item?.task ?? found.process,
    parameters: raised ? parametersSeen({ classes }, raised) : {},
    by: raised?.by ?? engineAgent,
  })
  const around = {
    family: loaded.state,
    find,
    now,
    staff,
    facts: new KnownFacts(),
    lineageOf,
  }
  return { around, place: { case: from.case, item: item?.id, event } }
}

/** Whether it was asked at that task, or at something in that activity. */
function isWithin(family: Family, { at, item }: Pick<Occasion, "at" | "item">, task: string | undefined): boolean {
  if (task === undefined || at === task) return true
  for (let inner = item && family.items.get(item); inner; ) {
    const around = family.frames.get(inner.frame)?.item
    inner = around && family.items.get(around)
    if (inner?.task === task) return true
  }
  return false
}

/** Fetches what the conditions on the way through a tree look at outside. */
export async function fetchFor(
  moment: Moment,
  sources: Sources,
  tree: Tree | undefined,
  own?: Expression,
): Promise<void> {
  const { around, place } = moment
  const process = around.family.cases.get(place.case)?.process ?? ""
  const names = new Set(own?.sources ?? [])
  if (own?.names.has(historySource)) names.add(historySource)
  for (;;) {
    const missing = [...names].filter((name) => !around.facts.has(factKey(name, place)))
    if (missing.length > 0)
      around.facts.add(await sources.fetch({ kind: "values", sources: missing, at: place, process }))
    names.clear()
    if (tree === undefined) return
    const walked = walk(tree, ruleBindings(around, place), {
      available: (source) => around.facts.has(factKey(source, place)),
    })
    if (isNeeds(walked)) for (const name of walked.needs) names.add(name)
    for (const need of around.facts.takeLacking())
      if (need.kind === "values") for (const name of need.sources) names.add(name)
    if (names.size === 0) return
  }
}

/** The last event of the past that is meant, and the place it asks about. */
async function pastMoment(
  finder: MomentFinder,
  family: FamilyId,
  isMeant: (past: PastEvent) => boolean,
): Promise<Moment | undefined> {
  const { store } = finder
  let last: number | undefined
  for await (const each of past(store, family)) if (isMeant(each)) last = each.version
  if (last === undefined) return undefined
  for await (const each of past(store, family, (_, version) => version === last)) return momentAfter(each, finder)
  return undefined
}

/** An event of the past as a question to the trees, with what was known then; undefined if it asks nothing. */
export function momentAfter(
  past: PastEvent,
  { find, staff, classes, pastClasses }: Pick<MomentFinder, "find" | "staff" | "classes" | "pastClasses">,
): Moment | undefined {
  const { at, family, history } = past
  const asked = askedAt(past, classes)
  if (asked === undefined) return undefined
  const { external = {}, ...occasion } = asked
  const place = { case: occasion.case, item: occasion.item, event: eventOf(occasion) }
  const facts = new KnownFacts(
    Object.entries(external).map(([source, value]) => [factKey(source, place), { ok: true, value }]),
  )
  const lineageOf = pastClasses.lineagesAt(at)
  return { around: { family, find, staff, now: at, facts, past: history, lineageOf }, place }
}

/** What an event asks the trees, or asked them. */
function askedAt(
  { event, family, by, at: raisedAt }: PastEvent,
  classes: Classes,
):
  | (Pick<Occasion, "on" | "case" | "item" | "at" | "parameters" | "by" | "from"> & { external?: JsonObject })
  | undefined {
  switch (event.type) {
    case "DecisionMade": {
      const { on, case: id, item, at, parameters = {}, external, from, by: asker = engineAgent } = event
      const about = { ...(item && { item }), ...(from && { from }), ...(external && { external }) }
      return { on, case: id, at, parameters, by: asker, ...about }
    }
    case "ExceptionRaised": {
      const { class: on, case: id, item, at } = event
      const parameters = parametersSeen({ classes }, { ...event, by, raisedAt })
      return { on, case: id, ...(item && { item }), at, parameters, by }
    }
    case "ItemEnabled":
    case "ItemCompleted":
    case "ItemForceCompleted": {
      const item = family.items.get(event.item)
      const on = event.type === "ItemEnabled" ? "itemPre" : "itemPost"
      return item && { on, case: item.case, item: item.id, at: item.task, parameters: {}, by: engineAgent }
    }
    case "CaseStarted":
    case "CaseCompleted":
    case "CaseExhausted": {
      const on = event.type === "CaseStarted" ? "casePre" : "casePost"
      return { on, case: event.case, at: family.cases.get(event.case)?.process ?? "", parameters: {}, by: engineAgent }
    }
    default:
      return undefined
  }
}
