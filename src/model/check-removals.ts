import { nearest } from "../expressions/nearest.ts"
import { asksOf, capabilitiesIn } from "./check-derivations.ts"
import { type KnownOrganisation, ORGANISATION_KINDS } from "./known-organisation.ts"
import { quoted } from "./names.ts"
import type { OrganisationEntry } from "./organisation.ts"
import type { OrganisationCheck } from "./organisation-check.ts"
import { referencesOf } from "./organisation-references.ts"

/** That nothing is removed which entries that stay refer to. Those of the same bundle are told where they stand. */
export function checkRemovals(check: OrganisationCheck, known: KnownOrganisation): void {
  const removed = check.entries.filter(({ definition }) => definition === undefined)
  if (removed.length === 0) return
  const users = usersIn(check)
  for (const entry of removed) {
    const { kind, name } = entry
    const names = users.get(`${kind} ${name}`)
    if (names !== undefined) check.tell(entry, stillUsed(entry, names))
    else if (!known.has(kind, name) && nearest(name, known.names(kind)) !== undefined)
      check.tell(entry, nothingThere(entry, check.suggest(name, known.names(kind), "")))
  }
}

/** Who refers to what is gone, by kind and name. */
function usersIn({ entries, all }: OrganisationCheck): ReadonlyMap<string, readonly string[]> {
  const own = new Set(entries.map(({ kind, name }) => `${kind} ${name}`))
  const gone = new Set(
    entries.flatMap(({ kind, name, definition }) => (definition === undefined ? [`${kind} ${name}`] : [])),
  )
  const given = capabilitiesIn(all)
  const users = new Map<string, string[]>()
  for (const kind of ORGANISATION_KINDS)
    for (const name of all.names(kind)) {
      const definition = all.definition(kind, name)
      if (definition === undefined || own.has(`${kind} ${name}`)) continue
      const asks = "from" in definition && definition.from ? asksOf(definition.from) : { has: [], plays: [] }
      const lost = asks.has.filter((token) => !given.has(token))
      const used = [
        ...referencesOf(kind, definition).map((reference) => `${reference.kind} ${reference.name}`),
        ...asks.plays.map((role) => `role ${role}`),
        ...lost.flatMap((token) => [`role ${token}`, `capability ${token}`]),
        ...(kind === "permission" ? subjectsOf(name, all) : []),
      ]
      const user = kind === "permission" ? `the permissions of '${name}'` : `the ${kind} '${name}'`
      for (const key of new Set(used)) if (gone.has(key)) users.set(key, [...(users.get(key) ?? []), user])
    }
  return users
}

/** What is allowed to a name is of use as long as the name means something. */
function subjectsOf(name: string, all: KnownOrganisation): readonly string[] {
  const kinds = ["role", "unit", "agent"] as const
  return kinds.some((kind) => all.has(kind, name)) ? [] : kinds.map((kind) => `${kind} ${name}`)
}

function stillUsed({ kind, name, path }: OrganisationEntry, users: readonly string[]) {
  const more = users.length > 5 ? ` and ${users.length - 5} more` : ""
  return {
    code: "STILL_USED",
    severity: "error",
    path,
    message: `The ${kind} ${quoted(name)} is still used by ${users.slice(0, 5).join(", ")}${more}.`,
    remedy: "Change or remove those too.",
  } as const
}

function nothingThere({ kind, name, path }: OrganisationEntry, remedy: string) {
  const message = `There is no ${kind === "permission" ? "entry under 'permissions' for" : kind} ${quoted(name)} to remove.`
  return { code: "NOTHING_TO_REMOVE", severity: "warning", path, message, remedy } as const
}
