import type { AgentId } from "../../messages/ids.ts"
import type { Json } from "../../messages/json.ts"
import type { StoredDefinition, StoredProcess } from "../port.ts"
import type { Database } from "./database.ts"
import { currentEdit } from "./edits.ts"
import { inserting, nextNumber, text, whole } from "./statements.ts"

const select = `SELECT kind, name, version, source, at, "by", reason FROM definitions`

export async function definitionsIn(database: Database): Promise<readonly StoredDefinition[]> {
  return (await database.read<DefinitionRecord>(`${select} ORDER BY number`)).map(definitionOf)
}

export const definitionsSince = `${select} WHERE edit > $1 ORDER BY number`

export const recordDefinitions = inserting<StoredDefinition>(
  "definitions",
  [
    text("kind", ({ kind }) => kind),
    text("name", ({ name }) => name),
    whole("version", ({ version }) => version),
    text("source", ({ source }) => JSON.stringify(source)),
    whole("at", ({ at }) => at),
    text('"by"', ({ by }) => by),
    text("reason", ({ reason }) => reason),
  ],
  "DO NOTHING",
  [{ name: "edit", as: currentEdit }, nextNumber],
)

export const recordProcesses = inserting<StoredProcess>(
  "processes",
  [
    text("name", ({ name }) => name),
    whole("version", ({ version }) => version),
    text("hash", ({ hash }) => hash),
    text("source", ({ source }) => JSON.stringify(source)),
    whole("deployed_at", ({ deployedAt }) => deployedAt),
    text("deployed_by", ({ deployedBy }) => deployedBy),
  ],
  "DO NOTHING",
  [{ name: "edit", as: currentEdit }],
)

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
