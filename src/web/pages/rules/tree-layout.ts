/** A rule as far as drawing goes. */
export interface Hanging {
  readonly node: number
  /** Absent: it is the first. */
  readonly parent?: number
  readonly branch: "true" | "false"
}

export interface Placed {
  readonly node: number
  /** Along the exceptions: how many rules hold when this one is asked. */
  readonly column: number
  readonly row: number
}

export interface Edge {
  readonly from: number
  readonly to: number
  readonly branch: "true" | "false"
}

export interface TreeLayout {
  readonly places: ReadonlyMap<number, Placed>
  readonly edges: readonly Edge[]
  readonly columns: number
  readonly rows: number
}

/**
 * Where each rule of a tree is drawn: an exception to the right of its rule, what is asked when a rule does not hold below it
 * and below all its exceptions. So true goes right, false goes down, and no two lines cross. Expects each rule before those that
 * hang under it by `true`, and those before what hangs by `false`, as trees are written.
 */
export function layOutTree(nodes: readonly Hanging[]): TreeLayout {
  const places = new Map<number, Placed>()
  const edges: Edge[] = []
  let rows = 0
  let columns = 0
  for (const { node, parent, branch } of nodes) {
    const above = parent === undefined ? undefined : places.get(parent)
    if (above) edges.push({ from: above.node, to: node, branch })
    const isBeside = above !== undefined && branch === "true"
    const column = above === undefined ? 0 : above.column + (isBeside ? 1 : 0)
    const row = isBeside ? above.row : rows
    places.set(node, { node, column, row })
    rows = Math.max(rows, row + 1)
    columns = Math.max(columns, column + 1)
  }
  return { places, edges, columns, rows }
}

/** What a walk through the tree looks like in its drawing. */
export interface LitPath {
  readonly nodes: ReadonlyMap<number, "held" | "did not hold" | "failed">
  /** As `from>to`. */
  readonly edges: ReadonlySet<string>
  /** 0: no rule answered. */
  readonly answer: number
}

interface Walk {
  readonly path: readonly { readonly node: number; readonly outcome: "held" | "did not hold" | "failed" }[]
  readonly answer: number
}

export function litPath({ path, answer }: Walk): LitPath {
  const steps = path.slice(1).map(({ node }, index) => `${path[index]?.node}>${node}`)
  return { nodes: new Map(path.map(({ node, outcome }) => [node, outcome])), edges: new Set(steps), answer }
}
