import type { DatabaseSync } from "node:sqlite"
import { migrations, newestMigration } from "./migrations.ts"

/**
 * Makes all tables of a new file, and the mark of the program it belongs to, in one transaction: the file has all of them or none.
 * The first file of a process goes through every migration; the others get the tables the first one ended up with.
 */
export function makeTables(database: DatabaseSync, applicationId: number): void {
  database.exec(`
    BEGIN IMMEDIATE;
    PRAGMA application_id = ${applicationId};
    PRAGMA user_version = ${newestMigration};
    ${tables ?? everyMigration()};
    COMMIT`)
  tables ??= tablesOf(database)
}

let tables: string | undefined

function everyMigration(): string {
  return migrations.map(({ sql }) => sql).join(";\n")
}

/** Returns statements that make the same tables, with the notes the migrations leave in them. */
function tablesOf(database: DatabaseSync): string {
  const shapes = database
    .prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid")
    .all()
  const notes = database
    .prepare("SELECT 'INSERT INTO notes VALUES (' || quote(name) || ', ' || quote(value) || ')' AS sql FROM notes")
    .all()
  return [...shapes, ...notes].map(({ sql }) => sql).join(";\n")
}
