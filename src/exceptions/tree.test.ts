import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  answerOf,
  binding,
  condition,
  contextOf,
  definitionOf,
  expectSameTree,
  folded,
  TreeStory,
} from "../../test/language/rule-trees.ts"
import { seed } from "../../test/seed.ts"
import type { JsonObject } from "../messages/json.ts"
import { isRefusal, refine, removal, undoing } from "./refine.ts"
import type { Tree, TreeNode } from "./tree.ts"
import { type RuleText, replacement, treeText } from "./tree-text.ts"
import { placement, walk } from "./walk.ts"

const often = { seed, numRuns: Number(process.env.RUNS ?? 300) } as const

const values = fc.record({ a: fc.integer({ min: 0, max: 4 }), b: fc.boolean() }, { requiredKeys: ["a"] })

/** Every context there is: `b` may be missing, and what speaks of it cannot be evaluated then. */
const everything: readonly JsonObject[] = [0, 1, 2, 3, 4].flatMap((a) => [{ a }, { a, b: true }, { a, b: false }])

const conditions = fc.oneof(
  fc.tuple(fc.constantFrom("<", ">", "==", "!="), fc.nat(4)).map(([sign, number]) => `a ${sign} ${number}`),
  fc.constantFrom("b", "!b", "a", "b || a > 2", "true", "false"),
)

const exlets = fc.option(fc.constantFrom("x", "y", "z"), { nil: undefined })

const { rules } = fc.letrec<{ rules: RuleText[]; rule: RuleText }>((tie) => ({
  rules: fc.array(tie("rule"), { maxLength: 3, depthIdentifier: "rules" }),
  rule: fc
    .tuple(
      conditions,
      exlets,
      fc.oneof({ depthSize: "small", depthIdentifier: "rules" }, fc.constant([]), tie("rules")),
    )
    .map(([text, then, except]) => ({
      if: text,
      ...(then !== undefined && { then }),
      ...(except.length > 0 && { except }),
    })),
}))

type Wish =
  | { readonly do: "learn"; readonly if: string; readonly exlet: string | undefined; readonly names: JsonObject }
  | { readonly do: "remove"; readonly which: number }
  | { readonly do: "undo" }
  | { readonly do: "deploy"; readonly rules: readonly RuleText[] }

const learning = fc.record({ do: fc.constant("learn" as const), if: conditions, exlet: exlets, names: values })

const wishes = fc.array(
  fc.oneof<fc.Arbitrary<Wish>[]>(
    { weight: 6, arbitrary: learning } as never,
    { weight: 2, arbitrary: fc.record({ do: fc.constant("remove" as const), which: fc.nat(20) }) } as never,
    { weight: 3, arbitrary: fc.record({ do: fc.constant("undo" as const) }) } as never,
    { weight: 1, arbitrary: fc.record({ do: fc.constant("deploy" as const), rules }) } as never,
  ),
  { maxLength: 25 },
)

function changeFor(tree: Tree, wish: Wish) {
  switch (wish.do) {
    case "learn":
      return refine(tree, lessonOf(wish))
    case "remove":
      return removal(tree, wish.which)
    case "undo":
      return undoing(tree)
    case "deploy":
      return replacement(tree, definitionOf(wish.rules))
  }
}

function lessonOf(wish: Extract<Wish, { do: "learn" }>) {
  return {
    condition: condition(wish.if),
    context: contextOf(wish.names),
    ...(wish.exlet !== undefined && { conclusion: { kind: "exlet", name: wish.exlet } as const }),
  }
}

/** Changes a tree as wished, as far as it is not refused; looks at it before the first and after every change. */
function changed(all: readonly Wish[], look: (story: TreeStory) => void = () => {}): TreeStory {
  const story = new TreeStory()
  look(story)
  for (const wish of all) {
    const change = changeFor(story.tree, wish)
    if (isRefusal(change)) continue
    story.when(change)
    look(story)
  }
  return story
}

const answers = (tree: Tree, asOf?: number) =>
  everything.map((names) => answerOf(walk(tree, binding(names), asOf === undefined ? {} : { asOf })))

