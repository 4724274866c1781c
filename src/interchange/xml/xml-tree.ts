import { SaxesParser } from "saxes"
import type { Budget } from "../../model/source-tokens.ts"
import { withoutTraces } from "../../model/without-traces.ts"
import { attributesWritten } from "./attributes-written.ts"
import { type Mistake, mistakeOf } from "./syntax-mistakes.ts"
import type { XmlText } from "./xml-text.ts"

/** An element with all that is in it, and where in the text it stands. */
export interface XmlElement {
  readonly name: string
  /** The offset of its `<`. */
  readonly at: number
  readonly attributes: ReadonlyMap<string, XmlAttribute>
  readonly children: readonly XmlElement[]
  /** Where text stands directly in it that is not only white space. */
  readonly texts: readonly number[]
}

export interface XmlAttribute extends XmlText {
  /** The offset of its name. */
  readonly at: number
}

export interface XmlTree {
  /** Absent where the text is not well formed, or more than is read. */
  readonly root?: XmlElement
  readonly mistakes: readonly Mistake[]
}

/**
 * Takes a text apart into elements. Never throws, and stops as soon as it is nested too deep or too long. Declares nothing and expands nothing:
 * a DOCTYPE is a mistake, and so is every entity but the five XML has by itself. Comments and processing instructions are left aside.
 */
export function xmlTree(text: string, deepest: number, budget: Budget): XmlTree {
  const growing = new Growing(text, deepest, budget)
  withoutTraces(() => feed(text, growing))
  const { root, mistakes, isBroken } = growing
  return { mistakes, ...(root && !isBroken && { root }) }
}

const CHUNK = 16 * 1024
const MOST_MISTAKES = 20

function feed(text: string, growing: Growing): void {
  const { parser } = growing
  for (let start = 0; start < text.length && !growing.isOver; start += CHUNK)
    parser.write(text.slice(start, start + CHUNK))
  if (!growing.isOver) parser.close()
}

interface Open {
  readonly name: string
  readonly at: number
  readonly attributes: ReadonlyMap<string, XmlAttribute>
  readonly children: XmlElement[]
  readonly texts: number[]
}

class Growing {
  readonly parser = new SaxesParser<{ readonly xmlns: false; readonly position: false }>({
    xmlns: false,
    position: false,
  })
  readonly mistakes: Mistake[] = []
  root: XmlElement | undefined
  /** Whether it is of no use: what was found so far may be nothing but a consequence. */
  isBroken = false
  isOver = false
  readonly #text: string
  readonly #open: Open[] = []
  /** Where the tag under way begins, and where the last thing read ended. */
  #tagAt = 0
  #end = 0
  /** What a closing tag has closed last. */
  #closed = ""

  constructor(text: string, deepest: number, budget: Budget) {
    this.#text = text
    const { parser } = this
    const count = (): void => {
      budget.left -= 1
      if (budget.left < 0) this.#stop("TOO_LARGE", this.#tagAt, TOO_MANY, "Split it into several files.")
    }
    parser.on("opentagstart", ({ name }) => {
      this.#tagAt = parser.position - name.length - 2
      count()
      if (this.#open.length >= deepest)
        this.#stop("TOO_DEEP", this.#tagAt, `The elements are nested more than ${deepest} deep.`, FLATTER)
    })
    parser.on("attribute", count)
    parser.on("opentag", ({ name, attributes }) => this.#begin(name, attributes))
    parser.on("closetag", () => this.#finish())
    parser.on("text", (found) => {
      const inside = this.#open.at(-1)
      if (inside && found.trim() !== "") inside.texts.push(firstLetter(text, this.#end))
    })
    parser.on("cdata", () => {
      this.#open.at(-1)?.texts.push(text.lastIndexOf("<![CDATA[", parser.position))
      this.#end = parser.position
    })
    for (const aside of ["comment", "processinginstruction"] as const)
      parser.on(aside, () => {
        this.#end = parser.position
      })
    parser.on("doctype", () => {
      const at = text.lastIndexOf("<!DOCTYPE", parser.position)
      this.#mistake({ code: "DOCTYPE_REFUSED", at, message: DOCTYPE, remedy: "Take the DOCTYPE out." })
    })
    parser.on("xmldecl", ({ encoding }) => {
      if (encoding === undefined || /^(utf-8|us-ascii)$/i.test(encoding)) return
      const message = `The text says that it is in '${encoding}', but is read as UTF-8.`
      this.#mistake({ code: "BAD_ENCODING", at: 0, message, remedy: "Save it in UTF-8, and say so." })
    })
    parser.on("error", ({ message }) => {
      if (this.isOver) return
      const { isSyntax, ...mistake } = mistakeOf(message, text, parser.position, {
        open: message.startsWith("unclosed") ? this.#open.pop() : undefined,
        closed: this.#closed,
      })
      if (isSyntax) this.isBroken = true
      this.#mistake(mistake)
    })
  }

  #begin(name: string, values: Readonly<Record<string, string>>): void {
    const { position } = this.parser
    const attributes = attributesWritten(this.#text, this.#tagAt + 1 + name.length, position, values)
    this.#open.push({ name, at: this.#tagAt, attributes, children: [], texts: [] })
    this.#end = position
  }

  #finish(): void {
    const done = this.#open.pop()
    this.#closed = done?.name ?? ""
    const outer = this.#open.at(-1)
    if (done && outer) outer.children.push(done)
    else this.root ??= done
    this.#end = this.parser.position
  }

  #mistake(mistake: Mistake): void {
    if (this.mistakes.length < MOST_MISTAKES) this.mistakes.push(mistake)
    else this.isOver = true
  }

  #stop(code: string, at: number, message: string, remedy: string): void {
    if (!this.isOver) this.mistakes.push({ code, at, message, remedy })
    this.isBroken = true
    this.isOver = true
  }
}

function firstLetter(text: string, from: number): number {
  let at = from
  while (at < text.length && /\s/.test(text[at] ?? "")) at += 1
  return at
}

const TOO_MANY = "Up to here there are as many elements and attributes as are read at once."
const FLATTER = "Move inner parts into workflows of their own."
const DOCTYPE = "There is a DOCTYPE, which could make much of little or name other files, and is not read."
