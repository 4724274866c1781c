import { mayCome } from "../engine/still-to-come.ts"
import type { RunStarted } from "../messages/handling.ts"
import type { RunId } from "../messages/ids.ts"
import { neverOver, type WaitingStep } from "../verify/endless-waits.ts"
import { isLetGoFromOutside, isNobodyAsked } from "./left-holds.ts"
import type { Played } from "./play.ts"
import { isRunOf } from "./runs-of-rules.ts"
import { shownAt, type Told, type Watch, type Watching } from "./watch.ts"

/** Waits for a step that can no longer come, or that is kept from coming by what nobody lets go. */
export function watchWaits({ knowing, outside, effort }: Watching, waits: readonly WaitingStep[]): Watch {
  const open = new Set(waits)
  const found: Told[] = []
  const tell = (wait: WaitingStep, why: "passed" | "held", shown: ReturnType<typeof shownAt>) => {
    open.delete(wait)
    found.push({ finding: { ...neverOver(wait, why), ...shown }, standsOnIt: true })
  }
  return {
    isOver: () => open.size === 0,
    happen(moment) {
      for (const event of moment.played.events) {
        if (event.type !== "StepTaken" || event.expects === undefined) continue
        const started = runStarted(moment.played, event.run)
        const wait = started && [...open].find((each) => each.index === event.step && isRunOf(started, each.rule))
        if (started === undefined || wait === undefined) continue
        const { state } = moment.played
        const isPassed = event.expects.some(({ case: id, ...step }) => {
          const of = state.cases.get(id)
          const process = of && knowing.stage.processes.find(of.process, of.version)
          return process !== undefined && of?.state === "running" && !mayCome(state, process, id, step)
        })
        if (isPassed) tell(wait, "passed", shownAt(knowing, moment, started.case, [started.exlet]))
      }
    },
    rest(moment) {
      const { state, handling } = moment.played
      for (const wait of [...open]) {
        const run = [...handling.runs.values()].find(
          (each) => each.position === wait.index + 1 && each.awaits !== undefined && isRunOf(each, wait.rule),
        )
        if (run === undefined || !isNobodyAsked(moment.played)) continue
        const holds = [...state.holds.values()].filter(({ owner }) => owner.kind === "run")
        if (holds.every(({ target }) => target.kind === "after")) continue
        if (holds.some(({ id }) => isLetGoFromOutside(knowing, moment, id, outside, effort / 4))) continue
        tell(wait, "held", shownAt(knowing, moment, run.case, [run.exlet]))
      }
    },
    findings: () => found,
  }
}

function runStarted({ entries }: Played, run: RunId): RunStarted | undefined {
  for (const { events } of entries)
    for (const event of events) if (event.type === "RunStarted" && event.run === run) return event
  return undefined
}
