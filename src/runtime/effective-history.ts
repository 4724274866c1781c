import type { Entry } from "../messages/events.ts"

/** What has happened, with what was taken back left out, as if it had not been. */
export function effectiveEntries<Recorded extends Entry>(entries: Iterable<Recorded>): readonly Recorded[] {
  const effective: Recorded[] = []
  for (const entry of entries) {
    const to = takenBackTo(entry)
    if (to === undefined) effective.push(entry)
    else while ((effective.at(-1)?.version ?? 0) > to) effective.pop()
  }
  return effective
}

/** One entry more; or all those less that it takes back. */
export function withEntry<Recorded extends Entry>(before: readonly Recorded[], entry: Recorded): readonly Recorded[] {
  const to = takenBackTo(entry)
  return to === undefined ? [...before, entry] : before.filter(({ version }) => version <= to)
}

function takenBackTo({ events }: Entry): number | undefined {
  return events.find((event) => event.type === "AnswerTakenBack")?.to
}
