import { describe, expect, test } from "vitest"
import type { Finding } from "../../src/messages/findings.ts"
import { examine } from "../../src/runtime/examining.ts"
import { replay } from "../../src/witness/replay.ts"
import { verifyNets } from "../../src/witness/verify-nets.ts"
import { pictured } from "../language/net-picture.ts"
import { catalogue } from "./net-catalogue.ts"

const codes: Readonly<Record<string, string>> = {
  NO_OPTION_TO_COMPLETE: "no option",
  IMPROPER_COMPLETION: "improper",
  DEAD_TASK: "dead",
  UNREACHABLE: "unreachable",
  END_UNREACHABLE: "no way to the end of",
}

const told = ({ code, place }: Finding) => `${codes[code] ?? code} ${place.path.split(".").at(-1)}`

describe("[SOUND1] [SOUND2] [SOUND3] [SOUND4] [SOUND5] a net is told to be sound, or what is wrong with it and where", () => {
  test.for(catalogue.map(([name, expected, picture]) => ({ name, expected, picture })))(
    "$name",
    async ({ expected, picture }) => {
      const definition = pictured(picture)
      const found = await verifyNets(definition)
      const read = examine(definition).findings.filter(({ code }) => code !== "NO_OTHERWISE")
      expect([...read, ...found].map(told).sort()).toEqual([...expected].sort())
      // Whatever is told can be replayed.
      const files = [{ name: "process.json", text: JSON.stringify(definition) }]
      for (const finding of found) {
        const steps = finding.counterexample ?? []
        expect([told(finding), steps.length > 0, await replay(files, steps)]).toEqual([
          told(finding),
          true,
          { outcome: "passed" },
        ])
      }
    },
  )
})

test("there are enough of them", () => {
  expect(catalogue.length).toBeGreaterThanOrEqual(80)
})
