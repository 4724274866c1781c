import { describe, expect, test } from "vitest"
import { parse } from "yaml"
import { binding, givenTree, TreeStory } from "../../test/language/rule-trees.ts"
import type { RuleConclusion } from "../messages/steps.ts"
import { readConclusion } from "../model/read-conclusion.ts"
import type { RuleDefinition } from "../model/repertoire.ts"
import { explainWalk } from "./explain-walk.ts"
import { removal, undoing } from "./refine.ts"
import { conclusionText, says } from "./step-text.ts"
import { replacement, treeText } from "./tree-text.ts"
import { walk } from "./walk.ts"

const concert = `
- if: sold < 75
  then: mid-venue
  except:
    - { title: Hardly any, if: sold < 50, then: small-venue }
    - { if: rain, then: umbrellas, except: [{ if: indoors }] }
- { if: 'true', then: party, solves: false }
`

describe("a tree as people write it", () => {
  test("[RDR21] is what they wrote, numbered in the order of writing", () => {
    const story = givenTree(concert)
    expect(treeText(story.tree)).toEqual(parse(concert))
    expect([...story.tree.nodes.values()].map(({ id, if: text }) => `${id} ${text}`)).toEqual([
      "0 true",
      "1 sold < 75",
      "2 sold < 50",
      "3 rain",
      "4 indoors",
      "5 true",
    ])
  })

  test("[RDR21] shows what was learnt, and what it was in earlier versions", () => {
    const story = givenTree(concert)
    story.learn("sold < 20", "cancel", { sold: 10 }).when(removal(story.tree, 5))
    const small = "{ title: Hardly any, if: sold < 50, then: small-venue, except: [{ if: sold < 20, then: cancel }] }"
    expect(treeText(story.tree)).toEqual(
      parse(`
- if: sold < 75
  then: mid-venue
  except:
    - ${small}
    - { if: rain, then: umbrellas, except: [{ if: indoors }] }
`),
    )
    expect(treeText(story.tree, 1)).toEqual(parse(concert))
    expect(treeText(story.tree, 0)).toEqual([])
  })

  test("[RDR21] a tree deployed again gets new numbers, and none of the old rules", () => {
    const story = givenTree(concert)
    story.when(replacement(story.tree, []))
    expect([treeText(story.tree), story.tree.nextId, story.answer({ sold: 5 })]).toEqual([[], 6, undefined])
  })

  test.each<[RuleConclusion, unknown, string]>([
    [{ kind: "exlet", name: "mid-venue" }, "mid-venue", "mid-venue"],
    [{ kind: "nothing" }, "nothing", "nothing"],
    [{ kind: "worklets", worklets: [{ worklet: "a" }] }, "a", "a"],
    [
      { kind: "worklets", worklets: [{ worklet: "a" }, { worklet: "b", with: { x: "1" }, into: { y: "z" } }] },
      ["a", { worklet: "b", with: { x: "1" }, into: { y: "z" } }],
      "a, b",
    ],
    [
      {
        kind: "steps",
        steps: [
          { do: "suspend", target: "item" },
          { do: "suspend", target: { process: "laptop-order", task: "B3", after: true } },
          { do: "waitAndSuspend", place: { process: "laptop-order" } },
          { do: "compensate", worklets: [{ worklet: "w" }] },
          { do: "set", values: { n: "1 + 1" } },
          { do: "ask", text: "Sure?", choices: ["yes", "no"] },
          { do: "notify", to: "bob", text: "Look" },
          { do: "reassign", to: "bob" },
          { do: "complete", data: { n: "2" } },
          { do: "raise", class: "Fire" },
          { do: "start", process: "p", with: { n: "n" }, newFamily: true },
          { do: "start", process: "p", number: "family.number" },
          { do: "propagate" },
          { do: "retry" },
          { do: "jump", to: "A" },
          { do: "terminate", process: "p" },
          { do: "continue", target: "case" },
          { do: "resume", place: { process: "p", task: "t" } },
        ],
      },
      [
        { suspend: "item" },
        { suspend: "laptop-order/B3+" },
        { waitAndSuspend: "laptop-order" },
        { compensate: "w" },
        { set: { n: "1 + 1" } },
        { ask: "Sure?", choices: ["yes", "no"] },
        { notify: "bob", text: "Look" },
        { reassign: "item", to: "bob" },
        { complete: "item", data: { n: "2" } },
        { raise: "Fire" },
        { start: "p", with: { n: "n" }, case: "new" },
        { start: "p", case: "family.number" },
        "propagate",
        { retry: "item" },
        { jump: "A" },
        { terminate: "p" },
        { continue: "case" },
        { resume: "p/t" },
      ],
      "steps",
    ],
  ])("[RDR23] a conclusion is written as in files, and said in a word: %j", (conclusion, text, word) => {
    expect(conclusionText(conclusion)).toEqual(text)
    expect(says(conclusion)).toBe(word)
    const findings: unknown[] = []
    const read = readConclusion(conclusion.kind === "worklets" ? "select" : "itemPre")
    expect(read(conclusionText(conclusion), [], "'then'", (finding) => findings.push(finding))).toEqual(conclusion)
    expect(findings).toEqual([])
  })

  test("[RDR22] a hundred thousand alternatives or refinements in a row overflow nothing", () => {
    const count = 100_000
    const rule = (source: string, except: readonly RuleDefinition[] = []) => ({
      if: { source, path: [] },
      except,
      path: [],
    })
    const wide = Array.from({ length: count }, () => rule("no"))
    let deep: readonly RuleDefinition[] = []
    for (let depth = 0; depth < count; depth++) deep = [rule("yes", deep)]

    for (const [definition, held] of [
      [wide, 0],
      [deep, count],
    ] as const) {
      const story = new TreeStory()
      story.when(replacement(story.tree, definition))
      const walked = walk(story.tree, binding({ yes: true, no: false }))
      expect([walked.walk.held.length, walked.last.id]).toEqual([held, count])
      expect(explainWalk(story.tree, walked.walk).path.length).toBe(count)
      expect(treeText(story.tree).length).toBe(held === 0 ? count : 1)
      story
        .learn("yes", "x", { yes: true, no: false })
        .when(removal(story.tree, count + 1))
        .when(undoing(story.tree))
      expect(story.answer({ yes: true, no: false })).toBe("x")
      story.when(replacement(story.tree, [])).when(undoing(story.tree))
      expect(story.answer({ yes: true, no: false })).toBe("x")
    }
  })
})
