import type { DatabaseSync } from "node:sqlite"
import type { RecordedEntry } from "../../messages/events.ts"
import { adoptedBatch } from "../adopted-batch.ts"
import type { CommitResult } from "../port.ts"
import type { Adoption } from "../whole-store.ts"
import type { committing } from "./commit.ts"
import { puttingCredential } from "./credentials.ts"
import { advancingPosition } from "./last-position.ts"
import { tellingBefore } from "./outbox.ts"
import { readingOne, writing } from "./statements.ts"

export function adopting(
  database: DatabaseSync,
  commit: ReturnType<typeof committing>,
): (adoption: Adoption) => CommitResult {
  const isTaken = readingOne(database, "SELECT 1 FROM entries WHERE position = ?")
  const mark = markOf(database)
  const note = writing(database, "INSERT OR REPLACE INTO notes (name, value) VALUES (?, ?)")
  const forget = writing(database, "DELETE FROM notes WHERE name = ?")
  const putCredential = puttingCredential(database)
  const advance = advancingPosition(database)
  const tellBefore = tellingBefore(database)

  function conflicts({ entries = [], mark: marked }: Adoption): readonly string[] {
    const taken = entries.filter(({ position }) => isTaken(position) !== undefined).map(({ family }) => family)
    return [...new Set(taken), ...(marked && marked.before !== mark() ? ["mark"] : [])]
  }

  function write({ credentials = [], toldBefore = [], lastPosition, needsRebuild, mark: marked }: Adoption): void {
    credentials.forEach(putCredential)
    tellBefore(toldBefore)
    if (lastPosition !== undefined) advance(lastPosition)
    if (needsRebuild) note("rebuild", needsRebuild === "exceptions" ? needsRebuild : "read models")
    if (marked?.next !== undefined) note("copy", marked.next)
    else if (marked) forget("copy")
  }

  return (adoption) =>
    commit(adoptedBatch(adoption), {
      positions: (adoption.entries ?? []).map(({ position }: RecordedEntry) => position),
      conflicts: () => conflicts(adoption),
      write: () => write(adoption),
    })
}

export function markOf(database: DatabaseSync): () => string | undefined {
  const read = readingOne<{ value: string }>(database, "SELECT value FROM notes WHERE name = 'copy'")
  return () => read()?.value
}
