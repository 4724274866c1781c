import type { Classes, NamedExlet, Rules } from "../exceptions/rules.ts"
import { newTree, type Tree } from "../exceptions/tree.ts"
import { applyChange, type TreeChange } from "../exceptions/tree-change.ts"
import type { Json } from "../messages/json.ts"
import { readBundleValues } from "../model/bundle.ts"
import { type ClassTree, classTree } from "../model/exception-classes.ts"
import { meant } from "../model/names.ts"
import type { Process } from "../model/net.ts"
import type { ClassDefinition, ExletDefinition } from "../model/repertoire.ts"
import type { Store, StoredDefinition, StoredTreeChange } from "../store/port.ts"
import { conditionReader } from "./conditions.ts"

/** The rules, exlets and classes in force, kept in memory; each change comes here once it is durable. */
export class Rulebook implements Rules {
  readonly #newest: (name: string) => Process | undefined
  readonly #trees = new Map<string, Map<string, Tree>>()
  /** The processes trees stand in, and `everywhere` where one stands outside them all. */
  readonly #ruled = new Set<string>()
  readonly #definitions = new Map<string, ExletDefinition>()
  readonly #declared = new Map<string, ClassDefinition>()
  /** By kind and name, those removed included. */
  readonly #newestOf = new Map<string, StoredDefinition>()
  /** Versions of trees that a deployment gave whole. */
  readonly #deployed = new Map<string, number>()
  #classes: ClassTree = classTree([])
  /** Counts whatever may change the meaning of a condition, so that it is compiled anew. */
  epoch = 0
  changes = 0

  private constructor(newest: (name: string) => Process | undefined) {
    this.#newest = newest
  }

  static async open(store: Store, newest: (name: string) => Process | undefined): Promise<Rulebook> {
    const book = new Rulebook(newest)
    for (const definition of await store.definitions()) book.define(definition)
    for (const change of await store.treeChanges()) book.change(change)
    return book
  }

  // What decisions ask

  concerns(process: string): boolean {
    return this.#ruled.has(process) || this.#ruled.has("everywhere")
  }

  wants(on: string): boolean {
    return this.#trees.has(on)
  }

  tree(on: string, at: string): Tree | undefined {
    return this.#trees.get(on)?.get(at)
  }

  exlet(name: string): NamedExlet | undefined {
    return this.definition(name)
  }

  readonly classes: Classes = {
    has: (name) => this.#classes.has(name),
    is: (name, ancestor) => this.#classes.is(name, ancestor),
    lineage: (name) => this.#classes.lineage(name),
    parameters: (name) => this.#classes.parameters(name),
    titled: (title) => this.#titled(title),
    nearest: (name) => meant(name, this.#classes.all(), "") || undefined,
  }

  // What people ask

  get classTree(): ClassTree {
    return this.#classes
  }

  /** Exlets as read; those removed are not among them. */
  definition(name: string): ExletDefinition | undefined {
    return this.#definitions.get(name)
  }

  exlets(): readonly StoredDefinition[] {
    return [...this.#newestOf.values()].filter(({ kind, source }) => kind === "exlet" && source !== null)
  }

  /** The newest version, unless it was removed. */
  stored(kind: StoredDefinition["kind"], name: string): StoredDefinition | undefined {
    const newest = this.#newestOf.get(`${kind} ${name}`)
    return newest?.source === null ? undefined : newest
  }

  declaredClasses(): readonly ClassDefinition[] {
    return [...this.#declared.values()]
  }

  *trees(): Iterable<Tree> {
    for (const byScope of this.#trees.values()) yield* byScope.values()
  }

  byKey(key: string): Tree | undefined {
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
    this.#newestOf.set(`${kind} ${name}`, stored)
    if (kind === "exlet") {
      const definition = source === null ? undefined : readExlet(name, source)
      if (definition) this.#definitions.set(name, definition)
      else this.#definitions.delete(name)
    }
    if (kind === "class") {
      const definition = source === null ? undefined : readClass(name, source)
      if (definition) this.#declared.set(name, definition)
      else this.#declared.delete(name)
      this.#classes = classTree(this.#declared.values())
      this.epoch++
    }
  }

  change(stored: StoredTreeChange): void {
    const { tree: key, version, at, by, reason } = stored
    const change = stored.change as unknown as TreeChange
    const tree = this.byKey(key) ?? this.#plant(key)
    const entry = { version, change, at, by, ...(reason !== undefined && { reason }) }
    applyChange(tree, entry, this.#reader(tree))
    this.changes++
    if (change.kind === "replaced") this.#deployed.set(key, version)
  }

  /** Reads conditions as they will be read in a tree. */
  reader(on: string, at: string) {
    return conditionReader({ on, at }, { book: this, newest: this.#newest })
  }

  #reader(tree: Tree) {
    const known = readers.get(tree)
    if (known) return known
    const reader = this.reader(tree.on, tree.at)
    readers.set(tree, reader)
    return reader
  }

  #plant(key: string): Tree {
    const space = key.indexOf(" ")
    const tree = newTree(key.slice(0, space), key.slice(space + 1))
    const byScope = this.#trees.get(tree.on) ?? new Map<string, Tree>()
    this.#trees.set(tree.on, byScope.set(tree.at, tree))
    this.#ruled.add(tree.at.split("/", 1)[0] ?? "")
    return tree
  }

  /** The class that was made of a report with that title. */
  #titled(title: string): string | undefined {
    const wanted = nameFrom(title)
    for (const { name, title: its } of this.#declared.values())
      if (nameFrom(name) === wanted || (its !== undefined && nameFrom(its) === wanted)) return name
    return undefined
  }
}

const readers = new WeakMap<Tree, ReturnType<Rulebook["reader"]>>()

/** A title as a name: `Stadium roof damaged` is `stadium-roof-damaged`. */
export function nameFrom(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "")
}

function readExlet(name: string, source: Json): ExletDefinition | undefined {
  return readBundleValues([{ exlets: { [name]: source } }]).repertoire.exlets[0]
}

function readClass(name: string, source: Json): ClassDefinition | undefined {
  return readBundleValues([{ exceptions: { [name]: source } }]).repertoire.classes[0]
}
