import type { Drawing, DrawnNet } from "../../model/drawing.ts"
import type { IconName } from "../parts/icon.tsx"
import type { Tone } from "../words/states.ts"

/** What is shown at a node of a net. */
export interface Mark {
  readonly tone: Tone
  readonly icon?: IconName
  /** The state in a word. */
  readonly word?: string
  /** Below the title: who has it, what it waits for and until when. */
  readonly note?: string
  /** Who holds it, and why. */
  readonly holds?: readonly string[]
  /** Exceptions that stand there. */
  readonly trouble?: number
  /** Exceptions inside it, however deep. */
  readonly troubleInside?: number
  /** How many items there are: of several instances, or of many cases. */
  readonly counts?: readonly { readonly tone: Tone; readonly count: number; readonly word: string }[]
  /** Where a played example stands. */
  readonly isPlayed?: boolean
}

/** By the name items and exceptions use. */
export type Marks = ReadonlyMap<string, Mark>

export const unmarked: Mark = { tone: "idle" }

/** Trouble inside an activity is to be seen on it, and on all around it. */
export function withTroubleInside(marks: Marks, drawing: Drawing): Marks {
  const nets = new Map(drawing.nets.map((net) => [net.name, net]))
  const all = new Map(marks)
  const insideOf = (net: DrawnNet | undefined): number => {
    let sum = 0
    for (const { task, opens } of net?.nodes ?? []) {
      const inner = opens === undefined ? 0 : insideOf(nets.get(opens))
      const mark = task === undefined ? undefined : all.get(task)
      if (task !== undefined && inner > 0) all.set(task, { ...(mark ?? unmarked), troubleInside: inner })
      sum += inner + (mark?.trouble ?? 0)
    }
    return sum
  }
  insideOf(nets.get(""))
  return all
}

/** The activities to open at first: those where something goes on. */
export function activitiesToOpen(drawing: Drawing, marks: Marks): ReadonlySet<string> {
  const open = new Set<string>()
  for (const net of drawing.nets) {
    for (const { opens, task } of net.nodes) {
      const mark = task === undefined ? undefined : marks.get(task)
      const isGoingOn = mark !== undefined && (mark.tone === "busy" || mark.tone === "held" || mark.troubleInside)
      if (opens !== undefined && isGoingOn) open.add(opens)
    }
  }
  return open
}
