import type { Drawing, DrawnNode } from "../../model/drawing.ts"

/** The nodes of a process as one goes through it: what is inside of an activity comes behind it. */
export function nodesInOrder({ nets }: Pick<Drawing, "nets">): readonly DrawnNode[] {
  const inside = new Map(nets.map(({ name, nodes }) => [name, nodes]))
  const found: DrawnNode[] = []
  const add = (name: string): void => {
    const nodes = inside.get(name) ?? []
    inside.delete(name)
    for (const node of nodes) {
      found.push(node)
      if (node.opens !== undefined) add(node.opens)
    }
  }
  add("")
  return [...found, ...[...inside.values()].flat()]
}
