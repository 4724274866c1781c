import type { Finding, Path } from "../messages/findings.ts"
import type { JsonObject } from "../messages/json.ts"
import { compileProcess } from "../model/compile.ts"
import { placed } from "../model/source.ts"
import { type Deployable, readDeployable } from "../runtime/examining.ts"
import { soundnessOf } from "../verify/soundness.ts"
import { faultFinding, unknownFinding } from "../verify/soundness-findings.ts"
import { constantsIn } from "./constants.ts"
import type { Knowing } from "./moves.ts"
import { netCounterexample } from "./net-counterexample.ts"
import { setStage } from "./stage.ts"

/**
 * What is doubtful about the nets of the processes of a bundle, with the steps that lead there. `before`: what is deployed
 * already, as a bundle. A bundle with errors has other worries.
 */
export async function verifyNets(what: Deployable, before?: JsonObject): Promise<readonly Finding[]> {
  const set = await setStage(what, before)
  if (!set.ok) return []
  const { stage } = set
  const knowing: Knowing = { stage, constants: constantsIn(stage) }
  const findings: Finding[] = []
  for (const { definition, locate } of readDeployable(what).definitions) {
    const paths = new Map<string, Path>()
    compileProcess(definition, 1, () => {}, paths)
    const process = stage.processes.current(definition.name)
    if (process === undefined) continue
    const written = { definition, process, paths }
    for (const net of process.nets.values()) {
      const verdict = soundnessOf(process, net)
      for (const fault of verdict.faults) {
        const counterexample = netCounterexample(knowing, process, net, fault)
        const finding = placed(faultFinding(written, net, fault), locate)
        findings.push({ ...finding, ...(counterexample && { counterexample }) })
      }
      if (!verdict.isKnown) findings.push(placed(unknownFinding(written, net, verdict), locate))
    }
  }
  return findings
}
