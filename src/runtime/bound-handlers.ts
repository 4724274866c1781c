import { boundKey, newTree, type Tree } from "../exceptions/tree.ts"
import { applyChange, type ReadCondition, type TreeChange } from "../exceptions/tree-change.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import { readBundleValues } from "../model/bundle.ts"
import { boundParameters } from "../model/check-parameters.ts"
import type { HandlerDefinition } from "../model/repertoire.ts"
import type { StoredDefinition, StoredTreeChange } from "../store/port.ts"
import { ScopeReach } from "./scope-reach.ts"

/** A handler at a scope, as it is in force. */
export interface Binding {
  readonly handler: string
  readonly at: string
  readonly with: JsonObject
  readonly stored: StoredDefinition
}

/** What is stored of a binding; `isLive`: somebody bound it, and not a deployment. */
export interface BindingSource {
  readonly with: JsonObject
  readonly isLive?: true
}

export const bindingName = (handler: string, at: string): string => `${handler}@${at}`

/**
 * Handlers and where they are bound. Each binding has a tree of one node for each event of its handler, or of none while it is not
 * bound; the same definitions in the same order give the same trees and versions.
 */
export class BoundHandlers {
  readonly #read: (tree: Tree) => ReadCondition
  readonly #handlers = new Map<string, HandlerDefinition>()
  /** In the order they were bound; those changed keep their place. */
  readonly #bindings = new Map<string, Binding>()
  /** Those of each handler, by where they are. */
  readonly #bindingsOf = new Map<string, Map<string, Binding>>()
  /** What was last deployed, and not bound by somebody. */
  readonly #deployed = new Map<string, BindingSource>()
  /** All there ever were. */
  readonly #trees = new Map<string, Tree>()
  readonly #changes = new Map<string, StoredTreeChange[]>()
  #index: Index | undefined

  constructor(read: (tree: Tree) => ReadCondition) {
    this.#read = read
  }

  // What decisions ask

  mandatory(on: string, at: string): readonly Tree[] {
    return this.#indexed().trees.get(on)?.get(at)?.mandatory ?? none
  }

  bound(on: string, at: string): readonly Tree[] {
    return this.#indexed().trees.get(on)?.get(at)?.bound ?? none
  }

  wants(on: string): boolean {
    return this.#indexed().trees.has(on)
  }

  get reach(): ScopeReach {
    return this.#indexed().reach
  }

  // What people ask

  handler(name: string): HandlerDefinition | undefined {
    return this.#handlers.get(name)
  }

  handlers(): Iterable<HandlerDefinition> {
    return this.#handlers.values()
  }

  bindings(): Iterable<Binding> {
    return this.#bindings.values()
  }

  bindingsOf(handler: string): Iterable<Binding> {
    return this.#bindingsOf.get(handler)?.values() ?? none
  }

  binding(handler: string, at: string): Binding | undefined {
    return this.#bindings.get(bindingName(handler, at))
  }

  deployed(handler: string, at: string): BindingSource | undefined {
    return this.#deployed.get(bindingName(handler, at))
  }

  tree(key: string): Tree | undefined {
    return this.#trees.get(key)
  }

  /** Those bound now. */
  *trees(): Iterable<Tree> {
    for (const binding of this.#bindings.values()) yield* this.#treesOf(binding)
  }

  /** Those of one handler. */
  *treesOf(handler: string): Iterable<Tree> {
    for (const binding of this.bindingsOf(handler)) yield* this.#treesOf(binding)
  }

  *#treesOf({ handler, at }: Binding): Iterable<Tree> {
    for (const on of this.#handlers.get(handler)?.on ?? []) {
      const tree = this.#trees.get(boundKey(on, at, handler))
      if (tree) yield tree
    }
  }

  changes(key: string): readonly StoredTreeChange[] {
    return this.#changes.get(key) ?? []
  }

  // What has become durable

