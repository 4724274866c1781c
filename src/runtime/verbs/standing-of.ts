import type { Standing } from "../edits.ts"

/** What an edit is of, and the version it stands at. */
export function standingOf(what: string, found: { readonly version: number } | undefined): Standing | undefined {
  return found && { what, version: found.version }
}
