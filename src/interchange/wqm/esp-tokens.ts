/** A word or sign of a formula; `at` is its offset, `end` where it is over. */
export interface EspToken {
  readonly kind: "name" | "number" | "text" | Sign
  /** Of a number or text: its value as written in CEL. */
  readonly text: string
  readonly at: number
  readonly end: number
}

export type Sign =
  | "in"
  | "notIn"
  | "subset"
  | "and"
  | "or"
  | "not"
  | "=="
  | "!="
  | "<="
  | ">="
  | "<"
  | ">"
  | "+"
  | "-"
  | "*"
  | "/"
  | "("
  | ")"
  | "{"
  | "}"
  | ","
  | "end"

export type EspTokens =
  | { readonly ok: true; readonly tokens: readonly EspToken[] }
  | { readonly ok: false; readonly at: number }

/** Takes a formula apart, in the signs of the logicians or in words; the last token is `end`. Fails at a sign that means nothing. */
export function espTokens(formula: string): EspTokens {
  const tokens: EspToken[] = []
  let at = 0
  while (at < formula.length) {
    const space = matchAt(SPACE, formula, at)
    if (space !== undefined) {
      at += space.length
      continue
    }
    const token = tokenAt(formula, at)
    if (token === undefined) return { ok: false, at }
    tokens.push(token)
    at = token.end
  }
  return { ok: true, tokens: [...tokens, { kind: "end", text: "", at, end: at }] }
}

function tokenAt(formula: string, at: number): EspToken | undefined {
  const name = matchAt(NAME, formula, at)
  if (name !== undefined) {
    const kind = Object.hasOwn(WORDS, name.toLowerCase()) ? WORDS[name.toLowerCase()] : undefined
    return { kind: kind ?? "name", text: name, at, end: at + name.length }
  }
  const number = matchAt(NUMBER, formula, at)
  if (number !== undefined) return { kind: "number", text: number.replaceAll(/[$,]/g, ""), at, end: at + number.length }
  const text = matchAt(TEXT, formula, at)
  if (text !== undefined) return { kind: "text", text: JSON.stringify(text.slice(1, -1)), at, end: at + text.length }
  const sign = SIGNS.find(([written]) => formula.startsWith(written, at))
  return sign && { kind: sign[1], text: sign[0], at, end: at + sign[0].length }
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

const SPACE = /\s+/y
// A name may have `-` in it, belong to another workflow (`wf1/B2`) or be a part of something (`B2.result`).
const NAME = /\p{L}[\p{L}\p{M}\p{N}_-]*(?:[./]\p{L}[\p{L}\p{M}\p{N}_-]*)*/uy
const NUMBER = /\$?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\d.])/y
const TEXT = /['‘’][^'‘’]*['‘’]|["“”][^"“”]*["“”]/y

const WORDS: Readonly<Record<string, Sign>> = { in: "in", subset: "subset", and: "and", or: "or", not: "not" }

/** Longer ones first. */
const SIGNS: readonly (readonly [string, Sign])[] = [
  ["&&", "and"],
  ["||", "or"],
  ["==", "=="],
  ["!=", "!="],
  ["<>", "!="],
  ["<=", "<="],
  [">=", ">="],
  ["∈", "in"],
  ["∉", "notIn"],
  ["⊆", "subset"],
  ["⊂", "subset"],
  ["∧", "and"],
  ["^", "and"],
  ["∨", "or"],
  ["¬", "not"],
  ["!", "not"],
  ["=", "=="],
  ["≠", "!="],
  ["≤", "<="],
  ["≥", ">="],
  ["<", "<"],
  [">", ">"],
  ["+", "+"],
  ["-", "-"],
  ["*", "*"],
  ["/", "/"],
  ["(", "("],
  [")", ")"],
  ["{", "{"],
  ["}", "}"],
  [",", ","],
]
