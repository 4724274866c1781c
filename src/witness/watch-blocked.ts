import { neverReached } from "../verify/hold-findings.ts"
import type { BlockedRun } from "../verify/unreachable-continues.ts"
import { isLetGoFromOutside, isNobodyAsked } from "./left-holds.ts"
import { isRunOf } from "./runs-of-rules.ts"
import { shownAt, type Told, type Watch, type Watching } from "./watch.ts"

/** A run that waits for ever for what is held, with something held that it would let go only afterwards. */
export function watchBlocked({ knowing, outside, effort }: Watching, { rule, waits, release }: BlockedRun): Watch {
  let found: Told | undefined
  return {
    isOver: () => found !== undefined,
    happen() {},
    rest(moment) {
      const { state, handling } = moment.played
      const run = [...handling.runs.values()].find((each) => each.position === waits + 1 && isRunOf(each, rule))
      if (run === undefined || !isNobodyAsked(moment.played)) return
      const hold = [...state.holds.values()].find(({ owner }) => owner.kind === "run" && owner.run === run.id)
      if (hold === undefined || isLetGoFromOutside(knowing, moment, hold.id, outside, effort / 4)) return
      const shown = shownAt(knowing, moment, run.case, [run.exlet])
      found = { finding: { ...neverReached(release), ...shown }, standsOnIt: true }
    },
    findings: () => (found ? [found] : []),
  }
}
