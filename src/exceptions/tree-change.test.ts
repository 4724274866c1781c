import { describe, expect, test } from "vitest"
import { expectSameTree, folded, givenTree, TreeStory } from "../../test/language/rule-trees.ts"
import { removal, undoing } from "./refine.ts"
import { nodeOf } from "./tree.ts"
import type { TreeChange } from "./tree-change.ts"

const three = `
- { if: n == 1, then: one }
- { if: n == 2, then: two, except: [{ if: odd, then: strange }] }
- { if: n == 3, then: three }
`

describe("changing a tree", () => {
  test("[RDR5] every change makes the next version and is known with who made it, when and why", () => {
    const { tree } = givenTree(three).learn("n == 4", "four", { n: 4 })
    expect(tree.version).toBe(2)
    const { since, at, by, reason, until } = nodeOf(tree, 5)
    expect({ since, at, by, reason, until }).toEqual({
      since: 2,
      at: 2000,
      by: "ann",
      reason: "because of 2",
      until: undefined,
    })
  })

  test("[RDR6] every earlier version can be walked as it was", () => {
    const story = givenTree(three)
    story.learn("n == 4", "four", { n: 4 })
    story.when(removal(story.tree, 1))
    story.when({ kind: "replaced", first: 6, nodes: [{ id: 6, if: "true", conclusion: { kind: "nothing" } }] })
    story.when(undoing(story.tree))
    const answers = (n: number) => [0, 1, 2, 3, 4, 5].map((version) => story.answer({ n, odd: false }, version))
    expect(answers(1)).toEqual([undefined, "one", "one", undefined, "nothing", undefined])
    expect(answers(4)).toEqual([undefined, undefined, "four", "four", "nothing", "four"])
  })

  test("[RDR7] no number is given twice, and a rule that has left the tree is still known by its own", () => {
    const story = givenTree("[{ if: n == 1, then: one }]")
    story.learn("n == 2", "two", { n: 2 }).when(undoing(story.tree)).learn("n == 2", "zwei", { n: 2 })
    expect([...story.tree.nodes.values()].map(({ id, if: text, since, until }) => [id, text, since, until])).toEqual([
      [0, "true", 0, undefined],
      [1, "n == 1", 1, undefined],
      [2, "n == 2", 2, 3],
      [3, "n == 2", 4, undefined],
    ])
  })

  test("[RDR8] where a rule is cut out, its alternative takes its place", () => {
    const story = givenTree(three)
    story.when(removal(story.tree, 1))
    expect([1, 2, 3].map((n) => story.answer({ n, odd: true }))).toEqual([undefined, "strange", "three"])
    story.when(removal(story.tree, 4)).when(removal(story.tree, 3)).when(removal(story.tree, 2))
    expect(story.tree.root.except).toBe(undefined)
  })

  test("[RDR8] what took a removed rule's place can be removed in its turn, and both can be brought back", () => {
    const story = givenTree("[{ if: n == 1, then: one }, { if: n == 2, then: two }, { if: n == 3, then: three }]")
    const answers = () => [1, 2, 3].map((n) => story.answer({ n }))
    story.when(removal(story.tree, 1)).when(removal(story.tree, 2))
    expect(answers()).toEqual([undefined, undefined, "three"])
    story.when(undoing(story.tree)).when(undoing(story.tree))
    expect(answers()).toEqual(["one", "two", "three"])
    story.when(removal(story.tree, 2))
    expect(answers()).toEqual(["one", undefined, "three"])
  })

  test("[RDR9] undoing takes back the last change that is not undone, one after the other, until none is left", () => {
    const story = givenTree("[{ if: n > 0, then: a }]")
    story.learn("n > 1", "b", { n: 2 }).learn("n > 2", "c", { n: 3 })
    const answer = () => story.answer({ n: 3 })
    expect(story.when(undoing(story.tree)) && answer()).toBe("b")
    expect(story.when(undoing(story.tree)) && answer()).toBe("a")
    expect(story.learn("n > 2", "d", { n: 3 }) && answer()).toBe("d")
    expect(story.when(undoing(story.tree)) && answer()).toBe("a")
    expect(story.when(undoing(story.tree)) && answer()).toBe(undefined)
    expect(undoing(story.tree)).toEqual({
      code: "NOTHING_TO_UNDO",
      message: 'all changes of "itemPre concert/doShow" are undone',
      remedy: "Look at the tree's changes to see what was undone",
    })
    expectSameTree(folded(story.entries), story.tree)
  })

  test.each<[string, TreeChange]>([
    ["a rule under one that is not there", { kind: "added", under: 9, branch: "else", node: { id: 5, if: "true" } }],
    ["a rule where there is one", { kind: "added", under: 1, branch: "else", node: { id: 5, if: "true" } }],
    ["an alternative to the root", { kind: "added", under: 0, branch: "else", node: { id: 5, if: "true" } }],
    ["a number given before", { kind: "added", under: 1, branch: "except", node: { id: 4, if: "true" } }],
    ["a removal of the root", { kind: "removed", node: 0 }],
    ["a removal of a refined rule", { kind: "removed", node: 2 }],
    ["an undoing of what is not the last", { kind: "undone", version: 0 }],
    ["a tree that names a rule it does not bring", { kind: "replaced", first: 5, nodes: [] }],
    [
      "a tree that runs in a circle",
      { kind: "replaced", first: 5, nodes: [5, 6].map((id) => ({ id, if: "true", except: 11 - id })) },
    ],
    [
      "a rule in two places",
      {
        kind: "replaced",
        first: 5,
        nodes: [
          { id: 5, if: "true", except: 6, else: 6 },
          { id: 6, if: "true" },
        ],
      },
    ],
  ])("[RDR11] %s is no change: it is thrown, and the tree is as it was", (_, change) => {
    const story = givenTree(three)
    expect(() => story.when(change)).toThrow()
    expectSameTree(story.tree, givenTree(three).tree)
  })

  test("[RDR11] a change made from another version than the tree has is thrown", () => {
    const story = givenTree(three)
    const [first] = story.entries
    expect(() => folded([...story.entries, ...(first ? [first] : [])])).toThrow(
      'the tree "itemPre concert/doShow" is at version 1; change 1 does not follow',
    )
    expect(new TreeStory().tree.version).toBe(0)
  })
})
