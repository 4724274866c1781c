import fc from "fast-check"
import { expect, test } from "vitest"
import { generatedNet } from "../../bench/generated-nets.ts"
import type { JsonObject } from "../../src/messages/json.ts"
import { netOf, rootNet } from "../../src/model/net.ts"
import { soundnessOf } from "../../src/verify/soundness.ts"
import { replay } from "../../src/witness/replay.ts"
import { verifyNets } from "../../src/witness/verify-nets.ts"
import { pictured } from "../language/net-picture.ts"
import { freeNets, processFrom } from "../language/random-nets.ts"
import { seed } from "../seed.ts"

/** More ways to go than anybody lists, and no block that takes them together. */
const large = pictured(`
  start -> S
  S -> A + B + C + D + E + F + G + H + I
  A -> J
  B -> J
  C -> J
  D -> J
  E -> K
  F -> K
  G -> K
  H -> K
  I -> K
  J(or) -> L
  K(or) -> L
  L(or) -> end
`)

test("[SOUND12] where not everything was looked at, that is told with how much was", async () => {
  const [finding, ...others] = await verifyNets(large)
  expect(others).toEqual([])
  expect(finding).toMatchObject({ code: "SOUNDNESS_UNKNOWN", severity: "warning", place: { path: "" } })
  expect(finding?.message).toMatch(/^Whether the process "p" always completes is not known: \d+ states were looked at/)
})

test("[SOUND12] no more is looked at than may be, and the same net always gets the same answer", () => {
  const process = processFrom(large)
  const net = netOf(process, rootNet)
  expect(soundnessOf(process, net, { states: 5, effort: 10_000 })).toEqual({ faults: [], isKnown: false, states: 5 })
  expect(soundnessOf(process, net)).toEqual(soundnessOf(process, net))
})

test("[SOUND12] a block with ever so many branches is a block", async () => {
  const names = Array.from({ length: 20 }, (_, index) => `T${index}`)
  expect(
    await verifyNets(
      pictured(
        `start -> S\nS -> ${names.join(" + ")}\n${names.map((name) => `${name} -> J`).join("\n")}\nJ(or) -> end`,
      ),
    ),
  ).toEqual([])
})

test("[SOUND5] whatever is told of any net can be replayed", async () => {
  let replayed = 0
  const check = async (definition: JsonObject) => {
    const files = [{ name: "process.json", text: JSON.stringify(definition) }]
    for (const { counterexample } of await verifyNets(definition)) {
      if (counterexample === undefined) continue
      replayed++
      expect(await replay(files, counterexample), files[0]?.text).toEqual({ outcome: "passed" })
    }
  }
  const limits = { seed, numRuns: 40 }
  await fc.assert(
    fc.asyncProperty(freeNets(6), (body) => check({ process: "p", ...body })),
    limits,
  )
  await fc.assert(
    fc.asyncProperty(fc.nat(100_000), (number) => check(generatedNet(number, 5, 30).definition)),
    limits,
  )
  expect(replayed).toBeGreaterThan(10)
}, 60_000)
