import { RE2JS } from "re2js"

/** A pattern that can be used, or what is wrong with it. */
export type ReadPattern = RE2JS | string

/** The longest pattern, in characters, and the largest, in steps of its program: `a{1000}` has about a thousand. */
export const longestPattern = 1000
export const largestPattern = 2000

/** Returns the compiled pattern. Compiling takes milliseconds, so the patterns used last are kept. */
export function readPattern(source: string): ReadPattern {
  const known = kept.get(source)
  if (known !== undefined) {
    // Used last: forgotten last.
    kept.delete(source)
    kept.set(source, known)
    return known
  }
  const read = compiled(source)
  kept.set(source, read)
  if (kept.size > mostKept) for (const oldest of kept.keys()) if (kept.delete(oldest)) break
  return read
}

function compiled(source: string): ReadPattern {
  if (source.length > longestPattern) return `it is longer than ${longestPattern} characters`
  try {
    const pattern = RE2JS.compile(source)
    const size = pattern.programSize()
    return size > largestPattern ? `it repeats too much: ${size} steps, where ${largestPattern} are allowed` : pattern
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const kept = new Map<string, ReadPattern>()
const mostKept = 500
