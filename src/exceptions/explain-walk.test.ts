import { describe, expect, test } from "vitest"
import { binding, givenTree } from "../../test/language/rule-trees.ts"
import { explainWalk } from "./explain-walk.ts"
import { removal } from "./refine.ts"
import { walk } from "./walk.ts"

const tree = `
- { if: seats < 10, then: refuse, title: Too small }
- if: sold < 75
  then: mid-venue
  except:
    - { if: sold < 50, then: small-venue }
`

describe("explaining a walk", () => {
  test("[RDR19] the whole path is told from what was recorded: each rule, how it came out, and where that led", () => {
    const story = givenTree(tree)
    expect(explainWalk(story.tree, walk(story.tree, binding({ sold: 60 })).walk)).toEqual({
      tree: "itemPre concert/doShow",
      version: 1,
      path: [
        {
          node: 1,
          if: "seats < 10",
          title: "Too small",
          outcome: "failed",
          message: "`seats` has no value. Ask `has(seats)` first if that may be.",
          branch: "else",
          conclusion: { kind: "exlet", name: "refuse" },
        },
        {
          node: 2,
          if: "sold < 75",
          outcome: "held",
          branch: "except",
          conclusion: { kind: "exlet", name: "mid-venue" },
        },
        {
          node: 3,
          if: "sold < 50",
          outcome: "did not hold",
          branch: "else",
          conclusion: { kind: "exlet", name: "small-venue" },
        },
      ],
      answer: 2,
      conclusion: { kind: "exlet", name: "mid-venue" },
    })
  })

  test("[RDR19] with the values it was walked with, each condition is explained in its parts", () => {
    const story = givenTree("[{ if: sold < 75 && rain, then: umbrellas }]")
    const values = binding({ sold: 60, rain: false })
    const { path, answer, conclusion } = explainWalk(story.tree, walk(story.tree, values).walk, values)
    expect([answer, conclusion]).toEqual([0, undefined])
    expect(path[0]?.explanation).toMatchObject({
      text: "sold < 75 && rain",
      outcome: { ok: true, value: false },
      parts: [
        { text: "sold < 75", outcome: { ok: true, value: true } },
        { text: "rain", outcome: { ok: true, value: false } },
      ],
    })
  })

  test("[RDR20] a walk through an earlier version is explained by the rules of that time", () => {
    const story = givenTree(tree)
    const before = walk(story.tree, binding({ seats: 5 }))
    const then = explainWalk(story.tree, before.walk)
    story.when(removal(story.tree, 1)).learn("seats == 5", "haggle", { seats: 5, sold: 90 })
    expect(explainWalk(story.tree, before.walk)).toEqual(then)
    expect(then.conclusion).toEqual({ kind: "exlet", name: "refuse" })
    expect(() => explainWalk(story.tree, { ...before.walk, version: 2 })).toThrow(
      'version 2 of the tree "itemPre concert/doShow" does not lead to node 1',
    )
  })
})
