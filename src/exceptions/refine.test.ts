import { describe, expect, test } from "vitest"
import { condition, contextOf, givenTree, lesson, TreeStory } from "../../test/language/rule-trees.ts"
import { refine, removal } from "./refine.ts"

describe("learning a rule", () => {
  test("[RDR10] a rule is added where the walk for its context ended, and keeps that context", () => {
    const story = givenTree("[{ if: sold < 75, then: mid-venue }]")
    expect(refine(story.tree, { ...lesson("sold < 50", "small-venue", { sold: 40 }), title: "Few" })).toEqual({
      kind: "added",
      under: 1,
      branch: "except",
      node: {
        id: 2,
        if: "sold < 50",
        conclusion: { kind: "exlet", name: "small-venue" },
        title: "Few",
        cornerstone: contextOf({ sold: 40 }),
      },
    })
    story.learn("sold < 50", "small-venue", { sold: 40 }).learn("rain", "umbrellas", { sold: 90, rain: true })
    expect(refine(story.tree, lesson("sold == 60", "haggle", { sold: 60 }))).toMatchObject({ under: 2, branch: "else" })
    expect(story.answer({ sold: 90, rain: true })).toBe("umbrellas")
  })

  test("[RDR12] a rule that does not hold in its own context is refused", () => {
    const { tree } = new TreeStory()
    const remedy = "Write a condition that holds in this context"
    expect(refine(tree, lesson("sold > 50", "x", { sold: 40 }))).toEqual({
      code: "RULE_NOT_TRUE",
      message: "in the context it is to answer, `sold > 50` gives false",
      remedy,
    })
    expect(refine(tree, lesson("seats > 50", "x", { sold: 40 }))).toEqual({
      code: "RULE_NOT_TRUE",
      message:
        "in the context it is to answer, `seats > 50` cannot be evaluated: `seats` has no value. Ask `has(seats)` first if that may be.",
      remedy,
    })
  })

  test("[RDR13] a rule that also holds where the rule it overrides was right is refused, with what tells the two apart", () => {
    const story = new TreeStory().learn("sold < 75", "mid-venue", { sold: 60, band: "loud", now: "2026-01-01" })
    expect(
      refine(story.tree, lesson("sold < 70", "small-venue", { sold: 40, band: "loud", now: "2026-02-02" })),
    ).toEqual({
      code: "RULE_DOES_NOT_SEPARATE",
      message: "`sold < 70` also holds in the context rule 1 was learnt from, and would take its answer away there",
      remedy: "Add to the condition what tells the two contexts apart; they differ in sold",
      node: 1,
      differences: [{ name: "sold", here: 40, there: 60 }],
    })
    expect(story.learn("sold < 50", "small-venue", { sold: 40 }).answer({ sold: 60 })).toBe("mid-venue")
  })

  test("[RDR13] where the contexts do not differ at all, the older rule is what must go", () => {
    const { tree } = new TreeStory().learn("sold < 75", "mid-venue", { sold: 60 })
    expect(refine(tree, lesson("sold < 70", "small-venue", { sold: 60 }))).toMatchObject({
      code: "RULE_DOES_NOT_SEPARATE",
      remedy: "The two contexts do not differ in anything a condition can see; if rule 1 is wrong, undo or remove it",
      differences: [],
    })
  })

  test("[RDR13] a condition that cannot be evaluated where the older rule was right does not hold there", () => {
    const story = new TreeStory().learn("sold < 75", "mid-venue", { sold: 60 })
    expect(story.learn("rain", "umbrellas", { sold: 40, rain: true }).answer({ sold: 60 })).toBe("mid-venue")
  })

  test("[RDR13] a rule from a file was learnt from no context: there is nothing to compare with", () => {
    const story = givenTree("[{ if: sold < 75, then: mid-venue }]")
    expect(story.learn("sold < 75", "small-venue", { sold: 60 }).answer({ sold: 60 })).toBe("small-venue")
  })

  test("[RDR14] a rule that says what the rule it would override says is refused", () => {
    const { tree } = new TreeStory().learn("sold < 75", "mid-venue", { sold: 60 })
    expect(refine(tree, lesson("sold < 75 ", "mid-venue", { sold: 40 }))).toEqual({
      code: "RULE_REPEATED",
      message: "rule 1 has this condition and this conclusion, and it answers here already",
      remedy: "Nothing needs to be added; for another answer, write another conclusion",
      node: 1,
    })
  })

  test("[RDR10] a rule may take an answer away: it concludes nothing", () => {
    const { tree } = givenTree("[{ if: sold < 75, then: mid-venue }]")
    expect(refine(tree, { condition: condition("charity"), context: contextOf({ sold: 1, charity: true }) })).toEqual({
      kind: "added",
      under: 1,
      branch: "except",
      node: { id: 2, if: "charity", cornerstone: contextOf({ sold: 1, charity: true }) },
    })
  })
})

describe("removing a rule", () => {
  const tree = `
- if: a
  then: x
  except: [{ if: b, then: y }, { if: c, then: z }]
`
  test("[RDR15] a rule nobody knows, one that has gone, the root, and one with refinements cannot be removed", () => {
    const story = givenTree(tree)
    story.when(removal(story.tree, 3))
    expect([7, 3, 0, 1].map((id) => removal(story.tree, id))).toEqual([
      {
        code: "RULE_UNKNOWN",
        message: '"itemPre concert/doShow" has no rule 7',
        remedy: "Look the number up in the tree",
      },
      {
        code: "RULE_UNKNOWN",
        message: 'rule 3 has not been in "itemPre concert/doShow" since version 2',
        remedy: "Look at the tree as it is now",
        node: 3,
      },
      {
        code: "ROOT_RULE",
        message: "rule 0 is the root, which always holds and concludes nothing",
        remedy: "Remove the rules under it instead",
        node: 0,
      },
      {
        code: "RULE_HAS_REFINEMENTS",
        message: "rule 1 is refined by 2",
        remedy: "Remove those first, or deploy the tree as it should be",
        node: 1,
        refinements: [2],
      },
    ])
  })

  test("[RDR15] the refinements of a rule are told whole in the list, and shortened in the sentence", () => {
    const many = Array.from({ length: 12 }, (_, index) => `{ if: n == ${index} }`).join(", ")
    expect(removal(givenTree(`[{ if: 'true', except: [${many}] }]`).tree, 1)).toMatchObject({
      message: "rule 1 is refined by 2, 3, 4, 5, 6, 7, 8, 9 and 4 more",
      refinements: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
    })
  })
})
