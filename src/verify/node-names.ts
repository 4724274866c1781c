import type { Path } from "../messages/findings.ts"
import type { ProcessDefinition } from "../model/definition.ts"
import type { Net, Process } from "../model/net.ts"

/** Where the nodes of a process were written. */
export interface Written {
  readonly definition: ProcessDefinition
  readonly process: Process
  readonly paths: ReadonlyMap<string, Path>
}

/** What nodes are called by people. */
export class Names {
  readonly #written: Written
  readonly ownPath: Path
  /** The process, or the activity whose net it is. */
  readonly whole: string

  constructor(written: Written, net: Net) {
    const { definition, paths } = written
    this.#written = written
    this.ownPath = (net.owner && paths.get(net.owner.node)) ?? definition.path
    this.whole = net.owner ? `The activity "${net.owner.node}"` : `The process "${definition.name}"`
  }

  path(node: string | undefined): Path {
    return (node !== undefined && this.#written.paths.get(this.#base(node))) || this.ownPath
  }

  of(node: string | undefined): string {
    if (node === undefined) return "a place"
    const base = this.#base(node)
    const [, kind] = /^(.*)~\d+$/.exec(base) ?? []
    return kind === undefined ? `"${base}"` : `a ${kind} block without a name`
  }

  /** As a list in a sentence. */
  list(nodes: readonly string[], otherwise = "nothing"): string {
    const all = [...new Set(nodes.map((node) => this.of(node)))]
    if (all.length === 0) return otherwise
    const shown = all.length > MOST_NAMED ? [...all.slice(0, MOST_NAMED), "others"] : all
    return shown.length === 1 ? String(shown[0]) : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`
  }

  /** Those that have names. */
  known(nodes: readonly string[]): readonly string[] {
    const named = [...new Set(nodes.filter((node) => !node.includes("~")))]
    return named.length > MOST_NAMED ? [...named.slice(0, MOST_NAMED), "…"] : named
  }

  /** A route stands for the step it was drawn for. */
  #base(node: string): string {
    const { paths } = this.#written
    for (let name = node; name !== ""; name = name.slice(0, Math.max(0, name.lastIndexOf("~")))) {
      if (paths.has(name)) return name
    }
    return node
  }
}

const MOST_NAMED = 5
