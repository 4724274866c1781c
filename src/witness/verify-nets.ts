import { setImmediate as nextTurn } from "node:timers/promises"
import type { Finding, LocalFinding, Path } from "../messages/findings.ts"
import type { JsonObject } from "../messages/json.ts"
import { reachedIn } from "../model/check-reachability.ts"
import { compileProcess } from "../model/compile.ts"
import type { Net } from "../model/net.ts"
import { type Locate, placed } from "../model/source.ts"
import { type Deployable, readDeployable } from "../runtime/examining.ts"
import { earlyReads, writersOfTheSame } from "../verify/data-faults.ts"
import { earlyReadFinding, writeConflictFinding } from "../verify/data-findings.ts"
import { type Bounds, defaultBounds } from "../verify/explore.ts"
import type { Written } from "../verify/node-names.ts"
import { type Fault, lookAt } from "../verify/soundness.ts"
import { faultFinding, unknownFinding } from "../verify/soundness-findings.ts"
import { constantsIn } from "./constants.ts"
import { earlyReadCounterexample, writeConflictCounterexample } from "./data-counterexample.ts"
import type { Knowing } from "./moves.ts"
import { netCounterexample } from "./net-counterexample.ts"
import { givenByRules, setByRules } from "./set-by-rules.ts"
import { type Stage, setStage } from "./stage.ts"

/**
 * What is doubtful about the nets of the processes of a bundle and the data in them, with the steps that lead there. `before`:
 * what is deployed already, as a bundle. A bundle with errors has other worries. Others get their turn in between.
 */
export async function verifyNets(what: Deployable, before?: JsonObject): Promise<readonly Finding[]> {
  const set = await setStage(what, before)
  return set.ok ? netsOnStage(what, set.stage) : []
}

/** The same where all of it is in force already. */
export async function netsOnStage(what: Deployable, stage: Stage): Promise<readonly Finding[]> {
  const knowing: Knowing = { stage, constants: constantsIn(stage) }
  const findings: Finding[] = []
  const purse = { left: MOST_STATES, counterexamples: MOST_COUNTEREXAMPLES }
  for (const { definition, locate } of readDeployable(what).definitions) {
    const paths = new Map<string, Path>()
    compileProcess(definition, 1, () => {}, paths)
    const process = stage.processes.current(definition.name)
    if (process === undefined) continue
    const looking: Looking = { knowing, written: { definition, process, paths }, locate, purse, findings }
    for (const net of process.nets.values()) await lookAtNet(looking, net)
    await lookAtData(looking)
  }
  return findings
}

/** Of all nets of a bundle together, and how often a story is looked for: what comes after that is not known. */
const MOST_STATES = 200_000
const MOST_COUNTEREXAMPLES = 200

interface Looking {
  readonly knowing: Knowing
  readonly written: Written
  readonly locate: Locate
  readonly purse: { left: number; counterexamples: number }
  readonly findings: Finding[]
}

async function lookAtNet(looking: Looking, net: Net): Promise<void> {
  const { written, purse, knowing } = looking
  const { process } = written
  const bounds: Bounds = { ...defaultBounds, states: Math.min(defaultBounds.states, purse.left) }
  const steps = lookAt(process, net, bounds)
  let step = steps.next()
  for (let count = 1; !step.done; count++) {
    if (count % 50 === 0) await nextTurn()
    step = steps.next()
  }
  const verdict = step.value
  purse.left -= verdict.states
  for (const fault of verdict.faults) {
    if (isTold(net, fault)) continue
    await nextTurn()
    tell(looking, faultFinding(written, net, fault), () => netCounterexample(knowing, process, net, fault))
  }
  if (!verdict.isKnown) tell(looking, unknownFinding(written, net, verdict))
}

async function lookAtData(looking: Looking): Promise<void> {
  const { knowing, written } = looking
  const { process } = written
  const elsewhere = new Set([...setByRules(knowing.stage), ...givenByRules(knowing.stage, process.name)])
  for (const read of earlyReads(process)) {
    if (elsewhere.has(read.variable)) continue
    await nextTurn()
    tell(looking, earlyReadFinding(written, read), () => earlyReadCounterexample(knowing, process, read))
  }
  const told = new Set<string>()
  for (const conflict of writersOfTheSame(process)) {
    const key = `${conflict.other.name} ${conflict.variable}`
    if (told.has(key)) continue
    await nextTurn()
    const { isPossible, steps } = writeConflictCounterexample(knowing, process, conflict)
    if (!isPossible) continue
    told.add(key)
    tell(looking, writeConflictFinding(written, conflict), () => steps)
  }
}

function tell(
  { findings, locate, purse }: Looking,
  finding: LocalFinding,
  find?: () => readonly JsonObject[] | undefined,
): void {
  const counterexample = find && purse.counterexamples-- > 0 ? find() : undefined
  findings.push({ ...placed(finding, locate), ...(counterexample && { counterexample }) })
}

/** That nothing leads to something is told when it is read. */
function isTold(net: Net, fault: Fault): boolean {
  if (fault.kind !== "dead") return false
  const { nodes } = reachedIn(net)
  const node = net.nodes.get(fault.node)
  return node !== undefined && !nodes.has(node)
}
