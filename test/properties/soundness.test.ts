import fc from "fast-check"
import { expect, test } from "vitest"
import { generatedNet } from "../../bench/generated-nets.ts"
import type { JsonObject } from "../../src/messages/json.ts"
import { netOf, type Process, rootNet } from "../../src/model/net.ts"
import { flowNetOf } from "../../src/verify/draw-flow-net.ts"
import { explore } from "../../src/verify/explore.ts"
import { soundnessOf, type Verdict, verdictOf } from "../../src/verify/soundness.ts"
import { exploredSoundness } from "../language/explored-soundness.ts"
import { freeNets, processFrom } from "../language/random-nets.ts"
import { seed } from "../seed.ts"

test("[SOUND9] the verdict agrees with trying everything out on the net machine itself", () => {
  let compared = 0
  fc.assert(
    fc.property(freeNets(), (body) => {
      const process = processFrom(body)
      const real = exploredSoundness(process)
      const verdict = soundnessOf(process, netOf(process, rootNet))
      if (real === undefined || !verdict.isKnown) return
      compared++
      const { dead, ...rest } = real
      const found = {
        isStuck: has(verdict, "stuck"),
        isImproper: has(verdict, "improper"),
        isEndless: has(verdict, "endless"),
      }
      expect(found, JSON.stringify(body)).toEqual(rest)
      const named = verdict.faults.flatMap((fault) => (fault.kind === "dead" ? [fault.node, ...fault.behind] : []))
      expect(dead, JSON.stringify(body)).toEqual(expect.arrayContaining(named.filter((name) => !name.includes("~"))))
      // What the end prevents by coming too early is not told as dead.
      if (!real.isImproper) expect(named.length > 0, JSON.stringify(body)).toBe(dead.length > 0)
    }),
    { seed, numRuns: 200 },
  )
  expect(compared).toBeGreaterThan(50)
}, 60_000)

test("[SOUND10] a smaller net has the same verdict, whatever its shape", () => {
  let compared = 0
  fc.assert(
    fc.property(freeNets(9), (body) => {
      if (isTheSame(processFrom(body), body)) compared++
    }),
    { seed, numRuns: 300 },
  )
  expect(compared).toBeGreaterThan(50)
}, 60_000)

test("[SOUND10] a smaller net has the same verdict where it is drawn from blocks, with a mistake or without", () => {
  let compared = 0
  fc.assert(
    fc.property(fc.nat(100_000), (number) => {
      const { definition } = generatedNet(number, 4, 14)
      if (isTheSame(processFrom(definition), definition)) compared++
    }),
    { seed, numRuns: 300 },
  )
  expect(compared).toBeGreaterThan(50)
}, 60_000)

/** False where there are too many states to compare. */
function isTheSame(process: Process, body: JsonObject): boolean {
  const net = netOf(process, rootNet)
  const drawn = flowNetOf(process, net)
  const explored = explore(drawn, bounds)
  const small = soundnessOf(process, net, bounds)
  if (!explored.isWhole || !small.isKnown) return false
  expect(kinds(small), JSON.stringify(body)).toEqual(kinds(verdictOf(net, drawn, explored, bounds)))
  return true
}

const bounds = { states: 2_000, effort: 20_000 }
const has = ({ faults }: Verdict, kind: string) => faults.some((fault) => fault.kind === kind)
const kinds = ({ faults }: Verdict) => [...new Set(faults.map(({ kind }) => kind))].sort()
