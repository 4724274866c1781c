import type { Output } from "../../../client.ts"
import { titleOf } from "../../../model/forms.ts"

export type InterventionRow = Output<"interventions">["rows"][number]

/** Questions about the same class at the same place of a process. */
export interface Alike {
  readonly key: string
  readonly process: string
  readonly at: string
  readonly class: string | undefined
  readonly rows: readonly InterventionRow[]
}

/** In the order of the first of each. What runs ask, and what was reported as unforeseen, is alike where the same is said. */
export function alikeIn(rows: readonly InterventionRow[]): readonly Alike[] {
  const groups = new Map<string, InterventionRow[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return [...groups].flatMap(([key, group]) => {
    const [first] = group
    return first ? [{ key, process: first.process, at: first.at, class: first.class, rows: group }] : []
  })
}

export function isAlike(one: InterventionRow, other: InterventionRow): boolean {
  return keyOf(one) === keyOf(other)
}

function keyOf({ process, at, class: name, text }: InterventionRow): string {
  return JSON.stringify([process, at, name ?? null, ...(name === undefined || name === "Unforeseen" ? [text] : [])])
}

/** What a question says beyond the class and place of its exception. */
export function detailIn({
  class: name,
  at,
  text,
}: Pick<InterventionRow, "class" | "at" | "text">): string | undefined {
  const known = `${name} at ${at}`
  if (name === undefined || text === known) return undefined
  return text.startsWith(`${known}: `) ? text.slice(known.length + 2) : text
}

/** What it is about, in one line: what somebody has reported in his own words, anything else by its class and place. */
export function headline(
  row: Pick<InterventionRow, "class" | "at" | "text"> & { readonly process?: string },
  titles: ReadonlyMap<string, string> = new Map(),
  classTitle = titleOf,
): string {
  const { class: name, at, text } = row
  if (name === undefined) return text
  if (name === "Unforeseen") return detailIn(row) ?? classTitle(name)
  // Of the case as a whole: its process stands beside it.
  if (at === row.process) return classTitle(name)
  return `${classTitle(name)} at “${titles.get(at) ?? titleOf(at)}”`
}

export const isOverdue = ({ dueAt, open }: InterventionRow, now: number): boolean =>
  open && dueAt !== undefined && dueAt <= now
