import type { Finding } from "../messages/findings.ts"
import type { JsonObject } from "../messages/json.ts"
import { readBundleValues } from "../model/bundle.ts"
import type { Process } from "../model/net.ts"
import { type Deployable, readDeployable } from "../runtime/examining.ts"
import { STORY_BEGINS } from "../stories/read-story.ts"
import { rulesAskedTooLate } from "../verify/asked-too-late.ts"
import { silentRules } from "../verify/never-fires.ts"
import { openSuspends } from "../verify/open-suspends.ts"
import { actingRules, type RepertoireInForce, repertoireInForce } from "../verify/repertoire-in-force.ts"
import { ruleCycles } from "../verify/rule-cycles.ts"
import { startedProcesses, stepsWithoutTarget } from "../verify/step-targets.ts"
import { unhandled } from "../verify/unhandled.ts"
import { constantsIn } from "./constants.ts"
import { explore, type Moment } from "./explore.ts"
import { type Knowing, waysOf } from "./moves.ts"
import { outsideEvents } from "./outside-events.ts"
import { curtain } from "./play.ts"
import { type Stage, setStage } from "./stage.ts"
import { type Watching, watchCycle, watchHolds, watchSilent } from "./watches.ts"

/**
 * What is doubtful about the exlets and rules of a bundle together, with what is deployed already (`before`, as a bundle). What can be
 * shown to happen comes with the steps that lead there. A bundle with errors has other worries.
 */
export async function verifyRules(what: Deployable, before?: JsonObject): Promise<readonly Finding[]> {
  const set = await setStage(what, before)
  if (!set.ok) return []
  const { stage } = set
  const force = repertoireInForce(readDeployable(what), processesOf(stage), before && readBundleValues([before]))
  return [...rulesAskedTooLate(force), ...unhandled(force), ...stepsWithoutTarget(force), ...seen(stage, force)]
}

/** How many commands are tried for each process that may be the first of a family. */
const EFFORT = 6000

/** What only playing through can tell, or show. */
function seen(stage: Stage, force: RepertoireInForce): readonly Finding[] {
  const silent = silentRules(force)
  const suspends = openSuspends(force)
  const cycles = ruleCycles(force)
  if (silent.length + suspends.length + cycles.length === 0) return []
  const knowing: Knowing = { stage, constants: constantsIn(stage) }
  const watching: Watching = { knowing, outside: outsideEvents(stage), effort: EFFORT }
  const watches = [
    ...(suspends.length > 0 ? [watchHolds(watching, suspends)] : []),
    ...cycles.map((cycle) => watchCycle(watching, cycle)),
    ...silent.map((rule) => watchSilent(rule)),
  ]
  for (const root of rootsOf(force)) {
    const open = watches.filter((watch) => !watch.isOver())
    if (open.length === 0) break
    explore(knowing, beginnings(knowing, root), {
      outside: watching.outside,
      most: EFFORT,
      see: () => (open.every((watch) => watch.isOver()) ? "enough" : "go on"),
      happen(moment) {
        for (const watch of open) if (!watch.isOver()) watch.see(moment)
      },
    })
  }
  return watches.flatMap((watch) => watch.findings())
}

/** Processes people start, before those that exlets do. */
function rootsOf(force: RepertoireInForce): readonly string[] {
  const started = startedProcesses(actingRules(force))
  const all = [...force.processes.keys()]
  return [...all.filter((name) => !started.has(name)), ...all.filter((name) => started.has(name))]
}

function beginnings(knowing: Knowing, process: string): readonly Moment[] {
  const before: Moment = { played: curtain(Date.parse(STORY_BEGINS)), cost: 0 }
  const moments: Moment[] = []
  for (const way of waysOf(knowing, before.played, { start: process })) {
    if (way.gives.length > MOST_GIVEN) break
    const outcome = way.go()
    if (outcome.ok) moments.push({ played: outcome.played, step: way.step, before, cost: way.gives.length })
  }
  return moments
}

/** Values a case begins with, besides those it must have. */
const MOST_GIVEN = 3

function processesOf({ processes }: Stage): ReadonlyMap<string, Process> {
  return new Map(
    processes.names().flatMap((name) => {
      const process = processes.current(name)
      return process ? [[name, process] as const] : []
    }),
  )
}
