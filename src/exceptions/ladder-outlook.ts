import type { Considered, Stage } from "../messages/handling.ts"
import { mandatoryFor, type Occasion, treesFor, type Walking, walkThrough } from "./asking.ts"
import type { Handling } from "./handling.ts"
import type { Looking } from "./port.ts"
import { remedyAt } from "./remedies.ts"
import { remedyText } from "./remedy-text.ts"

/** What one stage would look at, in its order, and what it would say; absent: nothing. */
export interface StageOutlook {
  readonly stage: Stage
  readonly considered: readonly Considered[]
  readonly says?: readonly string[]
}

/** The stages as they would be asked about something now, up to the first that answers and beyond: nothing is done. */
export function outlook(port: Looking, tried: Handling["tried"], occasion: Occasion): readonly StageOutlook[] {
  const place = port.place(occasion)
  const situation = { port, tried, occasion, place }
  const beside = (stage: "procedural" | "builtIn" | "pattern"): StageOutlook => {
    const { remedy, considered } = remedyAt[stage](situation)
    return { stage, considered, ...(remedy && { says: [remedyText(remedy)] }) }
  }
  const isException = port.rules.classes.has(occasion.on)
  const asked: readonly StageOutlook[] = [
    ofRules("mandatory", walkThrough(port, occasion, mandatoryFor(port, occasion))),
    beside("procedural"),
    ofRules("rules", walkThrough(port, occasion, treesFor(port, occasion))),
  ]
  if (!isException) return asked
  return [
    ...asked,
    beside("builtIn"),
    beside("pattern"),
    { stage: "person", considered: [{ what: place.involvement }] },
  ]
}

function ofRules(stage: "mandatory" | "rules", walked: readonly Walking[]): StageOutlook {
  const answers = walked.filter(({ says }) => says !== undefined)
  const chosen = stage === "mandatory" ? answers : answers.slice(0, 1)
  return {
    stage,
    considered: walked.map((each): Considered => {
      if (each.says === undefined) return { what: each.tree, why: "none of its rules holds" }
      return chosen.includes(each) ? { what: each.tree } : { what: each.tree, why: "another has answered before" }
    }),
    ...(chosen.length > 0 && { says: chosen.flatMap(({ says }) => says ?? []) }),
  }
}
