import { rootCase } from "../messages/ids.ts"
import { endless, type RuleCycle } from "../verify/rule-cycles.ts"
import { begunIn, goRound, neverRests, refusedIn } from "./endless-runs.ts"
import type { Moment } from "./explore.ts"
import { PATIENCE, shownAt, type Told, type Watch, type Watching } from "./watch.ts"

/** Rules that trigger each other until the engine begins no more runs, or for as long as people work. */
export function watchCycle({ knowing, effort }: Watching, cycle: RuleCycle): Watch {
  let found: Told | undefined
  let tried = 0
  let looked = 0
  const tell = (moment: Moment) => {
    const rules = refusedIn(moment.played, cycle) ?? cycle.rules
    const { state, handling } = moment.played
    const [asked] = handling.interventions.values()
    const last = [...state.cases.values()].findLast((each) => each.state === "running")
    const exlets = [...new Set(rules.map(({ exlet = "steps" }) => exlet))]
    const shown = shownAt(knowing, moment, asked?.case ?? last?.id ?? rootCase(state.id), exlets)
    found = { finding: { ...endless(rules), ...shown }, standsOnIt: true }
  }
  return {
    isOver: () => found !== undefined || tried >= MOST_TRIES || looked > MOST_LOOKED,
    happen(moment) {
      looked++
      if (refusedIn(moment.played, cycle)) tell(moment)
      else if (begunIn(moment.played, cycle)) {
        tried++
        if (!cycle.isUnconditional && !neverRests(knowing, moment, effort / 4)) return
        const round = goRound(knowing, moment, cycle)
        if (round) tell(round)
      }
    },
    findings: () => (found ? [found] : []),
  }
}

const MOST_TRIES = 6
const MOST_LOOKED = 3 * PATIENCE