  defineHandler(stored: StoredDefinition): void {
    const { name, source } = stored
    const before = this.#handlers.get(name)
    const next = source === null ? undefined : readHandler(name, source)
    if (next) this.#handlers.set(name, next)
    else this.#handlers.delete(name)
    this.#index = undefined
    for (const binding of this.bindingsOf(name)) {
      const dropped = before?.on.filter((on) => !next?.on.includes(on)) ?? []
      for (const on of dropped) this.#clear(boundKey(on, binding.at, name), stored)
      if (next) this.#plant(next, binding, stored)
    }
  }

  bind(stored: StoredDefinition): void {
    const { name } = stored
    const split = name.indexOf("@")
    const [handler, at] = [name.slice(0, split), name.slice(split + 1)]
    const source = stored.source as unknown as BindingSource | null
    const definition = this.#handlers.get(handler)
    this.#index = undefined
    if (source !== null) {
      const binding = { handler, at, with: source.with, stored }
      this.#bindings.set(name, binding)
      this.#bindingsOf.set(handler, (this.#bindingsOf.get(handler) ?? new Map<string, Binding>()).set(at, binding))
      if (!source.isLive) this.#deployed.set(name, source)
      if (definition) this.#plant(definition, binding, stored)
    } else if (this.#bindings.delete(name)) {
      this.#bindingsOf.get(handler)?.delete(at)
      for (const on of definition?.on ?? []) this.#clear(boundKey(on, at, handler), stored)
    }
  }

  #plant(handler: HandlerDefinition, { at, with: given }: Binding, stored: StoredDefinition): void {
    const { name, solves, title, parameters } = handler
    for (const on of handler.on) {
      const tree = this.#trees.get(boundKey(on, at, name)) ?? newTree(on, at, { handler: name, solves })
      this.#trees.set(tree.key, tree)
      if (tree.bound) tree.bound.solves = solves
      const node = {
        id: tree.nextId,
        if: handler.if.source,
        ...(handler.then && { conclusion: handler.then }),
        ...(title !== undefined && { title }),
        with: boundParameters(parameters, given),
      }
      this.#change(tree, { kind: "replaced", first: node.id, nodes: [node] }, stored)
    }
  }

  #clear(key: string, stored: StoredDefinition): void {
    const tree = this.#trees.get(key)
    if (tree) this.#change(tree, { kind: "replaced", nodes: [] }, stored)
  }

  #change(tree: Tree, change: TreeChange, { at, by, reason }: StoredDefinition): void {
    const version = tree.version + 1
    const told = { version, at, by, ...(reason !== undefined && { reason }) }
    applyChange(tree, { change, ...told }, this.#read(tree))
    const changes = this.#changes.get(tree.key) ?? []
    changes.push({ tree: tree.key, change: change as unknown as JsonObject, ...told })
    this.#changes.set(tree.key, changes)
  }

  #indexed(): Index {
    this.#index ??= this.#newIndex()
    return this.#index
  }

  #newIndex(): Index {
    const index: Index = { trees: new Map(), reach: new ScopeReach() }
    for (const { handler: name, at } of this.#bindings.values()) {
      const handler = this.#handlers.get(name)
      for (const on of handler?.on ?? []) {
        const tree = this.#trees.get(boundKey(on, at, name))
        if (tree === undefined) continue
        index.reach.add(at)
        const byScope = index.trees.get(on) ?? new Map<string, Bound>()
        const there = byScope.get(at) ?? { mandatory: [], bound: [] }
        there[handler?.mandatory ? "mandatory" : "bound"].push(tree)
        index.trees.set(on, byScope.set(at, there))
      }
    }
    return index
  }
}

interface Bound {
  readonly mandatory: Tree[]
  readonly bound: Tree[]
}

/** Asked all the time, and made anew when a handler or binding changes. */
interface Index {
  readonly trees: Map<string, Map<string, Bound>>
  readonly reach: ScopeReach
}

const none: readonly never[] = []

function readHandler(name: string, source: Json): HandlerDefinition | undefined {
  return readBundleValues([{ handlers: { [name]: source } }]).repertoire.handlers[0]
}
