import type { Considered, Stage } from "../messages/handling.ts"
import { type Advice, mandatoryFor, type Occasion, treesFor, type Walking, walkThrough } from "./asking.ts"
import type { Handling } from "./handling.ts"
import { involvementIn } from "./involvement.ts"
import type { Looking, PlaceFacts } from "./port.ts"
import { remedyAt } from "./remedies.ts"
import { remedyText } from "./remedy-text.ts"
import { responsibleFor } from "./responsible.ts"
import { isSolving, programOf, solvesBy } from "./runs.ts"
import { says } from "./step-text.ts"

/** What one stage would look at, in its order, and what it would say; absent: nothing. */
export interface StageOutlook {
  readonly stage: Stage
  readonly considered: readonly Considered[]
  readonly says?: readonly string[]
  /** What it says only tells people or writes data, so the next stage is asked as well. */
  readonly passes?: true
}

/** The stages as they would be asked about something now, up to the first that answers and beyond: nothing is done. */
export function outlook(
  port: Looking,
  tried: Handling["tried"],
  occasion: Occasion,
): {
  readonly stages: readonly StageOutlook[]
  readonly involvement: PlaceFacts["involvement"]
  readonly answers?: Stage
} {
  const place = port.place(occasion)
  const situation = { port, tried, occasion, place }
  const beside = (stage: "procedural" | "builtIn" | "pattern"): StageOutlook => {
    const { remedy, considered } = remedyAt[stage](situation)
    return { stage, considered, ...(remedy && { says: [remedyText(remedy)] }) }
  }
  const isException = port.rules.classes.has(occasion.on)
  const asked: readonly StageOutlook[] = [
    ofRules(port, "mandatory", walkThrough(port, occasion, mandatoryFor(port, occasion))),
    beside("procedural"),
    ofRules(port, "rules", walkThrough(port, occasion, treesFor(port, occasion))),
  ]
  const person: StageOutlook = { stage: "person", considered: [], says: [`ask ${responsibleFor(port, occasion)}`] }
  const stages = isException ? [...asked, beside("builtIn"), beside("pattern"), person] : asked
  const involvement = involvementIn(port, { ...occasion, class: occasion.on })
  const isManual = isException && involvement === "manual"
  const answering = stages.find(
    ({ stage, says: said, passes }) => said && !passes && (!isManual || stage === "mandatory" || stage === "person"),
  )
  return { stages, involvement, ...(answering && { answers: answering.stage }) }
}

function ofRules(port: Looking, stage: "mandatory" | "rules", walked: readonly Walking[]): StageOutlook {
  const answers = walked.flatMap(({ advice }) => advice ?? [])
  const chosen = stage === "mandatory" ? answers : answers.slice(0, 1)
  return {
    stage,
    considered: walked.map(({ tree, advice, failed }): Considered => {
      if (advice) return chosen.includes(advice) ? { what: tree } : { what: tree, why: "another has answered before" }
      return { what: tree, why: failed ? "a condition could not be evaluated" : "none of its rules holds" }
    }),
    ...(chosen.length > 0 && { says: chosen.map(({ conclusion }) => says(conclusion)) }),
    ...(chosen.length > 0 && !chosen.some((advice) => isAnswer(port, advice)) && { passes: true }),
  }
}

/** Whether what a rule says would solve an exception. */
export function isAnswer(
  { rules }: Pick<Looking, "rules">,
  { conclusion, solves }: Pick<Advice, "conclusion" | "solves">,
): boolean {
  switch (conclusion.kind) {
    case "nothing":
    case "worklets":
    case "undo":
      return true
    case "steps":
      return isSolving({ steps: conclusion.steps, ...solvesBy(conclusion, solves) })
    case "exlet": {
      const exlet = rules.exlet(conclusion.name)
      return exlet === undefined || isSolving({ ...programOf(exlet), ...solvesBy(conclusion, solves) })
    }
  }
}
