import { RE2JS } from "re2js"
import { wrong } from "../model/read-finding.ts"
import { type Reader, readText } from "../model/read-value.ts"

/** A text as stories expect it: exactly so, or `/a regular expression/` that occurs in it. */
export interface TextPattern {
  /** As written. */
  readonly source: string
  fits(text: string): boolean
}

export const readTextPattern: Reader<TextPattern> = (value, path, what, report) => {
  const source = readText(value, path, what, report)
  if (source === undefined) return undefined
  const [, pattern, flags] = /^\/(.+)\/(i?)$/s.exec(source) ?? []
  if (pattern === undefined) return { source, fits: (text) => text === source }
  try {
    const compiled = RE2JS.compile(pattern, flags === "i" ? RE2JS.CASE_INSENSITIVE : 0)
    return { source, fits: (text) => compiled.test(text) }
  } catch (error) {
    const message = `The pattern cannot be used: ${error instanceof Error ? error.message : String(error)}.`
    return wrong(report, "BAD_PATTERN", path, message, REMEDY)
  }
}

const REMEDY = "Patterns are RE2 regular expressions between slashes: no look-around and no back-references."
