import type { StepCounts } from "../store/port.ts"

/** What there is at one step of a process. */
export interface TaskCount {
  readonly task: string
  /** Live items by status. */
  readonly items: Readonly<Record<string, number>>
  /** Of those: held. */
  readonly held: number
  /** Open ones that stand there. */
  readonly exceptions: number
}

/** Steps at which there is anything, by name. */
export function taskCounts({ items, exceptions }: StepCounts): readonly TaskCount[] {
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
