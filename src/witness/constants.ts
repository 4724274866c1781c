import { isFinding, parse } from "../expressions/parse.ts"
import { type Node, partsOf } from "../expressions/syntax.ts"
import { isClockEvent, plainEvent } from "../model/event-names.ts"
import { placeOfScope } from "../model/scope-text.ts"
import { systemNames } from "../model/vocabulary.ts"
import { expressionsIn, type Given, type Looked, stepsOf } from "./expressions-in-force.ts"
import type { Stage } from "./stage.ts"

/**
 * What values make a difference: for each name that conditions look at, what it is compared with. Names are the last part of
 * a path, so that `event.amount`, `line.amount` and `amount` are one; `result` is what items and processes end with.
 */
export interface Constants {
  /** Every name any condition looks at, directly or through others. */
  readonly relevant: ReadonlySet<string>
  readonly of: ReadonlyMap<string, ReadonlySet<string | number | boolean>>
  /** What a name is compared with that depends on other names, as expressions. */
  readonly against: ReadonlyMap<string, ReadonlySet<string>>
  /** How large texts and lists are compared to be. */
  readonly sizes: ReadonlyMap<string, ReadonlySet<number>>
  /** Tasks whose result is looked at. */
  readonly results: ReadonlySet<string>
  /** Every text in a condition, and every task, block and process rules and their steps speak of. */
  readonly words: ReadonlySet<string>
  /** Whether it matters how far which task is; whether somebody has begun it; how often; what time it is. */
  readonly looksAtStates: boolean
  readonly looksAtBegun: boolean
  readonly counts: boolean
  readonly looksAtClock: boolean
}

export function constantsIn(stage: Stage): Constants {
  const { looked, given } = expressionsIn(stage)
  const found = new Finding()
  for (const { source } of looked) found.look(source)
  for (const { source } of given) found.compareIn(source)
  for (const tree of stage.rulebook.trees()) {
    const [, about] = /^done\((?:.*\/)?(.*)\)$/s.exec(tree.on) ?? []
    const looksAtResult = [...tree.nodes.values()].some(
      (node) => node.until === undefined && /\bresult\b/.test(node.if),
    )
    if (about !== undefined && looksAtResult) found.results.add(about)
  }
  found.passBack(given)
  const { relevant, of, against, sizes, results } = found
  return { relevant, of, against, sizes, results, ...attentionOf(stage, looked) }
}

type Attention = Pick<Constants, "words" | "looksAtStates" | "looksAtBegun" | "counts" | "looksAtClock">

