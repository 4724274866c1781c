import type { Path } from "../../messages/findings.ts"
import { meant } from "../../model/names.ts"

/** What the readers of one document share. */
export interface WqmReading {
  readonly text: string
  /** In which notation its formulas are, where they do not say it themselves. */
  readonly notation: Notation
  /** What the event of the rule being read is about: `wf4` of `done(wf4)`. */
  readonly about?: string
  readonly tell: Tell
  /** How many words may still be compared with those there are. */
  readonly suggestions: { left: number }
}

export type Notation = "cel" | "esp"

/** Something that cannot be read: at which offset, and the path it would have in the bundle. */
export type Tell = (code: string, path: Path, at: number, message: string, remedy: string) => void

/** The word that was probably meant, else what to do. */
export function suggested(
  word: string,
  words: Iterable<string>,
  otherwise: string,
  { suggestions }: WqmReading,
): string {
  return suggestions.left-- > 0 ? meant(word, words, otherwise) : otherwise
}
