import { adoptedBatch } from "../adopted-batch.ts"
import { conflictsOf, numberConflictsOf, treeConflictsOf } from "../conflicts.ts"
import type { CommitResult } from "../port.ts"
import type { Adoption } from "../whole-store.ts"
import { putCredentials } from "./credentials.ts"
import { type MemoryDisk, standingOf, write } from "./disk.ts"
import { tellBefore } from "./outbox.ts"
import { refuseFractions } from "./whole.ts"

/** The disk keeps the very objects of the adoption: they must be nobody else's. */
export function adopt(disk: MemoryDisk, adoption: Adoption): CommitResult {
  const { entries = [], credentials = [], toldBefore = [], lastPosition = 0, needsRebuild, mark } = adoption
  const batch = adoptedBatch(adoption)
  refuseFractions({ ...batch, notifications: [...batch.notifications, ...(adoption.toldBefore ?? [])] })
  const taken = new Set(disk.entries.map(({ position }) => position))
  const conflicts = [
    ...conflictsOf(entries, (family) => standingOf(disk, family)),
    ...numberConflictsOf(batch.numbers, (number) => disk.numbers.get(number)),
    ...treeConflictsOf(batch.treeChanges, (tree, version) => disk.treeChanges.get(tree)?.has(version) ?? false),
    ...new Set(entries.filter(({ position }) => taken.has(position)).map(({ family }) => family)),
    ...(mark && mark.before !== disk.mark ? ["mark"] : []),
  ]
  if (conflicts.length > 0) return { ok: false, conflicts }
  putCredentials(disk.credentials, credentials)
  const given = entries.map(({ position }) => position)
  write(disk, batch, given)
  tellBefore(disk.outbox, toldBefore)
  disk.lastPosition = Math.max(disk.lastPosition, lastPosition)
  if (needsRebuild) disk.needsRebuild = needsRebuild
  if (mark) disk.mark = mark.next
  return { ok: true, positions: given }
}
