import type { Bounded, Classes, DataClasses, NamedExlet, Rules } from "../exceptions/rules.ts"
import { isBoundKey, newTree, type Tree } from "../exceptions/tree.ts"
import { applyChange, type TreeChange } from "../exceptions/tree-change.ts"
import { pathText } from "../messages/findings.ts"
import type { Json } from "../messages/json.ts"
import type { Hears } from "../messages/plain-events.ts"
import { readBundleValues } from "../model/bundle.ts"
import { type DataClassTree, dataClassTree } from "../model/data-class-tree.ts"
import type { DataType } from "../model/definition.ts"
import { isCheckpoint, plainEvent } from "../model/event-names.ts"
import { type ClassTree, classTree } from "../model/exception-classes.ts"
import { meant } from "../model/names.ts"
import { namesOfException } from "../model/names-of-exception.ts"
import type { Process } from "../model/net.ts"
import { readClass as readOneClass } from "../model/read-classes.ts"
import { readExlet as readOneExlet } from "../model/read-exlets.ts"
import type {
  ClassDefinition,
  ConstraintDefinition,
  DataClassDefinition,
  ExletDefinition,
  PatternDefinition,
} from "../model/repertoire.ts"
import type { Locate } from "../model/source.ts"
import type { Store, StoredDefinition, StoredTreeChange } from "../store/port.ts"
import { BoundHandlers } from "./bound-handlers.ts"
import { conditionReader, type Site } from "./conditions.ts"
import { PastClasses } from "./past-classes.ts"
import { ScopeReach } from "./scope-reach.ts"
import { ScopedConstraints } from "./scoped-constraints.ts"
import { WantedEvents } from "./wanted-events.ts"

