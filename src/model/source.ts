import { Composer, type CST, LineCounter } from "yaml"
import { type Finding, type Path, type Place, pathText } from "../messages/findings.ts"
import type { Json } from "../messages/json.ts"
import { finish, type Interruptible } from "./interruptible.ts"
import { DEEPEST, plain } from "./plain.ts"
import type { ReadFinding } from "./read-finding.ts"
import { offsetsIn, type Within } from "./source-places.ts"
import { type Budget, readingTokens } from "./source-tokens.ts"
import { type Aliases, documentValue } from "./source-values.ts"
import { withoutTraces } from "./without-traces.ts"

/** The line and column of what stands at a path; `within` points into the text there, `"key"` at the key itself. */
export type Locate = (path: Path, within?: Within | "key") => Place

/** One document of a file: its value, and where each part of it stands. */
export interface SourceDocument {
  readonly value: Json
  readonly locate: Locate
  /** False if something in it could not be read and is null or left out. */
  readonly isWhole: boolean
}

export interface Source {
  readonly documents: readonly SourceDocument[]
  readonly findings: readonly Finding[]
}

export const LARGEST_TEXT = 1024 * 1024
/** Of one file; a file of a megabyte that people wrote has about as many. */
export const MOST_WORDS = 300_000
const MOST_SYNTAX_FINDINGS = 20

/**
 * Reads YAML (one or several documents) or JSON into plain values. Never throws: a text that is too large, too deep or not well
 * formed gives findings. A document with findings of its own is still given as far as it could be read, unless it is too deep
 * or not well formed.
 */
export const readSource = (file: string, text: string, largest?: number, budget?: Budget): Source =>
  finish(readingSource(file, text, largest, budget))

/** The same, part by part. */
export function* readingSource(
  file: string,
  text: string,
  largest: number = LARGEST_TEXT,
  budget: Budget = { left: MOST_WORDS },
): Interruptible<Source> {
  const findings: Finding[] = []
  const tell = (place: Omit<Place, "file" | "path">, code: string, message: string, remedy: string) =>
    findings.push({ code, severity: "error", place: { file, ...place, path: "" }, message, remedy })

  if (text.length > largest) {
    const message = `The file has ${text.length} characters; at most ${largest} are read.`
    tell({}, "TOO_LARGE", message, "Split it into several files.")
    return { documents: [], findings }
  }

  const lines = new LineCounter()
  const read = yield* readingTokens(text, lines, DEEPEST, budget)
  if (read.kind === "tooDeep") {
    const message = `The text is nested more than ${DEEPEST} levels deep.`
    const remedy = "Move inner parts into activities or processes of their own."
    tell(position(lines, read.offset), "TOO_DEEP", message, remedy)
    return { documents: [], findings }
  }
  if (read.kind === "tooMany") {
    const message = "Up to here there are as many words and signs as are read at once."
    tell(position(lines, read.offset), "TOO_LARGE", message, "Split it into several files, or deploy fewer at once.")
    return { documents: [], findings }
  }

  const documents: SourceDocument[] = []
  const composer = new Composer({ ...YAML_OPTIONS, lineCounter: lines })
  const composed = withoutTraces(() => [...composer.compose(firstErrorsOnly(read.tokens))])
  for (const document of composed) {
    yield
    const aliases: Aliases = new Map()
    const offsetOf = offsetsIn(text, document, aliases)
    const locate: Locate = (path, within) => ({
      file,
      ...position(lines, offsetOf(path, within)),
      path: pathText(path),
    })
    const problems = [...document.errors, ...document.warnings]
    for (const problem of problems.slice(0, MOST_SYNTAX_FINDINGS))
      tell(position(lines, problem.pos[0]), "BAD_SYNTAX", sentence(problem.message), "Correct the YAML or JSON here.")
    if (problems.length > 0) continue
    const before = findings.length
    const value = documentValue(document, aliases, (finding, offset) => {
      const { path, ...rest } = finding
      findings.push({ ...rest, place: { file, ...position(lines, offset), path: pathText(path) } })
    })
    documents.push({ value, locate, isWhole: findings.length === before })
  }
  return { documents, findings }
}

/** The same for a value that was never text, such as one from the builder or a request: places are paths only. */
export function sourceOfValue(value: unknown, file?: string): Source {
  const findings: Finding[] = []
  const locate: Locate = (path) => ({ ...(file === undefined ? {} : { file }), path: pathText(path) })
  const copy = plain(value, ({ code, path }) => {
    const [message, remedy] = PLAIN_PROBLEMS[code]
    findings.push({ code, severity: "error", place: locate(path), message, remedy })
  })
  return { documents: [{ value: copy, locate, isWhole: findings.length === 0 }], findings }
}

/** A finding with its place looked up. */
export function placed(finding: ReadFinding, locate: Locate): Finding {
  const { code, severity, message, remedy } = finding
  return { code, severity, place: locate(finding.path, finding.at ?? finding.within), message, remedy }
}

// The core schema has no dates, so `2026-01-05` stays a string; keys are compared in source-values.ts, in linear time.
const YAML_OPTIONS = {
  schema: "core",
  merge: false,
  resolveKnownTags: false,
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: "silent",
} as const

const PLAIN_PROBLEMS = {
  NOT_PLAIN: [
    "This is not a value JSON can hold.",
    "Use text, numbers, true, false, null, lists and plain objects only.",
  ],
  TOO_DEEP: [`The value is nested more than ${DEEPEST} levels deep.`, "Flatten it; it may also contain itself."],
  TOO_MANY_VALUES: ["The value holds too many parts.", "Split it; it may also contain itself."],
} as const

function position(lines: LineCounter, offset: number): { readonly line: number; readonly column: number } {
  const { line, col } = lines.linePos(offset)
  return { line: Math.max(1, line), column: Math.max(1, col) }
}

/** The composer makes an exception of each; a text of nothing but errors would keep it busy for long. */
function firstErrorsOnly(tokens: readonly CST.Token[]): readonly CST.Token[] {
  let left = MOST_SYNTAX_FINDINGS
  return tokens.filter((token) => token.type !== "error" || left-- > 0)
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
