import { isVariableName, meant, quoted } from "../../model/names.ts"
import type { EspToken, Sign } from "./esp-tokens.ts"

/** A part of the CEL, and the offset in the formula it comes from. */
export interface Piece {
  readonly text: string
  readonly at: number
}

interface Trouble {
  readonly at: number
  readonly message: string
  readonly remedy: string
}

type Pieces = readonly Piece[] | undefined

/** Reads a formula from top to bottom: each method reads what it is named after and gives its CEL; undefined: `trouble` says why not. */
export class EspParser {
  trouble: Trouble = { at: 0, message: "", remedy: "" }
  readonly #tokens: readonly EspToken[]
  readonly #about: string | undefined
  #index = 0
  #depth = 0

  constructor(tokens: readonly EspToken[], about: string | undefined) {
    this.#tokens = tokens
    this.#about = about
  }

  formula(): Pieces {
    const pieces = this.#or()
    const next = this.#peek()
    if (pieces === undefined || next.kind === "end") return pieces
    return this.#fail(
      next,
      `the formula should be over at ${quoted(next.text)}.`,
      "Join two formulas by 'and' or 'or'.",
    )
  }

  #or(): Pieces {
    this.#depth += 1
    if (this.#depth > DEEPEST) return this.#fail(this.#peek(), "the formula is nested too deep.", "Make it flatter.")
    const pieces = this.#chain(() => this.#and(), { or: " || " })
    this.#depth -= 1
    return pieces
  }

  #and(): Pieces {
    return this.#chain(() => this.#not(), { and: " && " })
  }

  #not(): Pieces {
    const nots: EspToken[] = []
    while (this.#peek().kind === "not") nots.push(this.#next())
    const [first] = nots
    if (first === undefined) return this.#relation()
    const inside = this.#relation()
    // Twice not is the same; CEL's own sign binds tighter than that of the logicians.
    return inside && nots.length % 2 === 1 ? negated(inside, first.at) : inside
  }

  #relation(): Pieces {
    const first = this.#peek()
    if (first.kind === "{") return this.#subset()
    const isName = first.kind === "name" || first.kind === "text"
    const isAfter = this.#isAfterSign()
    if (isName && isMembership(this.#peek(isAfter ? 2 : 1), this.#peek(isAfter ? 3 : 2))) return this.#membership()
    const left = this.#sum()
    const sign = this.#peek()
    if (left === undefined || !isComparison(sign.kind)) return left
    this.#next()
    const right = this.#sum()
    return right && [...left, { text: ` ${sign.kind} `, at: sign.at }, ...right]
  }

  #membership(): Pieces {
    const step = this.#step()
    if (step === undefined) return undefined
    const sign = this.#next()
    if (sign.kind === "subset") return this.#fail(sign, `${quoted(step.name)} is no set.`, `Write '${step.name} in …'.`)
    const isNot = sign.kind !== "in"
    if (sign.kind === "not") this.#next()
    const state = this.#state()
    if (state === undefined) return undefined
    const inside = [{ text: `${JSON.stringify(step.name)} in `, at: step.at }, state]
    return isNot ? negated(inside, step.at) : inside
  }

  #subset(): Pieces {
    const open = this.#next()
    const pieces: Piece[] = [{ text: "[", at: open.at }]
    while (this.#peek().kind !== "}") {
      const step = this.#step()
      if (step === undefined) return undefined
      pieces.push({ text: JSON.stringify(step.name), at: step.at })
      if (this.#peek().kind !== ",") break
      const comma = this.#next()
      pieces.push({ text: ", ", at: comma.at })
    }
    const close = this.#next()
    if (close.kind !== "}") return this.#fail(close, "the set is not closed.", "Write it as '{A, B}'.")
    const sign = this.#next()
    if (sign.kind !== "subset") return this.#fail(sign, "a set stands alone.", "Write '{A, B} subset executing'.")
    if (this.#peek().text.toLowerCase() === "of") this.#next()
    const state = this.#state()
    return state && [...pieces, { text: "].subsetOf(", at: sign.at }, state, { text: ")", at: state.at }]
  }

  /** The name of a task or block, or with a `+` what follows it. */
  #step(): { readonly name: string; readonly at: number } | undefined {
    const isAfter = this.#isAfterSign()
    const { kind, text, at } = this.#peek()
    if (kind !== "name" && kind !== "text") {
      this.#fail(this.#peek(), "the name of a task or block is missing.", "Write it as it stands in the workflow.")
      return undefined
    }
    this.#next()
    if (isAfter) this.#next()
    const name = kind === "text" ? String(JSON.parse(text)) : text
    return { name: isAfter ? `${name}+` : name, at }
  }

  #state(): Piece | undefined {
    const first = this.#next()
    const { kind, text, at } = first.kind === "not" ? this.#next() : first
    const word = `${first.kind === "not" ? "not" : ""}${text.toLowerCase().replaceAll(/[-_]/g, "")}`
    const state = kind === "name" && Object.hasOwn(STATES, word) ? STATES[word] : undefined
    if (state !== undefined) return { text: state, at: first.at }
    const remedy = meant(text, Object.values(STATES), `The states are ${Object.values(STATES).join(", ")}.`)
    this.#fail({ at }, `${quoted(text)} is no state.`, remedy)
    return undefined
  }

  #sum(): Pieces {
    return this.#chain(() => this.#product(), { "+": " + ", "-": " - " })
  }

  #product(): Pieces {
    return this.#chain(() => this.#value(), { "*": " * ", "/": " / " })
  }

  #value(): Pieces {
    const token = this.#next()
    const { kind, text, at } = token
    if (kind === "number" || kind === "text") return [{ text, at }]
    if (kind === "name") return this.#named(token)
    if (kind === "-" && this.#peek().kind === "number") return [{ text: `-${this.#next().text}`, at }]
    if (kind !== "(")
      return this.#fail(token, kind === "end" ? "it breaks off." : `${quoted(text)} stands here.`, VALUE)
    const inside = this.#or()
    if (inside === undefined) return undefined
    const close = this.#next()
    if (close.kind !== ")") return this.#fail(close, "a bracket is not closed.", "Write ')' where it ends.")
    return [{ text: "(", at }, ...inside, { text: ")", at: close.at }]
  }

  /** A result or case data. */
  #named({ text, at }: EspToken): Pieces {
    const parts = text.split(".")
    const isResult = parts.length <= 2 && parts.at(-1)?.toLowerCase() === "result"
    const about = parts.length === 2 ? parts[0] : this.#about
    if (isResult && about !== undefined) return [{ text: `result(${JSON.stringify(about)})`, at }]
    if (isResult) return this.#fail({ at }, "it does not say of what the result is.", "Write it as 'B2.result'.")
    if (parts.every(isVariableName)) return [{ text, at }]
    const remedy = "Put spaces around '-' and '/' to mean minus and divided by."
    return this.#fail({ at }, `${quoted(text)} is not the name of case data.`, remedy)
  }

  #chain(part: () => Pieces, signs: { readonly [Kind in Sign]?: string }): Pieces {
    const first = part()
    if (first === undefined) return undefined
    const pieces = [...first]
    for (let sign = signs[this.#sign()]; sign !== undefined; sign = signs[this.#sign()]) {
      const { at } = this.#next()
      const next = part()
      if (next === undefined) return undefined
      pieces.push({ text: sign, at })
      for (const piece of next) pieces.push(piece)
    }
    return pieces
  }

  #sign(): Sign {
    const { kind } = this.#peek()
    return kind === "name" || kind === "number" || kind === "text" ? "end" : kind
  }

  /** Whether a `+` follows that belongs to the name and adds nothing. */
  #isAfterSign(): boolean {
    const plus = this.#peek(1)
    if (plus.kind !== "+" || plus.at !== this.#peek().end) return false
    const next = this.#peek(2)
    return next.kind === "," || next.kind === "}" || isMembership(next, this.#peek(3))
  }

  #peek(ahead = 0): EspToken {
    return this.#tokens[Math.min(this.#index + ahead, this.#tokens.length - 1)] ?? END
  }

  #next(): EspToken {
    const token = this.#peek()
    this.#index += 1
    return token
  }

  #fail({ at }: { readonly at: number }, message: string, remedy: string): undefined {
    this.trouble = { at, message, remedy }
  }
}

