import { stepText } from "../exceptions/step-text.ts"
import { placeOfContext } from "../exceptions/tree-nodes.ts"
import type { Entry } from "../messages/events.ts"
import { type FamilyId, familyOf, type InterventionId } from "../messages/ids.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { Step } from "../messages/steps.ts"
import { placeOfScope } from "../model/scope-text.ts"
import type { ExceptionRow, Store } from "../store/port.ts"
import { effectiveEntries } from "./effective-history.ts"
import { allEntries } from "./families.ts"
import type { Rulebook } from "./rulebook.ts"

/** An answer people have given again and again to the same thing at the same place: a rule in the making. */
export interface RepeatedAnswer extends Pick<ExceptionRow, "class" | "at"> {
  /** Where the rule would stand. */
  readonly scope: string
  /** The answer in a few words. */
  readonly says: string
  readonly count: number
  /** How often the same came back afterwards. */
  readonly recurred: number
  readonly lastAt: number
  /** The case of the last of them, and what was raised there: what a rule would be learnt from. */
  readonly case: string
  readonly from: { readonly family: FamilyId; readonly version: number }
  /** What a rule would say to do the same. */
  readonly then: Json
}

/** So many of a class at most are looked at, and so many that seem alike are read: what is long past is worth less than its cost. */
const looked = 200
const read = 20

/**
 * Those of a process that were given at least so often, since rules last answered there, in the very same way, and mostly helped;
 * the most often given first.
 */
export async function repeatedAnswers(
  store: Store,
  rulebook: Rulebook,
  { process, least }: { readonly process: string; readonly least: number },
): Promise<readonly RepeatedAnswer[]> {
  const found: RepeatedAnswer[] = []
  for (const name of rulebook.classTree.all()) {
    const rows = await store.answered({ class: name, process, limit: looked })
    for (const [at, here] of Map.groupBy(rows, (row) => row.at)) {
      const rules = here.findIndex((row) => !isPersonal(row))
      const personal = rules < 0 ? here : here.slice(0, rules)
      for (const [says, alike] of Map.groupBy(personal, ({ answer }) => answer?.says ?? "")) {
        const scope = at === process ? process : `${process}/${at}`
        const recurred = alike.filter(({ state }) => state === "recurred").length
        const [last] = alike
        if (last?.answer === undefined || alike.length < least || recurred * 2 > alike.length) continue
        if (isTaught(rulebook, process, last)) continue
        const { given, count } = await answersLikeTheLast(store, alike.slice(0, Math.max(read, least)))
        const then = given && conclusionOf(given.answer, rulebook)
        if (given === undefined || then === undefined || count < least) continue
        const { family, version } = given
        const about = { class: name, at, scope, says, count, recurred }
        found.push({ ...about, lastAt: last.answer.at, case: last.case, from: { family, version }, then })
      }
    }
  }
  return found.sort((one, other) => other.count - one.count)
}

const isPersonal = ({ answer }: ExceptionRow): boolean => answer?.stage === "person" && answer.by !== undefined

/** Whether a rule that may answer it was learnt from it, or after it. */
function isTaught(rulebook: Rulebook, process: string, last: ExceptionRow): boolean {
  const lineage = rulebook.classes.names(last.class)
  const trees = [...rulebook.trees()].filter(
    ({ on, at }) => lineage.includes(on) && (placeOfScope(at).process ?? process) === process,
  )
  return trees.some(({ nodes }) =>
    [...nodes.values()].some(
      ({ until, at, cornerstone }) =>
        until === undefined &&
        (at > (last.answer?.at ?? 0) || (cornerstone && placeOfContext(cornerstone)?.case === last.case)),
    ),
  )
}

interface Given {
  readonly family: FamilyId
  /** Of what it answers. */
  readonly version: number
  readonly answer: JsonObject
  /** Of a report of something unforeseen: only those that report the same are the same. */
  readonly title?: Json
}

/** The newest answer, and how many of them are the very same. */
async function answersLikeTheLast(
  store: Store,
  rows: readonly ExceptionRow[],
): Promise<{ readonly given?: Given; readonly count: number }> {
  let first: Given | undefined
  let count = 0
  for (const row of rows) {
    const given = await givenTo(store, row)
    first ??= given
    if (given && first && isSame(given, first)) count++
  }
  return first ? { given: first, count } : { count }
}

const isSame = (one: Given, other: Given): boolean =>
  JSON.stringify([one.answer, one.title]) === JSON.stringify([other.answer, other.title])

async function givenTo(store: Store, { id }: ExceptionRow): Promise<Given | undefined> {
  const family = familyOf(id)
  const entries: Entry[] = []
  for await (const entry of allEntries(store, family)) entries.push(entry)
  const asked = new Set<InterventionId>()
  let raisedAt: number | undefined
  let title: Json | undefined
  let answer: JsonObject | undefined
  for (const { version, events } of effectiveEntries(entries))
    for (const [index, event] of events.entries()) {
      if (event.type === "ExceptionRaised" && event.exception === id) {
        raisedAt = version + index
        title = event.class === "Unforeseen" ? event.parameters.title : undefined
      }
      if (event.type === "InterventionOpened" && event.exception === id) asked.add(event.intervention)
      if (event.type === "InterventionAnswered" && asked.has(event.intervention)) answer = event.answer
    }
  if (raisedAt === undefined || answer === undefined) return undefined
  return { family, version: raisedAt, answer, ...(title !== undefined && { title }) }
}

/** What a rule says to do what an answer did; undefined: no rule can. */
function conclusionOf({ data, ...answer }: JsonObject, rulebook: Rulebook): Json | undefined {
  const { do: verb, to, target = "item", with: way } = answer
  if (verb === "set" && isMap(data))
    return [{ set: Object.fromEntries(Object.entries(data).map(([name, value]) => [name, JSON.stringify(value)])) }]
  if (isMap(data) && Object.keys(data).length > 0) return undefined
  switch (verb) {
    case "run":
      if (typeof answer.exlet === "string") return rulebook.exlet(answer.exlet) && answer.exlet
      return Array.isArray(answer.steps) ? (answer.steps as unknown as Step[]).map(stepText) : undefined
    case "retry":
      return [{ retry: "item", ...(way !== undefined && { with: way }) }]
    case "restart":
    case "skip":
    case "wait":
      return [{ [verb]: "item" }]
    case "jump":
    case "rollback":
      return to === undefined ? undefined : [{ [verb]: to }]
    case "reassign":
      return to === undefined ? undefined : [{ reassign: "item", to }]
    case "needs":
      return isMap(answer.needs) ? [{ amend: "item", needs: answer.needs }] : undefined
    case "remove":
      return [{ remove: target }]
    case "propagate":
      return ["propagate"]
    case "dismiss":
      return "nothing"
    default:
      return undefined
  }
}

const isMap = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)
