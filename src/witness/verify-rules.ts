import type { Finding } from "../messages/findings.ts"
import type { JsonObject } from "../messages/json.ts"
import { type Bundle, type BundleFile, readBundleValues } from "../model/bundle.ts"
import type { Process } from "../model/net.ts"
import { bundleOf } from "../runtime/bundling.ts"
import { type Deployable, readDeployable } from "../runtime/examining.ts"
import { STORY_BEGINS } from "../stories/read-story.ts"
import { rulesAskedTooLate } from "../verify/asked-too-late.ts"
import type { Doubt } from "../verify/doubt.ts"
import { type WaitingStep, waitingSteps } from "../verify/endless-waits.ts"
import { silentRules } from "../verify/never-fires.ts"
import { openSuspends } from "../verify/open-suspends.ts"
import { actingRules, type RepertoireInForce, repertoireInForce } from "../verify/repertoire-in-force.ts"
import { ruleCycles } from "../verify/rule-cycles.ts"
import { startedProcesses, stepsWithoutTarget } from "../verify/step-targets.ts"
import { unhandled } from "../verify/unhandled.ts"
import { blockedRuns } from "../verify/unreachable-continues.ts"
import { constantsIn } from "./constants.ts"
import { explore, type Moment } from "./explore.ts"
import { joiningProcesses } from "./joining-processes.ts"
import { type Knowing, waysOf } from "./moves.ts"
import { outsideEvents } from "./outside-events.ts"
import { curtain } from "./play.ts"
import { replay } from "./replay.ts"
import { type Stage, setStage } from "./stage.ts"
import type { Told, Watching } from "./watch.ts"
import { watchBlocked } from "./watch-blocked.ts"
import { watchCycle } from "./watch-cycle.ts"
import { watchDoubt } from "./watch-doubt.ts"
import { watchHolds } from "./watch-holds.ts"
import { watchWaits } from "./watch-waits.ts"

/**
 * What is doubtful about the exlets and rules of a bundle together, with what is deployed already (`before`, as a bundle). What can be
 * shown to happen comes with the steps that lead there, which a real engine has taken. A bundle with errors has other worries.
 */
export async function verifyRules(what: Deployable, before?: JsonObject): Promise<readonly Finding[]> {
  const set = await setStage(what, before)
  return set.ok ? rulesOnStage(what, set.stage, before && readBundleValues([before])) : []
}

/** The same where all of it is in force already. */
export async function rulesOnStage(what: Deployable, stage: Stage, before?: Bundle): Promise<readonly Finding[]> {
  const force = repertoireInForce(readDeployable(what), processesOf(stage), before)
  const files = [{ name: "bundle.json", text: JSON.stringify(bundleOf(stage)) }]
  const found: Finding[] = []
  for (const told of seen(stage, force)) found.push(...(await replayed(told, files)))
  return found
}

/** What does not really happen is not shown, and what stands on it is not told. */
async function replayed({ finding, standsOnIt }: Told, files: readonly BundleFile[]): Promise<readonly Finding[]> {
  const { counterexample, ...rest } = finding
  if (counterexample === undefined) return [finding]
  const { outcome } = await replay(files, counterexample)
  if (outcome === "passed") return [finding]
  return standsOnIt ? [] : [rest]
}

/** How many commands are tried for a process that may be the first of a family; fewer for one that mostly is not, and in all. */
const EFFORT = 6000
const LITTLE_EFFORT = 1000
const MOST_EFFORT = 15_000

/** What only playing through can tell, or show. */
function seen(stage: Stage, force: RepertoireInForce): readonly Told[] {
  const doubts = [...silentRules(force), ...rulesAskedTooLate(force), ...unhandled(force), ...stepsWithoutTarget(force)]
  const idle = new Set(doubts.map(({ finding }) => JSON.stringify(finding.place)))
  const suspends = openSuspends(force).filter(({ place }) => !idle.has(JSON.stringify(place)))
  const knowing: Knowing = { stage, constants: constantsIn(stage, { trees: treesOf(doubts), isEnumerating: true }) }
  const outside = outsideEvents(stage, classesOf(doubts))
  const watching: Watching = { knowing, outside: [...outside, ...joiningProcesses(stage)], effort: EFFORT }
  const blocked = blockedRuns(force)
  const isBlocked = ({ rule, index }: WaitingStep) =>
    blocked.some((each) => each.waits === index && each.rule.place.path === rule.place.path)
  // One finding says why such a run hangs.
  const waits = waitingSteps(force).filter((each) => !isBlocked(each))
  const watches = [
    ...(suspends.length > 0 ? [watchHolds(watching, suspends)] : []),
    ...blocked.map((each) => watchBlocked(watching, each)),
    ...(waits.length > 0 ? [watchWaits(watching, waits)] : []),
    ...ruleCycles(force).map((cycle) => watchCycle(watching, cycle)),
    ...doubts.map((doubt) => watchDoubt(watching, doubt)),
  ]
  let left = MOST_EFFORT
  for (const { root, isFirst } of rootsOf(force)) {
    const open = watches.filter((watch) => !watch.isOver())
    const most = Math.min(left, isFirst ? EFFORT : LITTLE_EFFORT)
    left -= most
    if (open.length === 0 || most === 0) break
    explore(knowing, beginnings(knowing, root), {
      outside,
      most,
      see: () => (open.every((watch) => watch.isOver()) ? "enough" : "go on"),
      happen(moment) {
        for (const watch of open) if (!watch.isOver()) watch.happen(moment)
      },
      rest(moment) {
        for (const watch of open) if (!watch.isOver()) watch.rest?.(moment)
        return "go on"
      },
    })
  }
  return watches.flatMap((watch) => watch.findings())
}

const treesOf = (doubts: readonly Doubt[]): ReadonlySet<string> =>
  new Set(doubts.flatMap(({ shownBy }) => (shownBy && "tree" in shownBy ? [shownBy.tree] : [])))

const classesOf = (doubts: readonly Doubt[]): readonly string[] =>
  doubts.flatMap(({ shownBy }) => (shownBy?.kind === "raised" ? [shownBy.class] : []))

/** Processes people start, before those that exlets do. */
function rootsOf(force: RepertoireInForce): readonly { readonly root: string; readonly isFirst: boolean }[] {
  const started = startedProcesses(actingRules(force))
  const all = [...force.processes.keys()].map((root) => ({ root, isFirst: !started.has(root) }))
  return all.toSorted((one, other) => Number(other.isFirst) - Number(one.isFirst))
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