const END: EspToken = { kind: "end", text: "", at: 0, end: 0 }
const DEEPEST = 50
const VALUE = "Write a name, a number or a text in quotes."

const STATES: Readonly<Record<string, string>> = {
  notready: "notReady",
  ready: "ready",
  executing: "executing",
  suspended: "suspended",
  done: "done",
  aborted: "aborted",
}

function negated(inside: readonly Piece[], at: number): readonly Piece[] {
  const [only] = inside
  const isName = inside.length === 1 && only !== undefined && isVariableName(only.text)
  return isName || isInBrackets(inside)
    ? [{ text: "!", at }, ...inside]
    : [{ text: "!(", at }, ...inside, { text: ")", at }]
}

function isInBrackets(pieces: readonly Piece[]): boolean {
  let depth = 0
  return pieces.every(({ text }, index) => {
    depth += text === "(" ? 1 : text === ")" ? -1 : 0
    return depth > 0 || (index > 0 && index === pieces.length - 1)
  })
}

function isMembership({ kind }: EspToken, after: EspToken): boolean {
  return kind === "in" || kind === "notIn" || kind === "subset" || (kind === "not" && after.kind === "in")
}

function isComparison(kind: EspToken["kind"]): boolean {
  return ["==", "!=", "<", ">", "<=", ">="].includes(kind)
}
