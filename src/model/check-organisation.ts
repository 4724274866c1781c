import type { Finding } from "../messages/findings.ts"
import { checkCircles } from "./check-circles.ts"
import { checkDerivations } from "./check-derivations.ts"
import { checkRemovals } from "./check-removals.ts"
import { finish, type Interruptible } from "./interruptible.ts"
import type { KnownOrganisation } from "./known-organisation.ts"
import { quoted } from "./names.ts"
import type { OrganisationEntry } from "./organisation.ts"
import { type OrganisationCheck, organisationCheck } from "./organisation-check.ts"
import { placeOf, type Reference, referencesOf } from "./organisation-references.ts"

/** Checks the entries of a bundle against each other and against what is deployed; those that are replaced or removed do not count. */
export const checkOrganisation = (
  entries: readonly OrganisationEntry[],
  known: KnownOrganisation,
  report: (finding: Finding) => void,
): void => finish(checkingOrganisation(entries, known, report))

/** The same, entry by entry. */
export function* checkingOrganisation(
  entries: readonly OrganisationEntry[],
  known: KnownOrganisation,
  report: (finding: Finding) => void,
): Interruptible {
  const check = organisationCheck(entries, known, report)
  const isThere = lookup(check.all)
  const ambiguous = new Set<string>()
  for (const entry of entries) {
    yield
    if (entry.definition === undefined) continue
    for (const reference of referencesOf(entry.kind, entry.definition))
      if (!isThere(reference)) check.tell(entry, unknown(reference, entry, check))
    if (entry.kind === "permission") checkSubject(entry, check)
    else if (!ambiguous.has(entry.name) && isAmbiguous(entry, check)) ambiguous.add(entry.name)
    if (entry.kind === "agent") checkStandIns(entry, check)
  }
  checkDerivations(check)
  yield
  checkCircles(check)
  yield
  checkRemovals(check, known)
}

/** What a name alone may mean, where people are told, asked or allowed something. */
const NAMED_KINDS = ["role", "unit", "agent"] as const
const ONE_OF = { role: "a role", unit: "a unit", agent: "an agent" } as const

function lookup(all: KnownOrganisation): (reference: Reference) => boolean {
  const processes = new Set(all.processes())
  return ({ kind, name }) => (kind === "process" ? processes.has(name) : all.has(kind, name))
}

function unknown(reference: Reference, entry: OrganisationEntry, { all, placeOf, suggest }: OrganisationCheck) {
  const { kind, name } = reference
  const [candidates, remedy] =
    kind === "process"
      ? [all.processes(), "Deploy it before, or with this."]
      : [all.names(kind), `Declare it under '${kind}s'.`]
  return {
    code: `UNKNOWN_${kind.toUpperCase()}`,
    // Work goes on without a manager or a stand-in, and without a process nobody has deployed yet.
    severity: kind === "process" || kind === "agent" ? "warning" : "error",
    path: placeOf(reference, entry),
    message: `There is no ${kind} ${quoted(name)}.`,
    remedy: suggest(name, candidates, remedy),
  } as const
}

function checkSubject(entry: OrganisationEntry, { all, tell, suggest }: OrganisationCheck): void {
  const subjects = NAMED_KINDS.filter((kind) => all.has(kind, entry.name))
  if (subjects.length > 1)
    tell(entry, {
      code: "AMBIGUOUS_NAME",
      severity: "warning",
      path: entry.path,
      message: `${quoted(entry.name)} is ${subjects.map((kind) => ONE_OF[kind]).join(" and ")}: what is allowed here is allowed to each.`,
      remedy: "Rename all but one of them.",
      at: "key",
    })
  if (subjects.length > 0) return
  const candidates = NAMED_KINDS.flatMap((kind) => all.names(kind))
  tell(entry, {
    code: "UNKNOWN_SUBJECT",
    severity: "warning",
    path: entry.path,
    message: `There is no role, unit or agent ${quoted(entry.name)}, so this allows nobody anything.`,
    remedy: suggest(entry.name, candidates, "Declare it under 'roles', 'units' or 'agents'."),
    at: "key",
  })
}

function isAmbiguous(entry: OrganisationEntry, { all, tell }: OrganisationCheck): boolean {
  const [first, second] = NAMED_KINDS.filter((kind) => all.has(kind, entry.name))
  if (first === undefined || second === undefined || entry.kind === "capability") return false
  tell(entry, {
    code: "AMBIGUOUS_NAME",
    severity: "warning",
    path: entry.path,
    message: `${quoted(entry.name)} is both ${ONE_OF[first]} and ${ONE_OF[second]}: where a name alone is written, either may be meant.`,
    remedy: "Rename one of the two.",
    at: "key",
  })
  return true
}

function checkStandIns(entry: Extract<OrganisationEntry, { readonly kind: "agent" }>, { tell }: OrganisationCheck) {
  const { name, definition } = entry
  if (!definition?.away.some(({ standIn }) => standIn === name)) return
  tell(entry, {
    code: "OWN_STAND_IN",
    severity: "error",
    path: placeOf({ kind: "agent", name, keys: ["standIn"] }, entry),
    message: `${quoted(name)} is to stand in for ${quoted(name)}.`,
    remedy: "Name somebody else, or leave 'standIn' out.",
  })
}