const holds = (source: string, names: JsonObject): boolean => {
  const outcome = condition(source).evaluate(binding(names))
  return outcome.ok && outcome.value === true
}

/** The words of the definition, as directly as they can be said. */
function defined(node: TreeNode | undefined, names: JsonObject, lastTrue: TreeNode): TreeNode {
  if (node === undefined) return lastTrue
  return holds(node.if, names) ? defined(node.except, names, node) : defined(node.else, names, lastTrue)
}

describe("whatever becomes of a tree", () => {
  test("[RDR1] a walk answers as the definition says", () => {
    fc.assert(
      fc.property(wishes, values, (all, names) => {
        const { tree } = changed(all)
        expect(walk(tree, binding(names)).node).toBe(defined(tree.root, names, tree.root))
      }),
      often,
    )
  })

  test("[RDR10] a rule learnt answers its context, and changes no answer but where it holds and the walk ended at the same place", () => {
    fc.assert(
      fc.property(wishes, learning, (all, last) => {
        const story = changed(all)
        const change = refine(story.tree, lessonOf(last))
        if (isRefusal(change)) return
        const ends = everything.map((names) => placement(walk(story.tree, binding(names))))
        const before = answers(story.tree)
        story.when(change)
        expect(story.answer(last.names)).toBe(last.exlet)
        const { under, branch } = change
        expect(answers(story.tree)).toEqual(
          everything.map((names, index) => {
            const isThere = ends[index]?.under === under && ends[index]?.branch === branch
            return isThere && holds(last.if, names) ? last.exlet : before[index]
          }),
        )
      }),
      often,
    )
  })

  test("[RDR13] as long as rules are only learnt, the context each was learnt from is still answered by it", () => {
    fc.assert(
      fc.property(fc.array(learning, { maxLength: 25 }), (lessons) => {
        const { tree } = changed(lessons)
        for (const node of tree.nodes.values()) {
          if (node.cornerstone) expect(walk(tree, binding(node.cornerstone.names)).node).toBe(node)
        }
      }),
      often,
    )
  })

  test("[RDR6] an earlier version answers, and is written, as it did and was", () => {
    fc.assert(
      fc.property(wishes, (all) => {
        const seen: unknown[] = []
        const { tree } = changed(all, (story) => seen.push([answers(story.tree), treeText(story.tree)]))
        expect(seen.map((_, version) => [answers(tree, version), treeText(tree, version)])).toEqual(seen)
      }),
      often,
    )
  })

  test("[RDR9] undoing restores the tree as it was", () => {
    fc.assert(
      fc.property(wishes, wishes, (all, [last]) => {
        const story = changed(all)
        const change = last && changeFor(story.tree, last)
        if (change === undefined || isRefusal(change) || change.kind === "undone") return
        const before = treeText(story.tree)
        story.when(change).when(undoing(story.tree))
        expect(treeText(story.tree)).toEqual(before)
      }),
      often,
    )
  })

  test("[RDR5] its changes, folded in order, give the same tree", () => {
    fc.assert(
      fc.property(wishes, (all) => {
        const story = changed(all)
        expectSameTree(folded(story.entries), story.tree)
      }),
      often,
    )
  })

  test("[RDR21] a tree written down and deployed says the same", () => {
    fc.assert(
      fc.property(wishes, (all) => {
        const { tree } = changed(all)
        const other = new TreeStory()
        other.when(replacement(other.tree, definitionOf(treeText(tree))))
        expect([treeText(other.tree), answers(other.tree)]).toEqual([treeText(tree), answers(tree)])
      }),
      often,
    )
  })

  test("[RDR7] every rule in the tree hangs where it says", () => {
    fc.assert(
      fc.property(wishes, (all) => {
        const { tree } = changed(all)
        for (const node of tree.nodes.values()) {
          if (node !== tree.root && node.until === undefined) expect(node.under?.[node.branch]).toBe(node)
        }
      }),
      often,
    )
  })
})
