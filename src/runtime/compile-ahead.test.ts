import { expect, test } from "vitest"
import { newTree, type Tree } from "../exceptions/tree.ts"
import { applyChange } from "../exceptions/tree-change.ts"
import { compileExpression, isExpression } from "../expressions/expression.ts"
import { asAgentId } from "../messages/ids.ts"
import { CompileAhead } from "./compile-ahead.ts"

/** A tree whose conditions note when they are compiled. */
function treeOf(rules: number, compiled: string[]): Tree {
  const tree = newTree("itemPre", "order/pack")
  const nodes = Array.from({ length: rules }, (_, index) => ({ id: index + 1, if: `amount == ${index}` }))
  const entry = { version: 1, change: { kind: "replaced", nodes } as const, at: 0, by: asAgentId("ann") }
  applyChange(tree, entry, (source) => {
    const expression = compileExpression(source, { names: { amount: "number" } })
    if (!isExpression(expression)) throw new Error(source)
    return {
      ...expression,
      get type() {
        compiled.push(source)
        return expression.type
      },
    }
  })
  compiled.length = 0
  return tree
}

test("[DEPLOY9] all conditions of large trees are compiled ahead, those of small ones when they are asked", async () => {
  const [small, large]: [string[], string[]] = [[], []]
  const trees = [treeOf(10, small), treeOf(3_000, large)]
  await new CompileAhead(() => trees).ready()
  expect([small.length, large.length]).toEqual([0, 3_000])
})

test("[DEPLOY9] what comes into force while conditions are compiled is compiled afterwards", async () => {
  const [first, second]: [string[], string[]] = [[], []]
  const trees = [treeOf(1_000, first)]
  const ahead = new CompileAhead(() => trees)
  const before = ahead.ready()
  await Promise.resolve()
  trees.push(treeOf(1_000, second))
  await Promise.all([before, ahead.ready()])
  expect(second).toHaveLength(1_000)
})
