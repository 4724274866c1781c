/**
 * PostgreSQL keeps every text but the one with a NUL. So NUL is written as two characters that nobody else writes: 1 1, and 1 as
 * 1 2. That keeps texts apart, and in their order.
 */
export function written(text: string): string {
  return needsWriting.test(text)
    ? text.replace(allOdd, (odd) => (odd === "\u0000" ? "\u0001\u0001" : "\u0001\u0002"))
    : text
}

export function asItWas(text: string): string {
  return text.includes("\u0001")
    ? text.replace(allWritten, (odd) => (odd === "\u0001\u0001" ? "\u0000" : "\u0001"))
    : text
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about.
const needsWriting = /[\u0000\u0001]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about.
const allOdd = /[\u0000\u0001]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about.
const allWritten = /\u0001[\u0001\u0002]/g
