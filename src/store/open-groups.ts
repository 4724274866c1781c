import type { OpenGroup } from "./port.ts"

/** So many of one kind, since when; of questions also when the first is due. */
export interface OpenAlike {
  readonly process: string
  readonly at: string
  readonly class?: string
  readonly count: number
  readonly since: number
  readonly dueAt?: number
}

/** Exceptions and questions of one class at one place are one group. */
export function openGroups(
  exceptions: readonly OpenAlike[],
  interventions: readonly OpenAlike[],
): readonly OpenGroup[] {
  const groups = new Map<string, OpenGroup>()
  const add = ({ count, since, dueAt, ...kind }: OpenAlike, what: "exceptions" | "interventions") => {
    const name = JSON.stringify([kind.process, kind.class ?? null, kind.at])
    const known = groups.get(name) ?? { ...kind, exceptions: 0, interventions: 0, since }
    groups.set(name, {
      ...known,
      [what]: known[what] + count,
      since: Math.min(known.since, since),
      ...(dueAt !== undefined && { dueAt: Math.min(known.dueAt ?? dueAt, dueAt) }),
    })
  }
  for (const alike of exceptions) add(alike, "exceptions")
  for (const alike of interventions) add(alike, "interventions")
  return [...groups.values()]
}
