import type { Output } from "../../client.ts"
import { titleOf } from "../../model/forms.ts"
import { shortMoment } from "../words/moments.ts"
import { lookOf, type Tone } from "../words/states.ts"
import type { Mark, Marks } from "./marks.ts"

type Case = Output<"case">
type Item = Case["items"][number]
type Hold = Case["holds"][number]
type NameOf = (name: string) => string

/** What a case's net shows: where its items are, who holds what, what went wrong, what is waited for. */
export function caseMarks(view: Case, agentName: (name: string) => string = (name) => name): Marks {
  const marks = new Map<string, Mark>()
  for (const [task, state] of Object.entries(view.states)) {
    const { tone, icon, word } = lookOf(state)
    marks.set(task, { tone, icon, word })
  }
  for (const [task, items] of byTask(view.items)) marks.set(task, itemsMark(items, view, marks.get(task), agentName))
  for (const { at } of view.exceptions) {
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
  const holds = [...new Set(live.flatMap((item) => holdsOf(item, view).map((hold) => holdText(hold, view, agentName))))]
  const note = noteOf(shown, view, agentName)
  const all = view.counts?.filter(({ task }) => task === shown.task) ?? items.map((each) => ({ ...each, count: 1 }))
  const counts = live.length > 1 || items.some(({ instances }) => instances.length > 0) ? countsOf(all) : undefined
  return {
    ...markOf(shown),
    ...(note !== undefined && { note }),
    ...(holds.length > 0 && { holds }),
    ...(counts && counts.reduce((sum, { count }) => sum + count, 0) > 1 && { counts }),
  }
}

function markOf({ status, held }: Item): Mark {
  const { tone, icon, word } = lookOf(status, held)
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

/** An item is held by holds of its own, and by those on all of its case. */
function holdsOf({ held, holds }: Item, view: Case): readonly Hold[] {
  return held && holds.length === 0 ? view.holds.filter(({ target }) => target.kind === "case") : holds
}

/** Who has it, or holds it, or what it waits for and until when. */
function noteOf(item: Item, view: Case, agentName: NameOf): string | undefined {
  const run = view.runs.find((each) => each.item === item.id && each.worklets.length > 0)
  if (run) return `waiting for ${run.exlet}${until(run.dueAt)}`
  const [hold, ...others] = holdsOf(item, view)
  if (item.held && hold)
    return `held by ${holdText(hold, view, agentName)}${others.length > 0 ? ` and ${others.length} more` : ""}`
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
