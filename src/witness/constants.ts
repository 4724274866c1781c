import { isFinding, parse } from "../expressions/parse.ts"
import { type Node, partsOf } from "../expressions/syntax.ts"
import type { Step } from "../messages/steps.ts"
import { isClockEvent, plainEvent } from "../model/event-names.ts"
import { placeOfScope } from "../model/scope-text.ts"
import { stepsOf } from "./conclusions.ts"
import { expressionsIn, type Given, type Looked } from "./expressions-in-force.ts"
import { idleTrees } from "./idle-trees.ts"
import { nameOf, namesIn } from "./names-in.ts"
import { enumeratedBy, type Predicate, predicatesIn } from "./predicates.ts"
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
  /** The tasks for which it matters whether somebody has begun them. */
  readonly begun: ReadonlySet<string>
  /** The processes of which it matters whether anything has begun. */
  readonly begunIn: ReadonlySet<string>
  /** Whether what is noted for a pattern can lead to something. */
  readonly looksAtPatterns: boolean
  /** Up to which number rounds and incarnations are told apart; 0: nobody counts them. */
  readonly counts: number
  readonly looksAtClock: boolean
  /** Whether conditions may change with time alone, or with all that has happened. */
  readonly looksAtTime: boolean
  readonly predicates: readonly Predicate[]
  /** Those that look at nothing but data. */
  readonly ofData: readonly Predicate[]
  /** Names that no predicate looks at directly, so that any two values may lead to something else. */
  readonly opaque: ReadonlySet<string>
  /** Parameters of events that steps pass on: what they are matters later. */
  readonly carried: ReadonlySet<string>
  /** Names that are none but the texts they are compared with. */
  readonly enumerated: ReadonlySet<string>
}

export interface Attending {
  /** Trees that are looked at also where they only tell somebody something. */
  readonly trees?: ReadonlySet<string>
  /** What rules compare with several texts is one of them: whoever wrote them has thought of all there is. */
  readonly isEnumerating?: boolean
}

export function constantsIn(stage: Stage, { trees = new Set(), isEnumerating = false }: Attending = {}): Constants {
  const { looked, given } = expressionsIn(stage, trees)
  const found = new Finding()
  for (const { source } of looked) found.look(source)
  for (const { source } of given) found.compareIn(source)
  for (const tree of stage.rulebook.trees()) {
    const plain = plainEvent(tree.on)
    if (plain?.word === "written") found.relevant.add(lastPart(plain.about))
    const [, about] = /^done\((?:.*\/)?(.*)\)$/s.exec(tree.on) ?? []
    const looksAtResult = [...tree.nodes.values()].some(
      (node) => node.until === undefined && /\bresult\b/.test(node.if),
    )
    if (about !== undefined && looksAtResult) found.results.add(about)
  }
  found.passBack(given)
  const { relevant, of, against, sizes, results } = found
  const predicates = predicatesIn(looked)
  const told = new Set(predicates.flatMap(({ names }) => [...names]))
  const opaque = new Set([...relevant].filter((name) => !told.has(name)))
  return {
    relevant,
    of,
    against,
    sizes,
    results,
    predicates,
    ofData: predicates.filter(({ isOfData }) => isOfData),
    opaque,
    carried: carriedIn(given),
    enumerated: isEnumerating ? enumeratedBy(predicates) : new Set(),
    ...attentionOf(stage, looked),
  }
}

type Attention = Pick<
  Constants,
  "words" | "looksAtStates" | "begun" | "begunIn" | "looksAtPatterns" | "counts" | "looksAtClock" | "looksAtTime"
>

function attentionOf(stage: Stage, looked: readonly Looked[]): Attention {
  const { rulebook } = stage
  const texts = looked.map(({ source }) => source)
  const words = new Set<string>()
  const begun = new Set<string>()
  const begunIn = new Set<string>()
  for (const text of texts)
    for (const word of textsIn(text).map(lastPart)) {
      words.add(word)
      if (/\b(executing|ready|suspended)\b/.test(text)) begun.add(word)
    }
  let looksAtClock = false
  let looksAtPatterns = false
  const idle = idleTrees(stage)
  for (const { key, on, at, nodes } of rulebook.trees()) {
    if (idle.has(key)) continue
    const steps = [...nodes.values()].flatMap((node) =>
      node.until === undefined ? stepsOf(node.conclusion, stage) : [],
    )
    const { task } = placeOfScope(at)
    if (task !== undefined) words.add(task)
    const plain = plainEvent(on)
    if (plain) words.add(lastPart(plain.about))
    if (plain?.word === "started") begun.add(lastPart(plain.about))
    if (isClockEvent(on) || rulebook.classes.is("Timeout", on) || on === "DeadlineExceeded") looksAtClock = true
    if (rulebook.patterns.has(on)) looksAtPatterns = true
    for (const step of steps) {
      if (step.do === "jump" || step.do === "rollback") words.add(step.to)
      const place = step.do === "suspend" || step.do === "waitAndSuspend" ? heldPlace(step) : undefined
      if (place?.task !== undefined) begun.add(place.task)
      else if (step.do === "waitAndSuspend" && place) begunIn.add(place.process)
    }
  }
  for (const word of begun) words.add(word)
  const looksAtTime = texts.some((text) =>
    /\b(now|history|external|pastCases|pastExceptions|startedAt|enabledAt)\b/.test(text),
  )
  const isAbout = (pattern: RegExp) => texts.some((text) => pattern.test(text))
  const looksAtStates = begun.size > 0 || isAbout(/\b(done|aborted|notReady|result|history|items)\b/)
  return { words, looksAtStates, begun, begunIn, looksAtPatterns, counts: countedIn(texts), looksAtClock, looksAtTime }
}

/** The names of parameters in values that are made of an event. */
function carriedIn(given: readonly Given[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { source } of given) {
    const node = /\bevent\b/.test(source) ? parse(source) : undefined
    if (node && !isFinding(node)) for (const name of namesIn(node)) names.add(name)
  }
  return names
}

const heldPlace = (step: Extract<Step, { readonly do: "suspend" | "waitAndSuspend" }>) =>
  step.do === "waitAndSuspend" ? step.place : typeof step.target === "string" ? undefined : step.target

const lastPart = (path: string): string => path.replace(/^.*\//s, "")

/** The largest number that is compared, and one more. */
function countedIn(texts: readonly string[]): number {
  const counting = texts.filter((text) => /\b(round|count|duringRound|history)\b/.test(text))
  const numbers = counting.flatMap((text) => [...text.matchAll(/\d+/g)].map(([digits]) => Number(digits)))
  return counting.length === 0 ? 0 : Math.min(MOST_COUNTED, Math.max(1, ...numbers) + 1)
}

const MOST_COUNTED = 6

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

class Finding
  implements Omit<Constants, keyof Attention | "predicates" | "ofData" | "opaque" | "carried" | "enumerated">
{
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