function attentionOf(stage: Stage, looked: readonly Looked[]): Attention {
  const texts = looked.map(({ source }) => source)
  const words = new Set<string>()
  for (const text of texts) for (const word of textsIn(text)) words.add(word.replace(/^.*\//s, ""))
  const isAbout = (pattern: RegExp) => texts.some((text) => pattern.test(text))
  let looksAtClock = false
  let looksAtBegun = isAbout(/\b(executing|ready|suspended|items|agent)\b/)
  for (const { on, at, nodes } of stage.rulebook.trees()) {
    const { task } = placeOfScope(at)
    if (task !== undefined) words.add(task)
    const plain = plainEvent(on)
    if (plain) words.add(plain.about.replace(/^.*\//s, ""))
    if (plain?.word === "started") looksAtBegun = true
    if (isClockEvent(on) || stage.rulebook.classes.is("Timeout", on) || on === "DeadlineExceeded") looksAtClock = true
    for (const node of nodes.values()) {
      for (const step of node.until === undefined ? stepsOf(node.conclusion, stage) : []) {
        const place =
          step.do === "suspend" && typeof step.target !== "string"
            ? step.target
            : "place" in step
              ? step.place
              : undefined
        if (place?.task !== undefined) words.add(place.task)
        if (step.do === "waitAndSuspend" || (step.do === "suspend" && place?.task !== undefined)) looksAtBegun = true
        if ("to" in step && (step.do === "jump" || step.do === "rollback")) words.add(step.to)
      }
    }
  }
  const looksAtStates = looksAtBegun || isAbout(/\b(done|aborted|notReady|result|history)\b/)
  return { words, looksAtStates, looksAtBegun, counts: isAbout(/\b(round|count|duringRound|history)\b/), looksAtClock }
}

function textsIn(source: string): readonly string[] {
  const node = parse(source)
  const texts: string[] = []
  const visit = (part: Node): void => {
    if (part.kind === "literal" && typeof part.value === "string") texts.push(part.value)
    for (const inner of partsOf(part)) visit(inner)
  }
  if (!isFinding(node)) visit(node)
  return texts
}

class Finding implements Omit<Constants, keyof Attention> {
  readonly relevant = new Set<string>()
  readonly of = new Map<string, Set<string | number | boolean>>()
  readonly against = new Map<string, Set<string>>()
  readonly sizes = new Map<string, Set<number>>()
  readonly results = new Set<string>()

  look(source: string): void {
    const node = parse(source)
    if (isFinding(node)) return
    for (const name of namesIn(node)) this.relevant.add(name)
    this.#compare(node, source)
  }

  compareIn(source: string): void {
    const node = parse(source)
    if (!isFinding(node)) this.#compare(node, source)
  }

  /** What a name is compared with, the names its value is made from had better be. */
  passBack(given: readonly Given[]): void {
    for (let round = 0; round < 4; round++) {
      for (const { name, source } of given) {
        if (!this.relevant.has(name)) continue
        const node = parse(source)
        if (isFinding(node)) continue
        for (const other of namesIn(node)) {
          this.relevant.add(other)
          for (const value of this.of.get(name) ?? []) into(this.of, other, value)
          for (const against of this.against.get(name) ?? []) into(this.against, other, against)
          for (const size of this.sizes.get(name) ?? []) into(this.sizes, other, size)
        }
        if (node.kind === "literal" && isValue(node.value)) into(this.of, name, node.value)
      }
    }
  }

  #compare(node: Node, source: string): void {
    for (const part of partsOf(node)) this.#compare(part, source)
    if (node.kind === "comparison" || node.kind === "in") {
      this.#against(node.left, node.right, source)
      this.#against(node.right, node.left, source)
    }
    if (node.kind !== "call") return
    const [first] = node.arguments
    if (node.name === "result" && first?.kind === "literal") this.results.add(String(first.value).replace(/^.*\//s, ""))
    const about = node.receiver && nameOf(node.receiver)
    for (const argument of about === undefined ? [] : node.arguments)
      if (argument.kind === "literal" && typeof argument.value === "string") into(this.of, about ?? "", argument.value)
  }

  #against(left: Node, right: Node, source: string): void {
    const sized = sizeOf(left)
    if (sized !== undefined && right.kind === "literal" && typeof right.value === "number")
      into(this.sizes, sized, right.value)
    const name = nameOf(left)
    if (name === undefined) return
    if (right.kind === "list") for (const element of right.elements) this.#against(left, element, source)
    else if (right.kind === "literal") {
      if (isValue(right.value)) into(this.of, name, right.value)
    } else into(this.against, name, source.slice(right.start, right.end))
  }
}

/** What a part speaks of: a variable, a field, or a result. */
export function nameOf(node: Node): string | undefined {
  if (node.kind === "name") return systemNames.has(node.name) ? undefined : node.name
  if (node.kind === "field") return node.field
  if (node.kind === "index" && node.at.kind === "literal") return String(node.at.value)
  return node.kind === "call" && node.name === "result" ? "result" : undefined
}

/** Every name an expression speaks of. */
export function namesIn(node: Node): ReadonlySet<string> {
  const names = new Set<string>()
  const visit = (part: Node): void => {
    const name = nameOf(part)
    if (name !== undefined) names.add(name)
    for (const inner of partsOf(part)) visit(inner)
  }
  visit(node)
  return names
}

function sizeOf(node: Node): string | undefined {
  if (node.kind !== "call" || node.name !== "size") return undefined
  const about = node.receiver ?? node.arguments[0]
  return about && nameOf(about)
}

const isValue = (value: unknown): value is string | number | boolean => value !== null

function into<Value>(map: Map<string, Set<Value>>, name: string, value: Value): void {
  const values = map.get(name)
  if (values) values.add(value)
  else map.set(name, new Set([value]))
}
