import type { HoldTarget } from "../messages/holds.ts"
import { asCaseId, rootFrame } from "../messages/ids.ts"
import { type Flag, text, yes } from "./flags.ts"
import type { Given } from "./given.ts"
import { UsageError } from "./trouble.ts"

/** Ids tell what they are of: an item's is its family's, `.i` and a number. */
export function isItem(given: Given): boolean {
  const id = given.text("case|item")
  return id !== undefined && /\.i\d+$/.test(id)
}

/** What is inside a case is said of the case, never of an item. */
export const isWholeItem = (given: Given): boolean => isItem(given) && !isInside(given)

const isInside = (given: Given): boolean => given.has("after") || given.is("end")

const placeFlags: readonly Flag[] = [
  { name: "after", kind: text, label: "TASK", about: "Of a case: only what follows this task" },
  { name: "end", kind: yes, about: "Of a case: only its end" },
]

/** What is neither a whole case nor an item: what follows a task, or the end of a case. */
export const place = {
  when: isInside,
  hidden: ["target"],
  flags: placeFlags,
  fill: (given: Given): { readonly target: HoldTarget } => {
    if (isItem(given))
      throw new UsageError("--after and --end are of a case; an item is held whole: leave them out, or name its case.")
    const id = asCaseId(given.sure("case|item"))
    const task = given.text("after")
    return { target: task === undefined ? { kind: "end", case: id } : { kind: "after", frame: rootFrame(id), task } }
  },
} as const
