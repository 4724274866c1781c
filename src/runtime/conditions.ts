import {
  type Bindings,
  compileExpression,
  type Explanation,
  type Expression,
  isExpression,
  type Outcome,
  type Vocabulary,
} from "../expressions/expression.ts"
import type { DataClassTree } from "../model/data-class-tree.ts"
import type { DataType } from "../model/definition.ts"
import type { ClassTree } from "../model/exception-classes.ts"
import type { Process } from "../model/net.ts"
import { findNode, handlerNames, namesAt, type RuleScope } from "../model/rule-scope.ts"
import { placeOfScope } from "../model/scope-text.ts"
import { ruleVocabulary } from "../model/vocabulary.ts"

/** Where a condition stands. */
export interface Site {
  readonly on: string
  readonly at: string
  /** Of a handler that is bound there: what it has for parameters. */
  readonly parameters?: (() => ReadonlyMap<string, DataType>) | undefined
}

export interface Meaning {
  /** `epoch` counts what may change the meaning of a condition. */
  readonly book: { readonly epoch: number; readonly classTree: ClassTree; readonly dataClassTree: DataClassTree }
  readonly newest: (name: string) => Process | undefined
}

/** The names a condition may use at a scope as it is deployed now; everything, where nothing is known. */
export function vocabularyAt({ on, at, parameters }: Site, { book, newest }: Meaning): Vocabulary {
  const place = placeOfScope(at)
  const process = place.process === undefined ? undefined : newest(place.process)
  const node = process && place.task !== undefined ? findNode(process, place.task) : undefined
  const scope: RuleScope = { ...(process && { process }), ...(node && { node }) }
  const known = { classes: book.classTree, dataClasses: book.dataClassTree }
  const names = parameters
    ? handlerNames(scope, { on: [on], parameters: parameters() }, known)
    : namesAt(scope, on, known)
  return ruleVocabulary(names)
}

/**
 * Reads conditions of one tree. Each is compiled when it is first asked, and anew when what it speaks of has changed; one that
 * no longer fits the newest version of its process still serves older cases, and one that cannot be read at all fails.
 */
export function conditionReader(site: Site, meaning: Meaning): (source: string) => Expression {
  let known: { readonly epoch: number; readonly vocabulary: Vocabulary } | undefined
  const vocabulary = () => {
    const { epoch } = meaning.book
    if (known?.epoch !== epoch) known = { epoch, vocabulary: vocabularyAt(site, meaning) }
    return known.vocabulary
  }
  return (source) => new Condition(source, meaning.book, vocabulary)
}

class Condition implements Expression {
  readonly source: string
  readonly #book: Meaning["book"]
  readonly #vocabulary: () => Vocabulary
  #compiled: Expression | undefined
  #epoch = -1

  constructor(source: string, book: Meaning["book"], vocabulary: () => Vocabulary) {
    this.source = source
    this.#book = book
    this.#vocabulary = vocabulary
  }

  get type() {
    return this.#expression().type
  }
  get names() {
    return this.#expression().names
  }
  get calls() {
    return this.#expression().calls
  }
  get sources() {
    return this.#expression().sources
  }
  evaluate(bindings: Bindings, limit?: number): Outcome {
    return this.#expression().evaluate(bindings, limit)
  }
  explain(bindings: Bindings, limit?: number): Explanation {
    return this.#expression().explain(bindings, limit)
  }

  #expression(): Expression {
    const { epoch } = this.#book
    if (this.#compiled !== undefined && this.#epoch === epoch) return this.#compiled
    this.#epoch = epoch
    this.#compiled = compiled(this.source, this.#vocabulary())
    return this.#compiled
  }
}

function compiled(source: string, vocabulary: Vocabulary): Expression {
  const typed = compileExpression(source, vocabulary, "boolean")
  if (isExpression(typed)) return typed
  const open = compileExpression(source, ruleVocabulary())
  return isExpression(open) ? open : unreadable(source, typed[0]?.message ?? "it cannot be read")
}

function unreadable(source: string, message: string): Expression {
  const error = { code: "BAD_OPERANDS", message, start: 0, end: source.length, part: source } as const
  return {
    source,
    type: "any",
    names: new Set(),
    calls: new Set(),
    sources: new Set(),
    evaluate: () => ({ ok: false, error }),
    explain: () => ({ text: source, outcome: { ok: false, error }, parts: [] }),
  }
}
