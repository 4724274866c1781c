import { isCompensating } from "../../../model/event-names.ts"
import { titleOf } from "../../../model/forms.ts"
import { placeOfScope } from "../../../model/scope-text.ts"
import { type EventKind, eventTitle, treeParts } from "../../words/rule-words.ts"

interface Tree {
  readonly key: string
  readonly on: string
  readonly at: string
  readonly nodes: readonly unknown[]
}

interface Step {
  readonly name: string
  readonly title: string
}

/** What the rules of a process stand on, line by line, and at which of its steps. */
export interface RuleMatrix {
  readonly places: readonly Place[]
  readonly lines: readonly Line[]
  readonly rules: number
}

export interface Place {
  /** Absent: the process as a whole. */
  readonly task?: string
  readonly title: string
}

export interface Line {
  readonly on: string
  readonly kind: EventKind
  readonly title: string
  /** One for each place. */
  readonly cells: readonly (readonly Cell[])[]
}

export interface Cell {
  readonly key: string
  readonly rules: number
  /** The tree is that of this bound handler. */
  readonly handler?: string
}

/** Only places with rules are told, unless there are few; in the order of the process, what is no step of it (any more) at the end. */
export function ruleMatrix(
  trees: readonly Tree[],
  process: string,
  steps: readonly Step[],
  classTitle = titleOf,
): RuleMatrix {
  const own = trees.filter(({ at, nodes }) => placeOfScope(at).process === process && nodes.length > 0)
  const used = new Set(own.flatMap(({ at }) => placeOfScope(at).task ?? []))
  const known = new Set(steps.map(({ name }) => name))
  const shown = steps.length <= fewSteps ? steps : steps.filter(({ name }) => used.has(name))
  const gone = [...used].filter((task) => !known.has(task)).toSorted()
  const places: readonly Place[] = [
    { title: "The whole case" },
    ...shown.map(({ name, title }) => ({ task: name, title })),
    ...gone.map((task) => ({ task, title: task })),
  ]
  const lines = [...new Set(own.map(({ on }) => on))].map((on) => ({
    on,
    ...eventTitle(on, classTitle),
    cells: places.map(({ task }) =>
      own.filter((tree) => tree.on === on && placeOfScope(tree.at).task === task).map(cellOf),
    ),
  }))
  return {
    places,
    lines: lines.toSorted((one, other) => orderOf(one) - orderOf(other)),
    rules: own.reduce((sum, { nodes }) => sum + nodes.length, 0),
  }
}

/** How many rules each process has, and how many belong to none. */
export function rulesByProcess(trees: readonly Tree[]): ReadonlyMap<string | undefined, number> {
  const counts = new Map<string | undefined, number>()
  for (const { at, nodes } of trees) {
    const { process } = placeOfScope(at)
    counts.set(process, (counts.get(process) ?? 0) + nodes.length)
  }
  return counts
}

const fewSteps = 6
const kinds: readonly EventKind[] = ["checkpoint", "exception", "happening"]

/** Checkpoints as they come in the life of a case. */
const checkpoints: readonly string[] = ["casePre", "itemPre", "select", "itemPost", "casePost", "compensating"]
const orderOf = ({ kind, on }: Pick<Line, "kind" | "on">): number =>
  kinds.indexOf(kind) * checkpoints.length + Math.max(0, checkpoints.indexOf(isCompensating(on) ? "compensating" : on))

function cellOf({ key, nodes }: Tree): Cell {
  const { handler } = treeParts(key)
  return { key, rules: nodes.length, ...(handler !== undefined && { handler }) }
}
