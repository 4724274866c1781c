import { isLive } from "../engine/family.ts"
import { dataOf } from "../engine/shared-data.ts"
import type { CaseId, HoldId } from "../messages/ids.ts"
import { neverResumed } from "../verify/hold-findings.ts"
import type { OpenSuspend } from "../verify/open-suspends.ts"
import { holdsPlaced, leftHeld } from "./left-holds.ts"
import type { Knowing } from "./moves.ts"
import type { Played } from "./play.ts"
import { relevantOf } from "./situation.ts"
import { PATIENCE, shownAt, type Told, type Watch, type Watching } from "./watch.ts"

/** What is held, and on some way not let go. */
export function watchHolds({ knowing, outside, effort }: Watching, suspends: readonly OpenSuspend[]): Watch {
  const open = new Map(suspends.map((suspend) => [JSON.stringify(suspend.place), suspend]))
  const tried = new Set<string>()
  const reached = new Set<string>()
  const found: Told[] = []
  let since = 0
  return {
    isOver: () => open.size === 0 || (since > PATIENCE && [...open.keys()].every((key) => reached.has(key))),
    happen(moment) {
      since++
      for (const { hold, suspend } of holdsPlaced(moment.played, suspends)) {
        const key = JSON.stringify(suspend.place)
        const around = `${key} ${settingOf(knowing, moment.played)}`
        if (!open.has(key) || tried.has(around)) continue
        tried.add(around)
        reached.add(key)
        since = 0
        const left = leftHeld(knowing, moment, hold, outside, effort / 4)
        if (left === undefined) continue
        open.delete(key)
        const shown = shownAt(knowing, left, caseOfHold(left.played, hold))
        found.push({ finding: { ...neverResumed(suspend), ...shown }, standsOnIt: suspend.mayEnd })
      }
    },
    // What no rule could let go needs no showing.
    findings: () => [
      ...found,
      ...[...open.values()]
        .filter(({ mayEnd }) => !mayEnd)
        .map((suspend) => ({ finding: neverResumed(suspend), standsOnIt: false })),
    ],
  }
}

/** What is going on besides: which tasks are live, and what is so of the data and the results that conditions look at. */
function settingOf({ constants }: Knowing, { state }: Played): string {
  const live = [...state.items.values()].filter(isLive).map(({ task }) => task)
  const cases = [...state.cases.values()].map((each) => [
    each.process,
    each.state,
    relevantOf(constants, dataOf(state, each)),
  ])
  const looksAtResults = constants.relevant.has("result")
  const results = looksAtResults ? [...state.items.values()].map(({ task, result }) => [task, result ?? null]) : []
  return JSON.stringify([live.sort(), cases, results])
}

function caseOfHold({ state }: Played, hold: HoldId): CaseId | undefined {
  const target = state.holds.get(hold)?.target
  switch (target?.kind) {
    case "item":
      return state.items.get(target.item)?.case
    case "after":
      return state.frames.get(target.frame)?.case
    default:
      return target?.case
  }
}
