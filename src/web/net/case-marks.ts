import type { Output } from "../../client.ts"
import { titleOf } from "../../model/forms.ts"
import { shortMoment } from "../words/moments.ts"
import { lookOf, type Tone } from "../words/states.ts"
import type { Mark, Marks } from "./marks.ts"

type Case = Output<"case">
type Item = Case["items"][number]
type Hold = Case["holds"][number]
type NameOf = (name: string) => string

/** What concerns a case as a whole, and no step of it. */
export interface WholeCase {
  /** Who holds it, and why. */
  readonly holds: readonly string[]
  /** Classes of the exceptions raised at the case itself. */
  readonly exceptions: readonly string[]
}

export function wholeCase(view: Case, agentName: NameOf = (name) => name): WholeCase {
  return {
    holds: [...new Set(view.holds.filter(isOnCase).map((hold) => holdText(hold, view, agentName)))],
    exceptions: view.exceptions.filter((raised) => isOfWholeCase(raised, view)).map((raised) => raised.class),
  }
}

/** It stands at the process, even where a step has the same name. */
function isOfWholeCase({ item, at }: Case["exceptions"][number], { process }: Case): boolean {
  return item === undefined && at === process
}

const isOnCase = ({ target }: Hold): boolean => target.kind === "case" || target.kind === "end"

/** What a case's net shows: where its items are, who holds what, what went wrong, what is waited for. */
export function caseMarks(view: Case, agentName: (name: string) => string = (name) => name): Marks {
  const marks = new Map<string, Mark>()
  for (const [task, state] of Object.entries(view.states)) {
    const { tone, icon, word } = lookOf(state)
    marks.set(task, { tone, icon, word })
  }
  for (const [task, items] of byTask(view.items)) marks.set(task, itemsMark(items, view, marks.get(task), agentName))
  for (const { at } of view.exceptions.filter((raised) => !isOfWholeCase(raised, view))) {
    const mark: Mark = marks.get(at) ?? { tone: "idle" }
    marks.set(at, { ...mark, trouble: (mark.trouble ?? 0) + 1 })
  }
  return marks
}

function byTask(items: readonly Item[]): ReadonlyMap<string, readonly Item[]> {
  const all = new Map<string, Item[]>()
  for (const item of items) {
    const known = all.get(item.task)
    if (known) known.push(item)
    else all.set(item.task, [item])
  }
  return all
}

function itemsMark(items: readonly Item[], view: Case, state: Mark | undefined, agentName: NameOf): Mark {
  const live = items.filter(({ endedAt }) => endedAt === undefined)
  const shown = live.at(-1) ?? items.at(-1)
  if (shown === undefined) return state ?? { tone: "idle" }
  // What was undone, or lies in an earlier round, no longer tells how the task stands.
  if (live.length === 0) return state ?? markOf(shown)
  const holds = [...new Set(live.flatMap((item) => ownHolds(item).map((hold) => holdText(hold, view, agentName))))]
  const note = noteOf(shown, view, agentName)
  const all =
    view.counts?.filter(({ task }) => task === shown.task).map((row) => ({ ...row, held: row.held && !view.held })) ??
    items.map((item) => ({ status: item.status, held: isHeldItself(item), count: 1 }))
  const counts = live.length > 1 || items.some(({ instances }) => instances.length > 0) ? countsOf(all) : undefined
  return {
    ...markOf(shown),
    ...(note !== undefined && { note }),
    ...(holds.length > 0 && { holds }),
    ...(counts && counts.reduce((sum, { count }) => sum + count, 0) > 1 && { counts }),
  }
}

/** Held with its whole case, an item looks as it will be when the case goes on: the case is what is held. */
function markOf(item: Item): Mark {
  const { tone, icon, word } = lookOf(item.status, isHeldItself(item))
  return { tone, icon, word }
}

function countsOf(
  items: readonly (Pick<Item, "status" | "held"> & { readonly count: number })[],
): NonNullable<Mark["counts"]> {
  const counts = new Map<string, { tone: Tone; count: number; word: string }>()
  for (const { status, held, count } of items) {
    const { tone, word } = lookOf(status, held)
    const known = counts.get(word)
    if (known) known.count += count
    else counts.set(word, { tone, count, word })
  }
  return [...counts.values()]
}

const ownHolds = ({ holds }: Item): readonly Hold[] => holds.filter((hold) => !isOnCase(hold))

const isHeldItself = (item: Item): boolean => item.held && ownHolds(item).length > 0

/** Who has it, or holds it, or what it waits for and until when. */
function noteOf(item: Item, view: Case, agentName: NameOf): string | undefined {
  const run = view.runs.find((each) => each.item === item.id && each.worklets.length > 0)
  if (run) return `waiting for ${run.exlet}${until(run.dueAt)}`
  const [hold, ...others] = ownHolds(item)
  if (item.held && hold)
    return `held by ${holdText(hold, view, agentName)}${others.length > 0 ? ` and ${others.length} more` : ""}`
  if (item.held) return "held with the case"
  if (item.awaits) return `waiting for the message ${item.awaits.message}${until(item.until)}`
  if (item.until !== undefined) return `waiting${until(item.until)}`
  if (item.agent !== undefined && item.kind === "work") return `${agentName(item.agent)}${due(item.dueAt)}`
  return item.dueAt === undefined ? undefined : due(item.dueAt).replace(/^, /, "")
}

const until = (at: number | undefined): string => (at === undefined ? "" : ` until ${shortMoment(at)}`)
const due = (at: number | undefined): string => (at === undefined ? "" : `, due ${shortMoment(at)}`)

/** Who holds something, and why. */
export function holdText(
  { owner, reason }: Hold,
  { runs, exceptions }: Pick<Case, "runs" | "exceptions">,
  agentName: NameOf,
): string {
  switch (owner.kind) {
    case "person":
      return `${agentName(owner.agent)}: ${reason}`
    case "run":
      // Of a run that is over the reason still tells which it was, as in `stop-and-change at laptop-order`.
      return `exlet ${runs.find(({ id }) => id === owner.run)?.exlet ?? reason.split(" at ", 1)[0]}`
    case "exception": {
      const raised = exceptions.find(({ id }) => id === owner.exception)
      return raised ? `exception ${titleOf(raised.class)}` : "an exception"
    }
  }
}
