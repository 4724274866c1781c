import fc from "fast-check"
import { expect, test } from "vitest"
import { canMoreArrive } from "../../src/engine/or-join.ts"
import { netOf, rootNet } from "../../src/model/net.ts"
import { exploredArrival } from "../language/explored.ts"
import { processOf, smallNets } from "../language/random-processes.ts"
import { seed } from "../seed.ts"

test("[ORJOIN2] the analysis decides as trying everything does", () => {
  let compared = 0
  fc.assert(
    fc.property(
      smallNets(),
      fc.array(fc.nat(99), { minLength: 1, maxLength: 3 }),
      fc.uniqueArray(fc.nat(5), { maxLength: 2 }),
      fc.nat(9),
      (body, tokens, working, chosen) => {
        const process = processOf(body)
        const net = process && netOf(process, rootNet)
        const join = net?.orJoins[chosen % net.orJoins.length]
        if (net === undefined || join === undefined) return
        const places = [...net.places.keys()].filter((place) => place !== net.end)
        const nodes = [...net.nodes.values()].filter(({ kind, name }) => kind !== "route" && name !== join.name)
        const marking = [
          join.inputs[0] ?? net.start,
          ...tokens.map((token) => places[token % places.length] ?? net.start),
        ]
        const busy = [...new Set(working.map((number) => nodes[number % nodes.length]?.name ?? join.name))].filter(
          (name) => name !== join.name,
        )
        const explored = exploredArrival(net, join, marking, busy)
        if (explored === undefined) return
        const answer = canMoreArrive(net, join, marking, new Map(busy.map((name) => [name, 1])))
        compared++
        const question = `${join.name} at ${marking.join(" ")} with ${busy.join(" ")} busy`
        expect(answer, question).toBe(explored)
      },
    ),
    { seed, numRuns: 300 },
  )
  expect(compared).toBeGreaterThan(50)
})
