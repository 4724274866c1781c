import { dataClassTree } from "../model/data-class-tree.ts"
import { classTree } from "../model/exception-classes.ts"
import type { ClassDefinition, DataClassDefinition } from "../model/repertoire.ts"

/** A class that came, changed or went. */
export type ClassChange = { readonly at: number; readonly name: string } & (
  | { readonly kind: "class"; readonly definition: ClassDefinition | undefined }
  | { readonly kind: "dataClass"; readonly definition: DataClassDefinition | undefined }
)

/** What classes were at moments of the past: a decision is explained and tried on with those of its own time. */
export class PastClasses {
  readonly #changes: ClassChange[] = []
  /** By how many changes had been made. */
  readonly #trees = new Map<number, (name: string) => readonly string[]>()

  note(change: ClassChange): void {
    this.#changes.push(change)
  }

  /** A class and what it was then, nearest first; nothing for what was no class. */
  lineagesAt(moment: number): (name: string) => readonly string[] {
    const made = this.#changes.filter(({ at }) => at <= moment)
    const known = this.#trees.get(made.length)
    if (known) return known
    const classes = new Map<string, ClassDefinition>()
    const ofData = new Map<string, DataClassDefinition>()
    for (const change of made)
      if (change.kind === "class") put(classes, change.name, change.definition)
      else put(ofData, change.name, change.definition)
    const exceptions = classTree(classes.values())
    const data = dataClassTree(ofData.values())
    const lineages = (name: string) => [...exceptions.lineage(name), ...(data.has(name) ? data.lineage(name) : [])]
    if (this.#trees.size >= MOST_KEPT) this.#trees.clear()
    this.#trees.set(made.length, lineages)
    return lineages
  }
}

const MOST_KEPT = 20

function put<Definition>(map: Map<string, Definition>, name: string, definition: Definition | undefined): void {
  if (definition) map.set(name, definition)
  else map.delete(name)
}
