import { isLive } from "../engine/family.ts"
import type { Finding } from "../messages/findings.ts"
import type { JsonObject } from "../messages/json.ts"
import { readBundleValues } from "../model/bundle.ts"
import type { Process } from "../model/net.ts"
import { type Deployable, readDeployable } from "../runtime/examining.ts"
import { STORY_BEGINS } from "../stories/read-story.ts"
import { rulesAskedTooLate } from "../verify/asked-too-late.ts"
import { silentRules } from "../verify/never-fires.ts"
import { type OpenSuspend, openSuspends } from "../verify/open-suspends.ts"
import { actingRules, type RepertoireInForce, repertoireInForce } from "../verify/repertoire-in-force.ts"
import { startedProcesses, stepsWithoutTarget } from "../verify/step-targets.ts"
import { unhandled } from "../verify/unhandled.ts"
import { constantsIn } from "./constants.ts"
import { expectedOf } from "./expected.ts"
import { explore, type Moment, stepsTo } from "./explore.ts"
import { holdsPlaced, leftHeld } from "./left-holds.ts"
import { type Knowing, waysOf } from "./moves.ts"
import { outsideEvents } from "./outside-events.ts"
import { curtain } from "./play.ts"
import { type Stage, setStage } from "./stage.ts"

/**
 * What is doubtful about the exlets and rules of a bundle together, with what is deployed already (`before`, as a bundle). What can be
 * shown to happen comes with the steps that lead there. A bundle with errors has other worries.
 */
export async function verifyRules(what: Deployable, before?: JsonObject): Promise<readonly Finding[]> {
  const set = await setStage(what, before)
  if (!set.ok) return []
  const { stage } = set
  const force = repertoireInForce(readDeployable(what), processesOf(stage), before && readBundleValues([before]))
  const silent = silentRules(force)
  const found = [
    ...silent.map(({ finding }) => finding),
    ...rulesAskedTooLate(force),
    ...unhandled(force),
    ...stepsWithoutTarget(force),
    ...holdsLeft(stage, force),
  ]
  return found
}

const EFFORT = 6000

function holdsLeft(stage: Stage, force: RepertoireInForce): readonly Finding[] {
  const suspends = openSuspends(force)
  if (suspends.length === 0) return []
  const knowing: Knowing = { stage, constants: constantsIn(stage) }
  const outside = outsideEvents(stage)
  const open = new Map(suspends.map((suspend) => [JSON.stringify(suspend.place), suspend]))
  const tried = new Set<string>()
  const reached = new Set<string>()
  let since = 0
  const found: Finding[] = []
  for (const root of rootsOf(force)) {
    if (open.size === 0) break
    explore(knowing, beginnings(knowing, root), {
      outside,
      most: EFFORT,
      see(moment) {
        since++
        for (const { hold, suspend } of holdsPlaced(moment.played, suspends)) {
          const key = JSON.stringify(suspend.place)
          const around = `${key} ${settingOf(moment.played)}`
          if (!open.has(key) || tried.has(around)) continue
          tried.add(around)
          reached.add(key)
          since = 0
          const left = leftHeld(knowing, moment, hold, outside, EFFORT / 4)
          if (left === undefined) continue
          open.delete(key)
          found.push(neverResumed(suspend, stage, left, hold))
        }
        if (since > PATIENCE && [...open.keys()].every((key) => reached.has(key))) return "enough"
        return open.size === 0 ? "enough" : "go on"
      },
    })
  }
  for (const suspend of open.values()) if (!suspend.mayEnd) found.push(neverResumedAnywhere(suspend))
  return found
}

/** So many moments without anything new are enough. */
const PATIENCE = 400

/** What is going on besides: which tasks of which processes are live. */
function settingOf({ state }: Moment["played"]): string {
  const live = [...state.items.values()].filter(isLive).map(({ task }) => task)
  const cases = [...state.cases.values()].map((each) => `${each.process} ${each.state}`)
  return [...live.sort(), ...cases].join()
}

/** Processes people start: those that no exlet does, if there are any. */
function rootsOf(force: RepertoireInForce): readonly string[] {
  const started = startedProcesses(actingRules(force))
  const all = [...force.processes.keys()]
  const roots = all.filter((name) => !started.has(name))
  return [...roots, ...all.filter((name) => started.has(name))]
}

function beginnings(knowing: Knowing, process: string): readonly Moment[] {
  const before: Moment = { played: curtain(Date.parse(STORY_BEGINS)), cost: 0 }
  const moments: Moment[] = []
  for (const way of waysOf(knowing, before.played, { start: process })) {
    if (way.gives.length > 3) break
    const outcome = way.go()
    if (outcome.ok) moments.push({ played: outcome.played, step: way.step, before, cost: way.gives.length })
  }
  return moments
}

function neverResumed(suspend: OpenSuspend, stage: Stage, left: Moment, hold: Parameters<typeof leftHeld>[2]): Finding {
  const { state } = left.played
  const target = state.holds.get(hold)?.target
  const id =
    target?.kind === "item"
      ? state.items.get(target.item)?.case
      : target?.kind === "after"
        ? state.frames.get(target.frame)?.case
        : target?.case
  const steps = [...stepsTo(left), ...(id === undefined ? [] : [expectedOf(stage, left.played, id)])]
  return { ...neverResumedAnywhere(suspend), counterexample: steps }
}

function neverResumedAnywhere({ step, place, rule }: OpenSuspend): Finding {
  const what = targetText(step)
  const how = step.do === "suspend" ? "suspends" : "waits for and suspends"
  return {
    code: "SUSPEND_NEVER_RESUMED",
    severity: "warning",
    place,
    message: `This ${how} ${what} on '${rule.on}', and there is a way on which no rule resumes or ends it afterwards.`,
    remedy: "Write a rule that resumes or terminates it on every way, or 'continue' where the exlet itself knows when.",
  }
}

function targetText(step: OpenSuspend["step"]): string {
  const target = step.do === "suspend" ? step.target : step.place
  if (typeof target !== "string")
    return `'${[target.process, target.task].filter((part) => part !== undefined).join("/")}'`
  return { item: "the item", case: "the case", allCases: "all cases", ancestors: "the ancestors" }[target]
}

function processesOf({ processes }: Stage): ReadonlyMap<string, Process> {
  return new Map(
    processes.names().flatMap((name) => {
      const process = processes.current(name)
      return process ? [[name, process] as const] : []
    }),
  )
}
