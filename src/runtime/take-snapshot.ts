import type { Snapshot } from "../store/port.ts"
import type { LoadedFamily } from "./families.ts"
import { encodeSnapshot } from "./snapshots.ts"

/**
 * A snapshot is taken when the events behind the last one are more than the family is large. So writing snapshots costs a
 * constant share of writing events, and loading costs the family's size, whatever its age.
 */
export function snapshotIfDue(family: LoadedFamily): Snapshot | undefined {
  const { state } = family
  if (family.tail < 100 + 2 * (sizeOf(family) + keptIn(family) + openIn(family))) return undefined
  return { family: state.id, version: state.version, state: encodeSnapshot(family) }
}

/** How many rows it has. */
export function sizeOf({ state }: Pick<LoadedFamily, "state">): number {
  return (
    state.cases.size + state.frames.size + state.items.size + state.traces.size + state.rounds.size + state.holds.size
  )
}

/** How much is kept of what patterns are made of; mostly nothing. */
function keptIn({ handling: { patterns } }: LoadedFamily): number {
  let kept = 0
  for (const noted of patterns.values()) kept += noted.kept.length
  return kept
}

/** How much is going on that went wrong; mostly nothing. */
function openIn({ handling: { exceptions, interventions, runs, timers } }: LoadedFamily): number {
  return 2 * exceptions.size + interventions.size + runs.size + timers.size
}
