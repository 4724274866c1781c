import type { DatabaseSync } from "node:sqlite"
import type { AgentId } from "../../messages/ids.ts"
import type { Json } from "../../messages/json.ts"
import type { StoredDefinition } from "../port.ts"
import { reading, writing } from "./statements.ts"

export function definitionsOf(database: DatabaseSync): () => readonly StoredDefinition[] {
  const all = reading<DefinitionRecord>(database, "SELECT * FROM definitions ORDER BY number")
  return () => all().map(definitionOf)
}

export function recordingDefinitions(database: DatabaseSync): (definitions: readonly StoredDefinition[]) => void {
  const insert = writing(
    database,
    `INSERT INTO definitions (kind, name, version, source, at, "by", reason) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
  )
  return (definitions) => {
    for (const { kind, name, version, source, at, by, reason } of definitions) {
      insert(kind, name, version, JSON.stringify(source), at, by, reason ?? null)
    }
  }
}

export interface DefinitionRecord {
  readonly kind: StoredDefinition["kind"]
  readonly name: string
  readonly version: number
  readonly source: string
  readonly at: number
  readonly by: AgentId
  readonly reason: string | null
}

export function definitionOf({ kind, name, version, source, at, by, reason }: DefinitionRecord): StoredDefinition {
  return { kind, name, version, source: JSON.parse(source) as Json, at, by, ...(reason !== null && { reason }) }
}
