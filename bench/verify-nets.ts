import { readBundleValues } from "../src/model/bundle.ts"
import { compileProcess } from "../src/model/compile.ts"
import { soundnessOf } from "../src/verify/soundness.ts"
import { generatedNet } from "./generated-nets.ts"
import { type Benchmark, rounded } from "./result.ts"

const count = 1_000

/** How long it takes to tell of a thousand processes of 20 to 100 tasks, sound and unsound, which is which. */
export const verifyNets: Benchmark = {
  name: "verify.nets",
  async run() {
    const definitions = Array.from({ length: count }, (_, number) => generatedNet(number + 1).definition)
    const processes = definitions.flatMap((definition) =>
      readBundleValues([definition]).definitions.map((read) => compileProcess(read.definition, 1, () => {})),
    )
    const began = performance.now()
    let unsound = 0
    let unknown = 0
    for (const process of processes) {
      const verdicts = [...process.nets.values()].map((net) => soundnessOf(process, net))
      if (verdicts.some(({ faults }) => faults.length > 0)) unsound++
      else if (verdicts.some(({ isKnown }) => !isKnown)) unknown++
    }
    const seconds = (performance.now() - began) / 1000
    return [
      { name: "verify.nets", value: rounded(seconds), unit: "s/1000 nets" },
      { name: "verify.nets.unsound", value: unsound, unit: "nets" },
      { name: "verify.nets.unknown", value: unknown, unit: "nets" },
    ]
  },
}
