import { dataOfCase } from "../engine/shared-data.ts"
import { compileExpression, isExpression } from "../expressions/expression.ts"
import type { DecisionMade } from "../messages/handling.ts"
import type { CaseId } from "../messages/ids.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import { ruleVocabulary } from "../model/vocabulary.ts"
import type { Doubt, Shown } from "../verify/doubt.ts"
import { expectedOf } from "./expected.ts"
import { type Moment, stepsTo } from "./explore.ts"
import type { Knowing } from "./moves.ts"
import { caseName } from "./naming.ts"
import type { Played } from "./play.ts"
import { isRunOf } from "./runs-of-rules.ts"
import { PATIENCE, type Watch, type Watching } from "./watch.ts"

/** A finding that is known already, and only has to be shown; or that is one unless something is seen. */
export function watchDoubt({ knowing }: Watching, { finding, shownBy, unlessEffective = false }: Doubt): Watch {
  let counterexample: readonly JsonObject[] | undefined
  let isRefuted = false
  let looked = 0
  const look = shownBy && looking(shownBy, knowing)
  return {
    isOver: () =>
      look === undefined || isRefuted || (!unlessEffective && (counterexample !== undefined || looked > PATIENCE)),
    happen(moment) {
      looked++
      const seen = look?.(moment)
      if (seen === undefined) return
      if (unlessEffective && seen.isEffective) isRefuted = true
      counterexample ??= [...stepsTo(moment), seen.expected]
    },
    findings() {
      if (isRefuted || (unlessEffective && counterexample === undefined)) return []
      return [{ finding: { ...finding, ...(counterexample && { counterexample }) }, standsOnIt: unlessEffective }]
    },
  }
}

/** What a story would expect then, and whether what happened made a difference. */
type Seen = { readonly expected: JsonObject; readonly isEffective?: boolean } | undefined

function looking(shownBy: Shown, knowing: Knowing): (moment: Moment) => Seen {
  switch (shownBy.kind) {
    case "asked":
      return asked(shownBy, knowing)
    case "unasked":
      return unasked(shownBy, knowing)
    case "raised":
      return ({ played }) => {
        const raised = played.events.find((event) => event.type === "ExceptionRaised" && event.class === shownBy.class)
        const isAsked = played.handling.interventions.size > 0
        return raised && "case" in raised && isAsked ? { expected: asIs(knowing, played, raised.case) } : undefined
      }
    case "taken":
      return taken(shownBy, knowing)
  }
}

function asked(
  { tree, if: source }: Extract<Shown, { readonly kind: "asked" }>,
  { stage }: Knowing,
): (moment: Moment) => Seen {
  const compiled = compileExpression(source, ruleVocabulary({}))
  return ({ played }) => {
    const decision = played.events.find(
      (event): event is DecisionMade => event.type === "DecisionMade" && event.walks.some((walk) => walk.tree === tree),
    )
    if (decision === undefined || !isExpression(compiled)) return undefined
    const data = dataOfCase(played.state, decision.case)
    const event = { ...decision.parameters, class: decision.on }
    const value = (name: string) => (name === "event" ? event : data[name])
    const call = (name: string, [one, other]: readonly Json[]) =>
      name === "isA" ? stage.rulebook.lineageOf(String(one)).includes(String(other)) : undefined
    const outcome = compiled.evaluate({ value, call }, 1000)
    if (!outcome.ok || outcome.value !== true) return undefined
    const { on, at, conclusion } = decision
    const name = caseName(played, decision.case)
    return {
      expected: {
        expect: {
          ...(name !== undefined && { of: name }),
          decision: { on, at, conclusion: conclusion?.says ?? "none" },
        },
      },
    }
  }
}

function unasked(
  { tree, on, task }: Extract<Shown, { readonly kind: "unasked" }>,
  knowing: Knowing,
): (moment: Moment) => Seen {
  const { classes } = knowing.stage.rulebook
  return ({ played }) => {
    const raised = played.events.find((event) => {
      if (event.type === "EventRaised") return event.name === on
      return (
        event.type === "ExceptionRaised" &&
        classes.names(event.class).includes(on) &&
        (task === undefined || event.at === task)
      )
    })
    if (raised === undefined || !("case" in raised)) return undefined
    const isAsked = played.events.some(
      (event) => event.type === "DecisionMade" && event.walks.some((walk) => walk.tree === tree),
    )
    return isAsked ? undefined : { expected: asIs(knowing, played, raised.case) }
  }
}

function taken(
  { rule, index }: Extract<Shown, { readonly kind: "taken" }>,
  knowing: Knowing,
): (moment: Moment) => Seen {
  return ({ played }) => {
    for (const event of played.events) {
      if (event.type !== "StepTaken" || event.step !== index) continue
      const started = runStarted(played, event.run)
      if (started === undefined || !isRunOf(started, rule)) continue
      const isEffective = event.note === undefined
      return { expected: asIs(knowing, played, started.case, [started.exlet]), isEffective }
    }
    return undefined
  }
}

function runStarted({ entries }: Played, run: string) {
  for (const { events } of entries)
    for (const event of events) if (event.type === "RunStarted" && event.run === run) return event
  return undefined
}

const asIs = ({ stage }: Knowing, played: Played, id: CaseId, exlets: readonly string[] = []): JsonObject =>
  expectedOf(stage, played, id, exlets)
