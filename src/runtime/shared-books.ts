import type { Defined, NodeStore } from "../store/nodes.ts"
import type { Store } from "../store/port.ts"
import { Processes } from "./processes.ts"
import { Rulebook } from "./rulebook.ts"
import { Staffing } from "./staffing.ts"

/** What is in force, kept in memory. */
export interface Books {
  readonly processes: Processes
  readonly rulebook: Rulebook
  readonly staffing: Staffing
}

export interface OpenedBooks {
  readonly books: Books
  /** Of a store that several engines have open. */
  readonly shared?: SharedBooks
}

export async function openBooks(store: Store): Promise<OpenedBooks> {
  const { nodes } = store
  const known = await nodes?.definedAfter(0)
  const from = known ? asStored(store, known) : store
  const processes = await Processes.open(from)
  const rulebook = await Rulebook.open(from, processes.current)
  const staffing = await Staffing.open(from)
  const books = { processes, rulebook, staffing }
  return nodes && known ? { books, shared: new SharedBooks(nodes, books, known.edit) } : { books }
}

/** All of one moment. */
const asStored = (store: Store, { processes, definitions, treeChanges }: Defined) => ({
  loads: () => store.loads(),
  experience: () => store.experience(),
  processes: async () => processes,
  definitions: async () => definitions,
  treeChanges: async () => treeChanges,
})

/** The books of a node: abreast of what all nodes define. What this node defines itself comes the same way. */
export class SharedBooks {
  readonly #nodes: NodeStore
  readonly #books: Books
  /** The last edit they hold. */
  #edit: number
  #changes = 0
  #last: Promise<unknown> = Promise.resolve()
  /** The next look at the store, which has not begun. */
  #next: Promise<void> | undefined
  /** Is told after a change. */
  onChange: (before: Before) => void = () => undefined

  constructor(nodes: NodeStore, books: Books, edit: number) {
    this.#nodes = nodes
    this.#books = books
    this.#edit = edit
  }

  get edit(): number {
    return this.#edit
  }

  /** How often something has come into force: not every edit defines something. */
  get changes(): number {
    return this.#changes
  }

  /** Resolves when all that was defined before has come into force here. Who asks while the store is being asked shares the next question. */
  abreast(): Promise<void> {
    this.#next ??= this.#last.then(() => {
      this.#next = undefined
      const looking = this.#look()
      this.#last = looking.catch(() => undefined)
      return looking
    })
    return this.#next
  }

  async #look(): Promise<void> {
    if ((await this.#nodes.lastEdit()) === this.#edit) return
    const defined = await this.#nodes.definedAfter(this.#edit)
    if (isNothing(defined)) {
      this.#edit = defined.edit
      return
    }
    const { staffing, rulebook } = this.#books
    const before = { organisation: staffing.organisation, qualifications: rulebook.qualifications }
    comeIntoForce(this.#books, defined)
    this.#edit = defined.edit
    this.#changes++
    this.onChange(before)
  }
}

export interface Before {
  readonly organisation: Staffing["organisation"]
  readonly qualifications: number
}

const isNothing = ({ processes, definitions, treeChanges }: Defined): boolean =>
  processes.length + definitions.length + treeChanges.length === 0

function comeIntoForce({ processes, rulebook, staffing }: Books, { definitions, treeChanges, ...more }: Defined): void {
  for (const stored of more.processes) processes.remember(stored)
  const retires = definitions.some(({ kind }) => kind === "process")
  if (more.processes.length > 0 || retires) rulebook.epoch++
  staffing.defineAll(definitions)
  for (const definition of definitions)
    if (definition.kind === "process") processes.note(definition)
    else rulebook.define(definition)
  for (const change of treeChanges) rulebook.change(change)
}
