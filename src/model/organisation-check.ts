import type { Finding } from "../messages/findings.ts"
import { type KnownOrganisation, organisationWith } from "./known-organisation.ts"
import { meant } from "./names.ts"
import type { OrganisationEntry } from "./organisation.ts"
import type { ReadFinding } from "./read-finding.ts"
import { placed } from "./source.ts"

/** What the checks of an organisation share. */
export interface OrganisationCheck {
  readonly entries: readonly OrganisationEntry[]
  /** What will be there with these entries. */
  readonly all: KnownOrganisation
  tell(entry: OrganisationEntry, finding: ReadFinding): void
  /** What may have been meant, or else what to do. */
  suggest(word: string, candidates: Iterable<string>, otherwise: string): string
}

/** Comparing a word with all others takes long where there are very many. */
const MOST_SUGGESTIONS = 200

export function organisationCheck(
  entries: readonly OrganisationEntry[],
  known: KnownOrganisation,
  report: (finding: Finding) => void,
): OrganisationCheck {
  let left = MOST_SUGGESTIONS
  return {
    entries,
    all: organisationWith(entries, known),
    tell: (entry, finding) => report(placed(finding, entry.locate)),
    suggest: (word, candidates, otherwise) => (left-- > 0 ? meant(word, candidates, otherwise) : otherwise),
  }
}
