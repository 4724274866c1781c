import { quoted } from "../../model/names.ts"
import { EspParser, type Piece } from "./esp-parser.ts"
import { espTokens } from "./esp-tokens.ts"

export type EspFormula =
  | {
      readonly ok: true
      readonly cel: string
      /** Where in the formula the part of the CEL stands that begins at this index. */
      readonly origin: (index: number) => number
    }
  | { readonly ok: false; readonly at: number; readonly message: string; readonly remedy: string }

/**
 * A formula over states and case data in the notation of ESP, as CEL: `B2 ∈ done ∧ B2.result = 'okay'` is `"B2" in done && result("B2") == "okay"`.
 * Signs may be written in words (`in`, `subset`, `and`, `or`, `not`). `result` alone is that of what the event is about.
 */
export function celOf(formula: string, about?: string): EspFormula {
  const read = espTokens(formula)
  if (!read.ok)
    return { ok: false, at: read.at, message: `${quoted(formula[read.at] ?? "")} means nothing here.`, remedy: SIGNS }
  const parser = new EspParser(read.tokens, about)
  const pieces = parser.formula()
  if (pieces === undefined) return { ok: false, ...parser.trouble }
  return { ok: true, cel: pieces.map(({ text }) => text).join(""), origin: originIn(pieces) }
}

const SIGNS = "Write formulas as 'A in done and {B, C} subset executing and not (D in done) or cost <= 300000'."

function originIn(pieces: readonly Piece[]): (index: number) => number {
  const starts: number[] = []
  let length = 0
  for (const { text } of pieces) {
    starts.push(length)
    length += text.length
  }
  return (index) =>
    pieces[
      Math.max(
        0,
        starts.findLastIndex((start) => start <= index),
      )
    ]?.at ?? 0
}
