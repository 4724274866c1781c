import type { AgentId } from "../../messages/ids.ts"
import type { JsonObject } from "../../messages/json.ts"
import type { StoredTreeChange } from "../port.ts"
import type { Database } from "./database.ts"
import { currentEdit } from "./edits.ts"
import { inserting, text, whole } from "./statements.ts"

const select = `SELECT tree, version, change, at, "by", reason FROM tree_changes`

export async function treeChangesIn(database: Database, tree?: string): Promise<readonly StoredTreeChange[]> {
  const records =
    tree === undefined
      ? await database.read<ChangeRecord>(`${select} ORDER BY tree, version`)
      : await database.read<ChangeRecord>(`${select} WHERE tree = $1 ORDER BY version`, [tree])
  return records.map(changeOf)
}

/** Which of these versions the trees have already, as `[tree, version]` in JSON. */
export async function takenVersions(
  database: Database,
  changes: readonly StoredTreeChange[],
): Promise<ReadonlySet<string>> {
  if (changes.length === 0) return new Set()
  const taken = await database.read<{ tree: string; version: number }>(
    "SELECT tree, version FROM tree_changes WHERE tree = ANY($1::text[])",
    [changes.map(({ tree }) => tree)],
  )
  return new Set(taken.map(({ tree, version }) => JSON.stringify([tree, version])))
}

/** A version that is there already is a conflict, which the key of the table finds. */
export const recordTreeChanges = inserting<StoredTreeChange>(
  "tree_changes",
  [
    text("tree", ({ tree }) => tree),
    whole("version", ({ version }) => version),
    text("change", ({ change }) => JSON.stringify(change)),
    whole("at", ({ at }) => at),
    text('"by"', ({ by }) => by),
    text("reason", ({ reason }) => reason),
  ],
  undefined,
  [{ name: "edit", as: currentEdit }],
)

export const treeChangesSince = `${select} WHERE edit > $1 ORDER BY edit, tree, version`

export interface ChangeRecord {
  readonly tree: string
  readonly version: number
  readonly change: string
  readonly at: number
  readonly by: AgentId
  readonly reason: string | null
}

export function changeOf({ tree, version, change, at, by, reason }: ChangeRecord): StoredTreeChange {
  return { tree, version, change: JSON.parse(change) as JsonObject, at, by, ...(reason !== null && { reason }) }
}
