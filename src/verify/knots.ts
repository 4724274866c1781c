/**
 * Returns the groups of nodes each of which leads to all others of its group, and single nodes that lead to themselves (Tarjan). Not by
 * recursion: a way may be as long as there are nodes.
 */
export function knots(edges: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const order = new Int32Array(edges.length).fill(UNSEEN)
  const lowest = new Int32Array(edges.length)
  const isOpen = new Uint8Array(edges.length)
  const open: number[] = []
  const found: number[][] = []
  let seen = 0
  const enter = (node: number): Visit => {
    order[node] = seen
    lowest[node] = seen++
    open.push(node)
    isOpen[node] = 1
    return { node, next: 0 }
  }
  const leave = (node: number): void => {
    if (lowest[node] !== order[node]) return
    const members: number[] = []
    for (let member = open.pop(); member !== undefined; member = member === node ? undefined : open.pop()) {
      isOpen[member] = 0
      members.push(member)
    }
    if (members.length > 1 || edges[node]?.includes(node)) found.push(members.sort((one, other) => one - other))
  }
  const lower = (node: number, to: number | undefined): void => {
    lowest[node] = Math.min(lowest[node] ?? 0, to ?? 0)
  }
  for (const start of edges.keys()) {
    if (order[start] !== UNSEEN) continue
    const way: Visit[] = [enter(start)]
    for (let visit = way.at(-1); visit; visit = way.at(-1)) {
      const { node } = visit
      const next = edges[node]?.[visit.next++]
      if (next === undefined) {
        way.pop()
        leave(node)
        const around = way.at(-1)
        if (around) lower(around.node, lowest[node])
      } else if (order[next] === UNSEEN) way.push(enter(next))
      else if (isOpen[next] === 1) lower(node, order[next])
    }
  }
  return found
}

interface Visit {
  readonly node: number
  /** Which of its edges comes next. */
  next: number
}

const UNSEEN = -1
