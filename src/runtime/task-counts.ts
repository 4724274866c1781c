import type { CaseExceptionCount, Counted, StepCounts } from "../store/port.ts"

/** What there is at one step of a process. */
export interface TaskCount {
  /** Empty for what concerns whole cases. */
  readonly task: string
  /** Live items by status. */
  readonly items: Readonly<Record<string, number>>
  /** Of those: held. */
  readonly held: number
  /** Open ones that stand there. */
  readonly exceptions: number
}

/** The same for each version that has anything, the newest first: their nets may have different steps. */
export interface TaskCounts {
  readonly rows: readonly TaskCount[]
  readonly versions: readonly { readonly version: number; readonly rows: readonly TaskCount[] }[]
}

export function taskCounts(counts: StepCounts): TaskCounts {
  const versions = [...new Set([...counts.items, ...counts.exceptions].map(({ version }) => version))]
  return {
    rows: countsAt(counts),
    versions: versions
      .toSorted((one, other) => other - one)
      .map((version) => ({
        version,
        rows: countsAt({
          items: counts.items.filter((row) => row.version === version),
          exceptions: counts.exceptions.filter((row) => row.version === version),
        }),
      })),
  }
}

/** The name under which what concerns whole cases is counted: no step has it. */
export const wholeCase = ""

/** Moves what concerns whole cases from the step that is called as their process. Without `ofCases` there is no such step. */
export function withoutCases(counts: StepCounts, process: string, ofCases?: readonly CaseExceptionCount[]): StepCounts {
  const exceptions = counts.exceptions.flatMap((row) => {
    if (row.at !== process) return [row]
    const alike = ofCases?.find((each) => each.class === row.class && each.version === row.version)
    const whole = ofCases === undefined ? row.count : Math.min(alike?.count ?? 0, row.count)
    const parts = [
      { ...row, count: row.count - whole },
      { ...row, at: wholeCase, count: whole },
    ]
    return parts.filter(({ count }) => count > 0)
  })
  return { ...counts, exceptions }
}

/** Returns what several parts of the cases have together. */
export function addedUp(parts: readonly StepCounts[]): StepCounts {
  return {
    items: merged(parts.flatMap(({ items }) => items)),
    exceptions: merged(parts.flatMap((part) => part.exceptions)),
  }
}

function merged<Row extends Counted>(rows: readonly Row[]): readonly Row[] {
  const sums = new Map<string, Row>()
  for (const row of rows) {
    const key = JSON.stringify({ ...row, count: 0 })
    sums.set(key, { ...row, count: row.count + (sums.get(key)?.count ?? 0) })
  }
  return [...sums.values()]
}

/** Steps at which there is anything, by name. */
function countsAt({ items, exceptions }: StepCounts): readonly TaskCount[] {
  const tasks = new Map<string, { task: string; items: Record<string, number>; held: number; exceptions: number }>()
  const of = (task: string) => {
    const known = tasks.get(task) ?? { task, items: {}, held: 0, exceptions: 0 }
    tasks.set(task, known)
    return known
  }
  for (const { task, status, held, count } of items) {
    const known = of(task)
    known.items[status] = (known.items[status] ?? 0) + count
    if (held) known.held += count
  }
  for (const { at, count } of exceptions) of(at).exceptions += count
  return [...tasks.values()].sort((one, other) => (one.task < other.task ? -1 : 1))
}
