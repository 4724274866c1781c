import { describe, expect, test } from "vitest"
import { answerOf, binding, givenTree, TreeStory } from "../../test/language/rule-trees.ts"
import { isNeeds, placement, walk } from "./walk.ts"

const concert = `
- if: sold < seats * 0.75
  then: move-to-mid-venue
  except:
    - if: sold < seats * 0.5
      then: move-to-small-venue
      except:
        - if: sold < seats * 0.2
          then: cancel-show
- if: rain
  then: buy-umbrellas
`

describe("walking a tree", () => {
  test("[RDR1] a rule that holds leads to its refinements, one that does not to its alternative; the last that held answers", () => {
    const { tree } = givenTree(concert)
    const show = (sold: number, rain = false) => {
      const walked = walk(tree, binding({ sold, rain, seats: 100 }))
      return [answerOf(walked), walked.walk.held, walked.walk.last]
    }
    expect(show(80)).toEqual([undefined, [], 4])
    expect(show(80, true)).toEqual(["buy-umbrellas", [4], 4])
    expect(show(74, true)).toEqual(["move-to-mid-venue", [1], 2])
    expect(show(49)).toEqual(["move-to-small-venue", [1, 2], 3])
    expect(show(19)).toEqual(["cancel-show", [1, 2, 3], 3])
  })

  test("[RDR1] the first alternative that holds is taken, whatever the others say", () => {
    const { tree } = givenTree("[{ if: wound, then: treat-wound }, { if: rash, then: treat-rash }]")
    expect(answerOf(walk(tree, binding({ wound: true, rash: true })))).toBe("treat-wound")
  })

  test("[RDR1] a rule that holds and concludes nothing takes the answer away", () => {
    const { tree } = givenTree("[{ if: wound, then: treat-wound, except: [{ if: healed }] }]")
    expect(answerOf(walk(tree, binding({ wound: true, healed: true })))).toBe(undefined)
  })

  test("[RDR2] a tree without rules answers none: its root holds and concludes nothing", () => {
    const { tree } = new TreeStory()
    expect(walk(tree, binding({}))).toEqual({
      walk: { tree: "itemPre concert/doShow", version: 0, held: [], last: 0 },
      node: tree.root,
      last: tree.root,
    })
    expect(tree.root.conclusion).toBe(undefined)
  })

  test("[RDR3] a condition that cannot be evaluated, or gives no truth, counts as false and is recorded with the reason", () => {
    const { tree } = givenTree(`
- { if: sold < seats, then: a }
- { if: sold, then: b }
- { if: 'true', then: c }
`)
    const walked = walk(tree, binding({ sold: 5 }))
    expect(walked.walk).toEqual({
      tree: "itemPre concert/doShow",
      version: 1,
      held: [3],
      last: 3,
      failed: [
        { node: 1, message: "`seats` has no value. Ask `has(seats)` first if that may be." },
        { node: 2, message: "It gives 5, which is neither true nor false." },
      ],
    })
    expect(answerOf(walked)).toBe("c")
  })

  test("[RDR4] a walk that comes to a condition over outside sources nobody has read stops and says which", () => {
    const { tree } = givenTree("[{ if: cold, then: a }, { if: external.weather.rain, then: b }]")
    const rainy = binding({ cold: false, external: { weather: { rain: true, hail: false } } })
    const known = new Set<string>()
    const available = (source: string) => known.has(source)
    expect(walk(tree, binding({ cold: true }), { available })).toMatchObject({ walk: { held: [1] } })
    expect(walk(tree, rainy, { available })).toEqual({ needs: ["weather"] })
    known.add("weather")
    const walked = walk(tree, rainy, { available })
    expect(isNeeds(walked) || walked.walk.held).toEqual([2])
  })

  test("[RDR10] a new rule goes under the last rule looked at: as its refinement if it held, else as its alternative", () => {
    const { tree } = givenTree(concert)
    const place = (sold: number) => placement(walk(tree, binding({ sold, rain: false, seats: 100 })))
    expect(place(80)).toEqual({ under: 4, branch: "else" })
    expect(place(60)).toEqual({ under: 2, branch: "else" })
    expect(place(10)).toEqual({ under: 3, branch: "except" })
    expect(placement(walk(new TreeStory().tree, binding({})))).toEqual({ under: 0, branch: "except" })
  })
})
