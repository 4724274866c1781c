import { localValue } from "../engine/bindings.ts"
import { viewOf } from "../engine/data.ts"
import { type Case, caseNumberOf, type Family, type Frame, type Item, isLive } from "../engine/family.ts"
import { isHeld } from "../engine/holds.ts"
import { sharedBefore } from "../engine/shared-data.ts"
import { isNamed } from "../engine/states.ts"
import type {
  CaseFacts,
  Fetched,
  FlowFacts,
  ItemFacts,
  Looking,
  Need,
  Place,
  PlaceFacts,
  ProcessFacts,
  StepFacts,
} from "../exceptions/port.ts"
import type { Rules } from "../exceptions/rules.ts"
import type { ScopeText } from "../exceptions/scopes.ts"
import type { Bindings } from "../expressions/expression.ts"
import type { Hold } from "../messages/holds.ts"
import { type AgentId, type CaseId, type FrameId, type ItemId, numberOf, type RunId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import type { Staff } from "../messages/people.ts"
import type { Written } from "../messages/undoing.ts"
import { nodeOf, type Process, stepNames } from "../model/net.ts"
import type { Authority } from "./authority.ts"
import { FlowOf } from "./flow-facts.ts"
import type { Told } from "./history-value.ts"
import { factKey, type KnownFacts } from "./known-facts.ts"
import { LazyCaseFacts } from "./lazy-case-facts.ts"
import { placeAt, scopesAt, scopesOfData } from "./place-facts.ts"
import type { FindProcess } from "./projection.ts"
import { ruleBindings, type Surroundings } from "./rule-context.ts"
import { spentAt } from "./spent-at.ts"
import { stepFacts } from "./step-facts.ts"

/** The values a decision is made with, the same for all machines. */
export interface FamilyFactsOptions {
  readonly now: number
  readonly rules: Rules
  readonly find: FindProcess
  readonly newest: (name: string) => Process | undefined
  readonly facts: KnownFacts
  /** Who there is, if anybody knows. */
  readonly staff?: Staff | undefined
}

/** A family of the net machine, as the exception machine looks at it. */
export class FamilyFacts implements Looking {
  readonly rules: Rules
  readonly #family: Family
  readonly #options: FamilyFactsOptions
  readonly #around: Surroundings
  // The last ones asked for, as they are asked for again and again.
  #lastCase: { readonly of: Case; readonly process: Process; facts?: CaseFacts } | undefined
  #lastItem: { readonly of: Item; readonly facts: ItemFacts } | undefined
  #flow: FlowFacts | undefined

  /** `recent` tells what the very decision under way has done so far. */
  constructor(family: Family, options: FamilyFactsOptions, recent?: () => Told) {
    const { rules, find, now, facts, staff } = options
    this.rules = rules
    this.#family = family
    this.#options = options
    this.#around = { family, find, now, facts, staff, recent, lineageOf: rules.lineageOf }
  }

  get caseNumber(): string {
    return caseNumberOf(this.#family)
  }

  case(id: CaseId): CaseFacts | undefined {
    const found = this.#family.cases.get(id)
    return found && this.#caseFacts(found)
  }

  *cases(): Iterable<CaseFacts> {
    for (const found of this.#family.cases.values()) yield this.#caseFacts(found)
  }

  item(id: ItemId): ItemFacts | undefined {
    const item = this.#family.items.get(id)
    return item && this.#itemFacts(item)
  }

  workOf(id: CaseId): readonly ItemFacts[] {
    return this.#live(id, ({ kind }) => kind === "work" || kind === "program")
  }

  liveOf(id: CaseId): readonly ItemFacts[] {
    return this.#live(id, ({ kind }) => kind !== "route")
  }

  nominatedOf(id: CaseId): readonly ItemFacts[] {
    return this.#live(id, () => true).filter(({ isNominated }) => isNominated)
  }

  hasStep(id: CaseId, name: string): boolean {
    return stepNames(this.#processOf(id)).has(name)
  }

  get flow(): FlowFacts {
    this.#flow ??= new FlowOf(this.#family, (id) => this.#processOf(id))
    return this.#flow
  }

  sharedBefore(run: RunId): JsonObject {
    return sharedBefore(this.#family, run)
  }

  holds(): Iterable<Hold> {
    return this.#family.holds.values()
  }

  scopes(of: { readonly case: CaseId; readonly item?: ItemId | undefined }): readonly ScopeText[] {
    return scopesAt(this.#family, this.#processOf(of.case), this.#itemOf(of), this.#options)
  }

  place(of: { readonly case: CaseId; readonly item?: ItemId | undefined }): PlaceFacts {
    return placeAt(this.#family, this.#processOf(of.case), this.#itemOf(of))
  }

  step(of: {
    readonly case: CaseId
    readonly task: string
    readonly agent?: AgentId | undefined
    readonly wrote?: Written | undefined
  }): StepFacts | undefined {
    const found = this.#family.cases.get(of.case)
    return found && stepFacts(this.#caseAndProcess(found).process, of, this.#options)
  }

  instance(id: ItemId, of: string): { readonly frame: FrameId; readonly item: ItemId } | undefined {
    for (let item = this.#family.items.get(id); item; ) {
      const frame: Frame | undefined = this.#family.frames.get(item.frame)
      if (frame?.item && frame.net === of) return { frame: frame.id, item: frame.item }
      item = frame?.item && this.#family.items.get(frame.item)
    }
    return undefined
  }

  get people(): Staff | undefined {
    return this.#options.staff
  }

  spentAt(id: CaseId, scope: ScopeText): number {
    const found = this.#family.cases.get(id)
    return found ? spentAt(found, scope, this.#options) : 0
  }

  dataScopes(id: CaseId, names: readonly string[]): readonly ScopeText[] {
    return scopesOfData(this.#processOf(id), this.rules, (name) => names.includes(name))
  }

  process(name: string): ProcessFacts | undefined {
    return this.#options.newest(name)
  }

  context(place: Place): Bindings {
    return ruleBindings(this.#around, place, this.#processOf(place.case))
  }

  /** The same as somebody may see it. */
  contextFor(authority: Authority | undefined, place: Place): Bindings {
    return ruleBindings({ ...this.#around, authority }, place, this.#processOf(place.case))
  }

  external(source: string, place: Place): Fetched | undefined {
    return this.#options.facts.get(factKey(source, place))
  }

  lack(need: Need): void {
    this.#options.facts.lack(need)
  }

  /** What was lacking since it was asked last. */
  takeLacking(): readonly Need[] {
    return this.#options.facts.takeLacking()
  }

  #itemOf({ item }: { readonly item?: ItemId | undefined }): Item | undefined {
    return item && this.#family.items.get(item)
  }

  #live(id: CaseId, isMeant: (item: Item) => boolean): readonly ItemFacts[] {
    const found: Item[] = []
    for (const item of this.#family.items.values())
      if (item.case === id && isLive(item) && isMeant(item)) found.push(item)
    return found.sort((one, other) => numberOf(one.id) - numberOf(other.id)).map((item) => this.#itemFacts(item))
  }

  #caseFacts(found: Case): CaseFacts {
    const last = this.#caseAndProcess(found)
    last.facts ??= new LazyCaseFacts(this.#family, found, last.process)
    return last.facts
  }

  #itemFacts(item: Item): ItemFacts {
    if (this.#lastItem?.of !== item) {
      const facts = new LazyItemFacts(item, this.#family, this.#processOf(item.case), this.#options.now)
      this.#lastItem = { of: item, facts }
    }
    return this.#lastItem.facts
  }

  #processOf(id: CaseId): Process {
    const found = this.#family.cases.get(id)
    if (found === undefined) throw new Error(`case ${id} is not there any more`)
    return this.#caseAndProcess(found).process
  }

  #caseAndProcess(found: Case) {
    if (this.#lastCase?.of !== found) {
      const process = this.#options.find(found.process, found.version)
      if (process === undefined) throw new Error(`case ${found.id} is of no process that is known`)
      this.#lastCase = { of: found, process }
    }
    return this.#lastCase
  }
}

/** Most of it is never asked for. */
class LazyItemFacts implements ItemFacts {
  readonly #item: Item
  readonly #family: Family
  readonly #process: Process
  readonly #now: number

  constructor(item: Item, family: Family, process: Process, now: number) {
    this.#item = item
    this.#family = family
    this.#process = process
    this.#now = now
  }

  get id() {
    return this.#item.id
  }
  get case() {
    return this.#item.case
  }
  get process() {
    return this.#process.name
  }
  get task() {
    return this.#item.task
  }
  get kind() {
    return this.#item.kind
  }
  get status() {
    return this.#item.status
  }
  get isLive() {
    return isLive(this.#item)
  }
  get agent() {
    return this.#item.agent ?? this.#item.returnedBy
  }
  get unit() {
    return this.#item.offer?.demand.unit
  }
  get attempt() {
    return this.#item.attempt
  }
  get enabledAt() {
    return this.#item.enabledAt
  }
  get startedAt() {
    return this.#item.startedAt
  }
  get spent() {
    return this.#item.spent ?? 0
  }
  get budget() {
    return this.#node()?.task?.budget
  }
  get within() {
    return this.#family.frames.get(this.#item.frame)?.item
  }
  get isHeld() {
    return isHeld(this.#family, this.#item, this.#process)
  }

  get activities(): readonly string[] {
    const names: string[] = []
    for (let frame = this.#family.frames.get(this.#item.frame); frame?.item; ) {
      if (isNamed(frame.net) && frame.net !== this.#item.task) names.push(frame.net)
      const owner: Item | undefined = this.#family.items.get(frame.item)
      frame = owner && this.#family.frames.get(owner.frame)
    }
    return names
  }

  get isNominated(): boolean {
    return this.#node()?.task?.select ?? false
  }

  get writes(): ReadonlySet<string> {
    const { variables } = this.#process
    return new Set(this.kind === "activity" ? variables.keys() : this.#node()?.task?.writes.fields.keys())
  }

  get data(): JsonObject {
    const frame = this.#family.frames.get(this.#item.frame)
    const node = this.#node()
    if (frame === undefined || node === undefined) return {}
    return viewOf({ family: this.#family, process: this.#process, frame, node, now: this.#now }, this.#item)
  }

  get own(): JsonObject {
    const frame = this.#family.frames.get(this.#item.frame)
    const own: Record<string, JsonObject[string]> = {}
    for (const name of this.#node()?.task?.locals.keys() ?? []) {
      const value = frame && localValue(this.#family, frame, name)
      if (value !== undefined) own[name] = value
    }
    return { ...own, ...this.#item.given }
  }

  #node() {
    const frame = this.#family.frames.get(this.#item.frame)
    return frame && nodeOf(this.#process, frame.net, this.#item.task)
  }
}
