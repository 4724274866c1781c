import { newTree, type Tree } from "../src/exceptions/tree.ts"
import { applyChange, type LinkedRule } from "../src/exceptions/tree-change.ts"
import { compileExpression, type Expression, isExpression } from "../src/expressions/expression.ts"
import { administrator } from "../src/messages/ids.ts"

/** Kinds are each other's alternatives; each is refined by levels, ten deep, and each of those has ten alternatives. */
export function rulesOfKinds(kinds: number, each: number): readonly LinkedRule[] {
  const nodes: LinkedRule[] = []
  for (let kind = 0; kind < kinds; kind++) {
    const first = kind * each + 1
    for (let rule = 0; rule < each; rule++) {
      const id = first + rule
      const isTurn = rule % 10 === 0
      const next = { ...(rule < each - 1 && { [isTurn ? "except" : "else"]: id + 1 }) }
      const isKind = rule === 0
      nodes.push({
        id,
        if: isKind ? `kind == ${kind}` : isTurn ? `level > ${rule / 10}` : `level == ${100 + rule}`,
        conclusion: { kind: "exlet", name: `exlet-${id % 50}` },
        ...next,
        ...(isKind && kind < kinds - 1 && { else: first + each }),
      })
    }
  }
  return nodes
}

/** The walk goes along the alternatives, down the refinements, and by turns through the rest, to the last rule there is. */
export function mixedRules(size: number): readonly LinkedRule[] {
  const third = Math.floor(size / 3)
  const nodes: LinkedRule[] = []
  for (let id = 1; id <= size; id++) {
    const next = id < size ? id + 1 : undefined
    const isHeld = id > third && (id <= 2 * third || id % 4 === 0)
    nodes.push({
      id,
      if: isHeld ? holding(id) : failing(id),
      conclusion: { kind: "exlet", name: `exlet-${id % 50}` },
      ...(next !== undefined && { [isHeld ? "except" : "else"]: next }),
    })
  }
  return nodes
}

export function treeWith(nodes: readonly LinkedRule[]): Tree {
  const tree = newTree("itemPre", "concert/doShow")
  const change = { kind: "replaced", first: 1, nodes } as const
  applyChange(tree, { version: 1, change, at: 0, by: administrator }, read)
  return tree
}

const holding = (id: number): string =>
  [
    `sold < seats * 0.${5 + (id % 5)}`,
    `band == "loud" && sold > ${id % 400}`,
    `item.data.weight < ${20 + id}`,
    `"sellTickets" in done`,
    `sold + ${id} > seats - 600`,
  ][id % 5] ?? "true"

const failing = (id: number): string =>
  [
    `sold < seats * 0.${id % 4}`,
    `band == "band ${id}"`,
    `item.data.weight > ${20 + id}`,
    `"task ${id}" in done || sold == ${1000 + id}`,
    `item.task == "doShow" && sold > ${420 + id}`,
  ][id % 5] ?? "false"

export function read(source: string): Expression {
  const compiled = compileExpression(source, { names: {}, open: true }, "boolean")
  if (!isExpression(compiled)) throw new Error(`${source}: ${compiled[0]?.message}`)
  return compiled
}
