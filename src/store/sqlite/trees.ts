import type { DatabaseSync } from "node:sqlite"
import type { AgentId } from "../../messages/ids.ts"
import type { JsonObject } from "../../messages/json.ts"
import type { StoredTreeChange } from "../port.ts"
import { reading, readingOne, writing } from "./statements.ts"

/** The numbers trees have in the tables. Those given in a transaction that is rolled back must be forgotten. */
export interface TreeNumbers {
  of(tree: string): number
  forget(): void
}

export function treeNumbers(database: DatabaseSync): TreeNumbers {
  const known = new Map<string, number>()
  const find = readingOne<{ id: number }>(database, "SELECT id FROM trees WHERE name = ?")
  const add = writing(database, "INSERT INTO trees (name) VALUES (?) ON CONFLICT DO NOTHING")

  function lookedUp(tree: string): number {
    add(tree)
    const id = find(tree)?.id
    if (id === undefined) throw new Error(`the tree ${tree} was given no number`)
    known.set(tree, id)
    return id
  }
  return { of: (tree) => known.get(tree) ?? lookedUp(tree), forget: () => known.clear() }
}

export interface TreeChanges {
  of(tree: string | undefined): readonly StoredTreeChange[]
  has(tree: string, version: number): boolean
}

export function treeChangesOf(database: DatabaseSync): TreeChanges {
  const select = `SELECT name AS tree, version, change, at, "by", reason FROM trees JOIN tree_changes ON tree_id = id`
  const all = reading<ChangeRecord>(database, `${select} ORDER BY name, version`)
  const ofTree = reading<ChangeRecord>(database, `${select} WHERE name = ? ORDER BY version`)
  const one = readingOne(
    database,
    "SELECT 1 FROM tree_changes WHERE tree_id = (SELECT id FROM trees WHERE name = ?) AND version = ?",
  )
  return {
    of: (tree) => (tree === undefined ? all() : ofTree(tree)).map(changeOf),
    has: (tree, version) => one(tree, version) !== undefined,
  }
}

export function recordingTreeChanges(
  database: DatabaseSync,
  numbers: TreeNumbers,
): (changes: readonly StoredTreeChange[]) => void {
  const insert = writing(
    database,
    `INSERT INTO tree_changes (tree_id, version, change, at, "by", reason) VALUES (?, ?, ?, ?, ?, ?)`,
  )
  return (changes) => {
    for (const { tree, version, change, at, by, reason } of changes) {
      insert(numbers.of(tree), version, JSON.stringify(change), at, by, reason ?? null)
    }
  }
}

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
