import type { AlarmChange } from "./port.ts"

/** Alarms that are off if they are of one attempt, and all other changes. */
export function endedAttempts(changes: readonly AlarmChange[]): {
  readonly ended: readonly AlarmChange[]
  readonly others: readonly AlarmChange[]
} {
  const isEnded = ({ dueAt, attempt }: AlarmChange) => dueAt === undefined && attempt !== undefined
  return { ended: changes.filter(isEnded), others: changes.filter((change) => !isEnded(change)) }
}
