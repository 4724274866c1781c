import { type CST, Lexer, type LineCounter, Parser } from "yaml"
import type { Interruptible } from "./interruptible.ts"

/** How many words and signs may still be read. What a reader does takes time for each of them, however short it is. */
export interface Budget {
  left: number
}

export type Tokens =
  | { readonly kind: "tokens"; readonly tokens: readonly CST.Token[] }
  | { readonly kind: "tooDeep"; readonly offset: number }
  | { readonly kind: "tooMany"; readonly offset: number }

/** Takes a text apart, word by word. Stops as soon as it is nested too deep or too long, so that no text can keep it busy. */
export function* readingTokens(
  text: string,
  lines: LineCounter,
  deepest: number,
  budget: Budget,
): Interruptible<Tokens> {
  const parser = new Parser(lines.addNewLine)
  lines.addNewLine(0)
  const tokens: CST.Token[] = []
  for (const lexeme of new Lexer().lex(text)) {
    budget.left -= 1
    if (budget.left < 0) return { kind: "tooMany", offset: parser.offset }
    for (const token of parser.next(lexeme)) tokens.push(token)
    // The document itself is at the bottom.
    const deep = parser.stack[deepest + 1]
    if (deep !== undefined && "items" in deep) return { kind: "tooDeep", offset: deep.offset }
    yield
  }
  for (const token of parser.end()) tokens.push(token)
  yield
  const below = tokenBelow(tokens, deepest)
  yield
  return below === undefined ? { kind: "tokens", tokens } : { kind: "tooDeep", offset: below.offset }
}

/** The first token nested deeper than allowed, found without recursion: keys become part of a map only when they are over. */
function tokenBelow(tokens: readonly CST.Token[], deepest: number): CST.Token | undefined {
  const waiting: { token: CST.Token; depth: number }[] = tokens.map((token) => ({ token, depth: 0 }))
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { token, depth } = next
    if (depth >= deepest && "items" in token) return token
    if (token.type === "document" && token.value !== undefined) waiting.push({ token: token.value, depth })
    if (!("items" in token)) continue
    for (const item of token.items) {
      if (item.key) waiting.push({ token: item.key, depth: depth + 1 })
      if (item.value) waiting.push({ token: item.value, depth: depth + 1 })
    }
  }
  return undefined
}
