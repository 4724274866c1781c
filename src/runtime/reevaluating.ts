import type { Command } from "../messages/commands.ts"
import type { Event } from "../messages/events.ts"
import type { Conclusion } from "../messages/handling.ts"
import type { CaseId, InterventionId } from "../messages/ids.ts"
import type { Rejection } from "../messages/rejections.ts"
import type { InterventionRow } from "../store/port.ts"
import { type Act, type Answer, accept } from "./answer.ts"
import type { LoadedFamily } from "./families.ts"
import type { InterventionsAsked } from "./intervention-lists.ts"
import { severalAtOnce } from "./several-at-once.ts"
import type { Decided } from "./turn.ts"

/** Open interventions that are looked at again, and after which to go on, if there are more. */
export interface Reevaluated {
  readonly rows: readonly ReevaluatedRow[]
  readonly next?: InterventionId
}

export interface ReevaluatedRow extends Meant {
  /** What handles it now; absent: it stays open. */
  readonly now?: Conclusion
  /** What a person is asked to confirm now, in its stead: where people are involved in everything. */
  readonly proposed?: string
  readonly rejection?: Rejection
}

/** Which interventions are meant: these very ones, or those open ones a list would show. */
export interface Selected extends Omit<InterventionsAsked, "open" | "order"> {
  readonly interventions?: readonly InterventionId[]
}

export interface Reevaluating {
  list(asked: InterventionsAsked): Promise<readonly InterventionRow[]>
  row(id: InterventionId): Promise<InterventionRow | undefined>
  look(id: InterventionId): Promise<LoadedFamily | undefined>
  would(family: LoadedFamily, command: Command, act: Act): Promise<Decided | undefined>
  forbids(command: Command, id: InterventionId, act: Act): Promise<Rejection | undefined>
  execute(command: Command, id: InterventionId, act: Act): Promise<Answer<readonly Event[]>>
  /** The answer of some work, also if a store failed in it. */
  attempt<Value>(work: () => Promise<Answer<Value>>): Promise<Answer<Value>>
}

/** How many are looked at in one go. */
const mostAtOnce = 1000

/** How many are read at once, where not all of them may be shown. */
const fewest = 100

/** What a selection means, and after which to go on, if it means more. */
export interface Frozen {
  readonly meant: readonly Meant[]
  readonly next?: InterventionId
}

/** One of those meant; without a case where there is none of that id. */
export interface Meant {
  readonly intervention: InterventionId
  readonly case?: CaseId
  readonly process?: string
}

/** Whether the caller may see an intervention; one they may not see is not selected. */
export type IsShown = (row: Pick<InterventionRow, "id" | "process">) => boolean | Promise<boolean>

/** What a selection means now, what is due first before the rest: what is opened later is none of it. */
export async function frozen(
  { list, row }: Pick<Reevaluating, "list" | "row">,
  { interventions, ...asked }: Selected,
  isShown: IsShown = () => true,
): Promise<Frozen> {
  if (interventions) {
    const meant = [...new Set(interventions)].slice(0, mostAtOnce).map(async (id) => meantBy(id, await row(id)))
    return { meant: await Promise.all(meant) }
  }
  const limit = Math.min(asked.limit ?? mostAtOnce, mostAtOnce)
  const meant: Meant[] = []
  const most = Math.max(limit + 1, fewest)
  for (let { after } = asked; ; ) {
    const rows = await list({ ...asked, limit: most, ...(after && { after }) })
    for (const each of rows) {
      if (!(await isShown(each))) continue
      const last = meant.at(-1)
      if (last && meant.length === limit) return { meant, next: last.intervention }
      meant.push(meantBy(each.id, each))
    }
    after = rows.at(-1)?.id
    if (rows.length < most) return { meant }
  }
}

function meantBy(id: InterventionId, row: InterventionRow | undefined): Meant {
  return { intervention: id, ...(row && { case: row.case, process: row.process }) }
}

/** Asks the rules again about each, and does what they say now. What they have nothing to say about is left as it is. */
export async function reevaluate(
  parts: Reevaluating,
  selected: Selected,
  act: Act,
  isShown?: IsShown,
): Promise<Reevaluated> {
  const { meant, next } = await frozen(parts, selected, isShown)
  const rows = await severalAtOnce(meant, async (each): Promise<ReevaluatedRow> => {
    // What fails of one says nothing of the others.
    const row = await parts.attempt(async () => accept(await reevaluateOne(parts, each, act)))
    return row.ok ? row.value : { ...each, rejection: row.rejection }
  })
  return { rows, ...(next && { next }) }
}

async function reevaluateOne(parts: Reevaluating, each: Meant, act: Act): Promise<ReevaluatedRow> {
  const { intervention } = each
  const command = { type: "Reevaluate", intervention } as const
  const rejection = await parts.forbids(command, intervention, act)
  if (rejection) return { ...each, rejection }
  const family = await parts.look(intervention)
  const said = family && (await saidNow(family, intervention, (asked) => parts.would(family, asked, act)))
  if (said === undefined || act.dryRun) return { ...each, ...said }
  const done = await parts.execute(command, intervention, act)
  return done.ok ? { ...each, ...said } : { ...each, rejection: done.rejection }
}

/** What would handle an open intervention's exception, if it were asked again. */
export async function handledNow(...asked: Parameters<typeof saidNow>): Promise<Conclusion | undefined> {
  return (await saidNow(...asked))?.now
}

/** What the rules would say, if they were asked again; undefined: nothing that is not said already. */
async function saidNow(
  { handling }: Pick<LoadedFamily, "handling">,
  id: InterventionId,
  would: (command: Command) => Promise<Decided | undefined>,
): Promise<Pick<ReevaluatedRow, "now" | "proposed"> | undefined> {
  const open = handling.interventions.get(id)
  const about = open?.exception
  const decision = about && (await would({ type: "Reevaluate", intervention: id }))
  if (!decision?.ok) return undefined
  const asked = decision.events.find((event) => event.type === "InterventionOpened" && event.exception === about)
  if (asked?.type === "InterventionOpened") {
    // Where all that is done is telling, somebody would be asked as before.
    const proposed = asked.proposal?.says
    return proposed === undefined || proposed === open?.proposal?.says ? undefined : { proposed }
  }
  const made = decision.events.findLast((event) => event.type === "DecisionMade" && event.exception === about)
  return made?.type === "DecisionMade" && made.conclusion ? { now: made.conclusion } : undefined
}

/** How many open interventions a tree would handle, of those its place and class say it could: the oldest few hundred. */
export async function countHandled(
  parts: Pick<Reevaluating, "list" | "look" | "would">,
  {
    tree,
    process,
    isMeant,
  }: { readonly tree: string; readonly process?: string; isMeant(row: InterventionRow): boolean },
): Promise<number> {
  const rows = await parts.list({ limit: mostCounted, order: "opened", ...(process !== undefined && { process }) })
  let count = 0
  for (const row of rows) {
    const family = isMeant(row) ? await parts.look(row.id) : undefined
    const now = family && (await handledNow(family, row.id, (command) => parts.would(family, command, {})))
    if (now?.tree === tree) count++
  }
  return count
}

const mostCounted = 300
