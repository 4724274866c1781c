import type { Finding, Path } from "../messages/findings.ts"
import { type KnownOrganisation, organisationWith } from "./known-organisation.ts"
import { meant } from "./names.ts"
import type { OrganisationEntry } from "./organisation.ts"
import { placeOf, type Reference } from "./organisation-references.ts"
import type { ReadFinding } from "./read-finding.ts"
import { placed } from "./source.ts"

/** What the checks of an organisation share. */
export interface OrganisationCheck {
  readonly entries: readonly OrganisationEntry[]
  /** What will be there with these entries. */
  readonly all: KnownOrganisation
  tell(entry: OrganisationEntry, finding: ReadFinding): void
  /** Where a reference stands in what was written; of very many only the entry, as no more findings than that are shown. */
  placeOf(reference: Reference, entry: OrganisationEntry): Path
  /** What may have been meant, or else what to do. */
  suggest(word: string, candidates: Iterable<string>, otherwise: string): string
}

/** Comparing a word with all others takes long where there are very many. */
const MOST_SUGGESTIONS = 200
/** As does looking for each in a long list of places. */
const MOST_LOOKED_UP = 1000

export function organisationCheck(
  entries: readonly OrganisationEntry[],
  known: KnownOrganisation,
  report: (finding: Finding) => void,
): OrganisationCheck {
  let left = MOST_SUGGESTIONS
  let unknown = MOST_LOOKED_UP
  return {
    entries,
    all: organisationWith(entries, known),
    tell: (entry, finding) => report(placed(finding, entry.locate)),
    placeOf: (reference, entry) => (unknown-- > 0 ? placeOf(reference, entry) : entry.path),
    suggest: (word, candidates, otherwise) => (left-- > 0 ? meant(word, candidates, otherwise) : otherwise),
  }
}
