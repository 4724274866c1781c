import type { RecordedEntry } from "../../src/main.ts"
import { rootCase } from "../../src/messages/ids.ts"
import type { Happened } from "./history.ts"
import type { Journal } from "./journal.ts"

/**
 * An alarm reaches every flight that was acknowledged before it was raised, unless the flight was over first; and what it holds is let go.
 * When a broadcast has reached everybody is not part of the history, but broadcasts go one after the other: once a later one has arrived
 * anywhere, each flight that still flies has been reached.
 */
export function checkBroadcasts({ entries }: Pick<Happened, "entries">, journal: Journal): readonly string[] {
  const { sent, arrived, reached, left, endOf } = followed(entries)
  const flights = [...journal.started].filter(([, { process }]) => process === "flight")
  const missed = [...sent].flatMap(([name, position]) => {
    const [run = "", verb] = name.split(" ")
    const alarms = journal.alarms.filter(({ family }) => run.startsWith(`${family}.`))
    const [alarm] = alarms
    if (verb !== "suspend" || alarm === undefined || alarms.length > 1) return []
    const later = arrived.filter(({ of }) => (sent.get(of) ?? 0) > position).map((each) => each.position)
    const through = Math.min(Number.POSITIVE_INFINITY, ...later)
    return flights
      .filter(
        ([id, { acknowledgedAt }]) =>
          acknowledgedAt < alarm.from && (endOf.get(id) ?? Number.POSITIVE_INFINITY) > through,
      )
      .filter(([id]) => !reached.get(run)?.has(id))
      .map(([id]) => `flight ${id} was not reached by the alarm ${run}`)
  })
  return [...missed, ...left.values()]
}

interface Followed {
  /** Where each broadcast, by run and verb, was sent first. */
  readonly sent: ReadonlyMap<string, number>
  /** Where which broadcast has arrived at some other family. */
  readonly arrived: readonly { readonly of: string; readonly position: number }[]
  /** The families each run has held. */
  readonly reached: ReadonlyMap<string, ReadonlySet<string>>
  /** What was never let go. */
  readonly left: ReadonlyMap<string, string>
  /** Where the first case of each family has ended. */
  readonly endOf: ReadonlyMap<string, number>
}

function followed(entries: readonly RecordedEntry[]): Followed {
  const sent = new Map<string, number>()
  const arrived: { readonly of: string; readonly position: number }[] = []
  const reached = new Map<string, Set<string>>()
  const left = new Map<string, string>()
  const endOf = new Map<string, number>()
  const runOf = new Map<string, string>()
  for (const { family, command, events, position } of entries)
    for (const event of events) {
      const arrives = (verb: string, run: string) => {
        if (command === "ReceiveBroadcast") arrived.push({ of: `${run} ${verb}`, position })
      }
      if (event.type === "BroadcastSent") {
        const name = `${event.run} ${event.verb}`
        if (!sent.has(name)) sent.set(name, position)
      } else if (event.type === "CaseCompleted" || event.type === "CaseRemoved" || event.type === "CaseFailed") {
        if (event.case === rootCase(family)) endOf.set(family, position)
      } else if (event.type === "HoldLifted") {
        left.delete(event.hold)
        arrives("continue", runOf.get(event.hold) ?? "")
      } else if (event.type === "HoldPlaced") {
        const { id, owner, target } = event.hold
        if (owner.kind !== "run" || target.kind !== "case") continue
        runOf.set(id, owner.run)
        left.set(id, `hold ${id} of run ${owner.run} was never lifted`)
        reached.set(owner.run, (reached.get(owner.run) ?? new Set()).add(family))
        arrives("suspend", owner.run)
      }
    }
  return { sent, arrived, reached, left, endOf }
}
