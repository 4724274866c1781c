import { isLive } from "../engine/family.ts"
import type { RunStarted } from "../messages/handling.ts"
import type { Hold } from "../messages/holds.ts"
import type { HoldId } from "../messages/ids.ts"
import type { OpenSuspend } from "../verify/open-suspends.ts"
import { isMereTelling, stepsOf } from "./conclusions.ts"
import type { Outside } from "./environment.ts"
import { explore, type Moment } from "./explore.ts"
import type { Knowing } from "./moves.ts"
import type { Played } from "./play.ts"
import { isRunOf } from "./runs-of-rules.ts"

/** A hold, and the step that put it there. */
export interface Placed {
  readonly hold: HoldId
  readonly suspend: OpenSuspend
}

/** The holds that the last move has put somewhere, by steps whose exlets do not let them go. */
export function holdsPlaced({ events, entries }: Played, suspends: readonly OpenSuspend[]): readonly Placed[] {
  const found: Placed[] = []
  const all = entries.flatMap((entry) => entry.events)
  for (const event of events) {
    if (event.type !== "HoldPlaced" || event.hold.owner.kind !== "run") continue
    const { run } = event.hold.owner
    const before = all.slice(0, all.indexOf(event))
    const started = before.find((each): each is RunStarted => each.type === "RunStarted" && each.run === run)
    const index = before.filter((each) => each.type === "StepTaken" && each.run === run).length
    const suspend = started && suspends.find((each) => each.index === index && isRunOf(started, each.rule))
    if (suspend) found.push({ hold: event.hold.id, suspend })
  }
  return found
}

/** Whether what a hold is on can still be let go: it is held, and there. */
export function isStillHeld({ state }: Played, id: HoldId): boolean {
  const hold = state.holds.get(id)
  return hold !== undefined && isThere(state, hold)
}

function isThere(state: Played["state"], { target }: Hold): boolean {
  switch (target.kind) {
    case "item": {
      const item = state.items.get(target.item)
      return item !== undefined && isLive(item) && state.cases.get(item.case)?.state === "running"
    }
    case "after": {
      const frame = state.frames.get(target.frame)
      return frame !== undefined && !frame.closed && state.cases.get(frame.case)?.state === "running"
    }
    default:
      return state.cases.get(target.case)?.state === "running"
  }
}

/** Whether what was held is there, or has gone its way to the end. */
function isUnbroken(state: Played["state"], held: Hold): boolean {
  if (isThere(state, held)) return true
  const { target } = held
  const id =
    target.kind === "item"
      ? state.items.get(target.item)?.case
      : target.kind === "after"
        ? state.frames.get(target.frame)?.case
        : target.case
  const ended = id && state.cases.get(id)?.state
  return ended === "completed" || ended === "exhausted"
}

/**
 * Goes on from where something is held, with the work that is there to be done: a moment when all is over and it is held still,
 * and nothing from outside is sure to let it go. Undefined: none was found.
 */
export function leftHeld(
  knowing: Knowing,
  from: Moment,
  hold: HoldId,
  outside: readonly Outside[],
  most: number,
): Moment | undefined {
  // Whoever has put it there has thought of who lets it go.
  if (isLetGoFromOutside(knowing, from, hold, outside, most)) return undefined
  let found: Moment | undefined
  explore(knowing, [from], {
    outside: [],
    most,
    see: ({ played }) => (isStillHeld(played, hold) ? "go on" : "no further"),
    rest(moment) {
      if (!isNobodyAsked(moment.played) || hasLackedValues(knowing, from.played, moment.played)) return "go on"
      if (isLetGoFromOutside(knowing, moment, hold, outside, most)) return "go on"
      found = moment
      return "enough"
    },
  })
  return found
}

/** A person who is asked may do anything. That programs are missing is only so where things are tried out. */
export function isNobodyAsked({ state, handling }: Played): boolean {
  return [...handling.interventions.values()].every(({ item, class: name }) => {
    const asked = item && state.items.get(item)
    return asked?.kind === "program" && name !== "ItemAbort"
  })
}

/** Whether a rule that would have done something could not be asked since, as it looked at what had no value. */
function hasLackedValues({ stage }: Knowing, { entries: before }: Played, { entries }: Played): boolean {
  const walks = entries
    .slice(before.length)
    .flatMap(({ events }) => events.flatMap((event) => (event.type === "DecisionMade" ? event.walks : [])))
  return walks.some(({ tree, failed = [] }) =>
    failed.some(({ node }) => {
      const steps = stepsOf(stage.rulebook.byKey(tree)?.nodes.get(node)?.conclusion, stage)
      return steps.length > 0 && !isMereTelling(steps)
    }),
  )
}

/** Whether there is something outside, after which it is let go whatever else is done. Ending what is held is not letting it go. */
export function isLetGoFromOutside(
  knowing: Knowing,
  from: Moment,
  hold: HoldId,
  outside: readonly Outside[],
  most: number,
): boolean {
  const held = from.played.state.holds.get(hold)
  if (held === undefined) return true
  return outside.some((event) => {
    let isHopeful = false
    explore(knowing, [{ played: from.played, cost: 0 }], {
      outside: [event],
      most: most / 4,
      mostCost: 3,
      see(moment) {
        if (moment.before === undefined) return "go on"
        if (moment.before.before === undefined && isSureToLetGo(knowing, moment, held, most / 4)) isHopeful = true
        return isHopeful ? "enough" : "no further"
      },
    })
    return isHopeful
  })
}

function isSureToLetGo(knowing: Knowing, from: Moment, held: Hold, most: number): boolean {
  const hold = held.id
  let isLetGo = false
  let isSure = true
  explore(knowing, [{ played: from.played, cost: 0 }], {
    outside: [],
    most,
    see({ played }) {
      if (isStillHeld(played, hold)) return "go on"
      const isLifted = played.entries.some(({ events }) =>
        events.some((event) => event.type === "HoldLifted" && event.hold === hold),
      )
      if (isLifted && isUnbroken(played.state, held)) isLetGo = true
      else isSure = false
      return isSure ? "no further" : "enough"
    },
    rest() {
      isSure = false
      return "enough"
    },
  })
  return isLetGo && isSure
}