/** The rules, exlets and classes in force, kept in memory; each change comes here once it is durable. */
export class Rulebook implements Rules {
  readonly #newest: (name: string) => Process | undefined
  readonly #trees = new Map<string, Map<string, Tree>>()
  readonly #bound = new BoundHandlers((tree) => this.#reader(tree))
  readonly #constraints = new ScopedConstraints()
  /** Where trees stand. */
  readonly #ruled = new ScopeReach()
  readonly patterns = new Map<string, PatternDefinition>()
  readonly wanted = new WantedEvents((on, at) => this.#isAsked(on, at), this.patterns)
  readonly #definitions = new Map<string, ExletDefinition>()
  readonly #declared = new Map<string, ClassDefinition>()
  readonly #dataClasses = new Map<string, DataClassDefinition>()
  #dataClassTree: DataClassTree | undefined
  readonly pastClasses = new PastClasses()
  /** By kind and name, those removed included. */
  readonly #newestOf = new Map<string, StoredDefinition>()
  /** Versions of trees that a deployment gave whole. */
  readonly #deployed = new Map<string, number>()
  /** Undefined until it is asked for after a change: a deployment may bring thousands. */
  #classes: ClassTree | undefined
  /** By class, until a class or pattern changes. */
  readonly #names = new Map<string, readonly string[]>()
  /** Counts whatever may change the meaning of a condition, so that it is compiled anew. */
  epoch = 0
  /** Counts changes of who may have items at all. */
  qualifications = 0
  changes = 0
  /** Counts whatever has come into force. */
  revision = 0

  private constructor(newest: (name: string) => Process | undefined) {
    this.#newest = newest
  }

  static async open(
    store: Pick<Store, "definitions" | "treeChanges">,
    newest: (name: string) => Process | undefined,
  ): Promise<Rulebook> {
    const book = new Rulebook(newest)
    for (const definition of await store.definitions()) book.define(definition)
    for (const change of await store.treeChanges()) book.change(change)
    return book
  }

  // What decisions ask

  concerns(process: string): boolean {
    // A pattern may be made of what happens anywhere in a family.
    if (this.patterns.size > 0 || this.#ruled.concerns(process)) return true
    return this.#bound.reach.concerns(process) || this.#constraints.reach.concerns(process)
  }

  get reachesPeople(): boolean {
    return this.#ruled.reachesPeople || this.#bound.reach.reachesPeople || this.#constraints.reach.reachesPeople
  }

  get reachesData(): boolean {
    return this.#ruled.reachesData || this.#bound.reach.reachesData || this.#constraints.reach.reachesData
  }

  wants(on: string): boolean {
    return this.#trees.has(on) || this.#bound.wants(on)
  }

  tree(on: string, at: string): Tree | undefined {
    return this.#trees.get(on)?.get(at)
  }

  mandatory(on: string, at: string): readonly Tree[] {
    return this.#bound.mandatory(on, at)
  }

  bound(on: string, at: string): readonly Tree[] {
    return this.#bound.bound(on, at)
  }

  parametersOf(handler: string): ReadonlyMap<string, DataType> {
    return this.#bound.handler(handler)?.parameters ?? noParameters
  }

  constraints(at: string): readonly ConstraintDefinition[] {
    return this.#constraints.at(at)
  }

  get qualifyingPeople(): readonly ConstraintDefinition[] {
    return this.#constraints.qualifyingPeople
  }

  get constrained(): ReadonlySet<Bounded> {
    return this.#constraints.kinds
  }

  get hears(): Hears | undefined {
    return this.wanted.hears
  }

  clocks(process: string): readonly string[] {
    return this.wanted.clocks(process)
  }

  /** Whether anything in cases of a process waits for a moment because of rules or constraints. */
  isTimed(process: string): boolean {
    return this.clocks(process).length > 0 || this.#constraints.hasDeadlines(process)
  }

  /** How often such rules and constraints have changed. */
  get timeChanges(): number {
    return this.wanted.clockChanges + this.#constraints.deadlineChanges
  }

  exlet(name: string): NamedExlet | undefined {
    return this.definition(name)
  }

  readonly classes: Classes = {
    has: (name) => this.classTree.has(name),
    is: (name, ancestor) => this.classTree.is(name, ancestor),
    lineage: (name) => this.classTree.lineage(name),
    names: (name) => this.#namesOf(name),
    parameters: (name) => this.classTree.parameters(name),
    titled: (title) => this.#titled(title),
    nearest: (name) => meant(name, this.classTree.all(), "") || undefined,
  }

  readonly dataClasses: DataClasses = { lineage: (name) => this.dataClassTree.lineage(name) }

  readonly lineageOf = (name: string): readonly string[] => {
    const exceptions = this.classTree.lineage(name)
    if (!this.dataClassTree.has(name)) return exceptions
    const data = this.dataClassTree.lineage(name)
    return exceptions.length === 0 ? data : [...exceptions, ...data]
  }

  // What people ask

  get dataClassTree(): DataClassTree {
    this.#dataClassTree ??= dataClassTree(this.#dataClasses.values())
    return this.#dataClassTree
  }

  get classTree(): ClassTree {
    this.#classes ??= classTree(this.#declared.values())
    return this.#classes
  }

  /** Exlets as read; those removed are not among them. */
  definition(name: string): ExletDefinition | undefined {
    return this.#definitions.get(name)
  }

  exlets(): readonly StoredDefinition[] {
    return this.allStored("exlet")
  }

  /** The newest version of each of a kind, in the order they first came. */
  allStored(kind: StoredDefinition["kind"]): readonly StoredDefinition[] {
    return [...this.#newestOf.values()].filter((stored) => stored.kind === kind && stored.source !== null)
  }

  /** Handlers, and where they are bound. */
  get handlers(): BoundHandlers {
    return this.#bound
  }

  allConstraints(): Iterable<ConstraintDefinition> {
    return this.#constraints.all()
  }

  /** The newest version, unless it was removed. */
  stored(kind: StoredDefinition["kind"], name: string): StoredDefinition | undefined {
    const newest = this.#newestOf.get(`${kind} ${name}`)
    return newest?.source === null ? undefined : newest
  }

  declaredClasses(): readonly ClassDefinition[] {
    return [...this.#declared.values()]
  }

  declaredDataClasses(): readonly DataClassDefinition[] {
    return [...this.#dataClasses.values()]
  }

  /** The plain events people may raise that some rule is about: what is no class, no pattern and nothing the system notices by itself. */
  raisedEvents(): readonly string[] {
    const names = [...this.trees()].map(({ on }) => on)
    const isOther = (on: string) =>
      plainEvent(on) !== undefined || isCheckpoint(on) || this.classTree.has(on) || this.patterns.has(on)
    return [...new Set(names)].filter((on) => !isOther(on))
  }

  /** Those learnt and deployed. */
  *ownTrees(): Iterable<Tree> {
    for (const byScope of this.#trees.values()) yield* byScope.values()
  }

  /** Those of bound handlers besides. */
  *trees(): Iterable<Tree> {
    yield* this.ownTrees()
    yield* this.#bound.trees()
  }

  byKey(key: string): Tree | undefined {
    if (isBoundKey(key)) return this.#bound.tree(key)
    const space = key.indexOf(" ")
    return this.tree(key.slice(0, space), key.slice(space + 1))
  }

  /** The version of a tree that was last given whole; 0: never. */
  deployedVersion(key: string): number {
    return this.#deployed.get(key) ?? 0
  }

  nextVersion(kind: StoredDefinition["kind"], name: string): number {
    return (this.#newestOf.get(`${kind} ${name}`)?.version ?? 0) + 1
  }

  // What has become durable

  define(stored: StoredDefinition): void {
    const { kind, name, source } = stored
    this.revision++
    this.#newestOf.set(`${kind} ${name}`, stored)
    this.#names.clear()
    if (kind === "exlet") {
      const definition = source === null ? undefined : readExlet(name, source)
      if (definition) this.#definitions.set(name, definition)
      else this.#definitions.delete(name)
    }
    if (kind === "class") {
      const definition = source === null ? undefined : readClass(name, source)
      if (definition) this.#declared.set(name, definition)
      else this.#declared.delete(name)
      this.pastClasses.note({ kind, name, at: stored.at, definition })
      this.#classes = undefined
      this.epoch++
    }
    if (kind === "dataClass") {
      const definition = source === null ? undefined : readDataClass(name, source)
      if (definition) this.#dataClasses.set(name, definition)
      else this.#dataClasses.delete(name)
      this.pastClasses.note({ kind, name, at: stored.at, definition })
      this.#dataClassTree = undefined
      this.epoch++
    }
    if (kind === "handler") {
      this.#bound.defineHandler(stored)
      for (const tree of this.#bound.treesOf(name)) this.wanted.note(tree)
      this.epoch++
      this.changes++
    }
    if (kind === "binding") {
      this.#bound.bind(stored)
      const [handler = "", at = ""] = name.split("@")
      for (const on of this.#bound.handler(handler)?.on ?? []) this.wanted.note({ on, at })
      this.changes++
    }
    if (kind === "pattern") {
      const definition = source === null ? undefined : readPattern(name, source)
      if (definition) this.patterns.set(name, definition)
      else this.patterns.delete(name)
      this.wanted.patternsChanged()
    }
    if (kind === "constraint" && this.#constraints.define(name, source).isQualifying) this.qualifications++
  }

  change(stored: StoredTreeChange): void {
    const { tree: key, version, at, by, reason } = stored
    const change = stored.change as unknown as TreeChange
    const tree = this.byKey(key) ?? this.#plant(key)
    const entry = { version, change, at, by, ...(reason !== undefined && { reason }) }
    applyChange(tree, entry, this.#reader(tree))
    this.wanted.note(tree)
    this.revision++
    this.changes++
    if (change.kind === "replaced") this.#deployed.set(key, version)
  }

  /** Where the conditions of a tree stand. */
  siteOf({ on, at, bound }: Tree): Site {
    return { on, at, parameters: bound && (() => this.parametersOf(bound.handler)) }
  }

  /** Reads conditions as they will be read in a tree. */
  reader(on: string, at: string) {
    return conditionReader({ on, at }, { book: this, newest: this.#newest })
  }

  #reader(tree: Tree) {
    const known = readers.get(tree)
    if (known) return known
    const reader = conditionReader(this.siteOf(tree), { book: this, newest: this.#newest })
    readers.set(tree, reader)
    return reader
  }

  #namesOf(name: string): readonly string[] {
    if (this.patterns.size === 0) return this.classTree.lineage(name)
    const known = this.#names.get(name) ?? namesOfException(this.classTree.lineage(name), this.patterns)
    this.#names.set(name, known)
    return known
  }

  #plant(key: string): Tree {
    const space = key.indexOf(" ")
    const tree = newTree(key.slice(0, space), key.slice(space + 1))
    const byScope = this.#trees.get(tree.on) ?? new Map<string, Tree>()
    this.#trees.set(tree.on, byScope.set(tree.at, tree))
    this.#ruled.add(tree.at)
    return tree
  }

  #isAsked(on: string, at: string): boolean {
    if (this.tree(on, at)?.root.except) return true
    return this.bound(on, at).length > 0 || this.mandatory(on, at).length > 0
  }

  /** The class that was made of a report with that title. */
  #titled(title: string): string | undefined {
    const wanted = nameFrom(title)
    for (const { name, title: its } of this.#declared.values())
      if (nameFrom(name) === wanted || (its !== undefined && nameFrom(its) === wanted)) return name
    return undefined
  }
}

const noParameters: ReadonlyMap<string, DataType> = new Map()
const readers = new WeakMap<Tree, ReturnType<Rulebook["reader"]>>()

/** A title as a name: `Stadium roof damaged` is `stadium-roof-damaged`. */
export function nameFrom(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "")
}

const located: Locate = (path) => ({ path: pathText(path) })

function readExlet(name: string, source: Json): ExletDefinition | undefined {
  return readOneExlet(name, source, ["exlets", name], located, () => {})
}

function readClass(name: string, source: Json): ClassDefinition | undefined {
  return readOneClass(name, source, ["exceptions", name], located, () => {})
}

function readDataClass(name: string, source: Json): DataClassDefinition | undefined {
  return readBundleValues([{ dataClasses: { [name]: source } }]).repertoire.dataClasses[0]
}

function readPattern(name: string, source: Json): PatternDefinition | undefined {
  return readBundleValues([{ patterns: { [name]: source } }]).repertoire.patterns[0]
}
