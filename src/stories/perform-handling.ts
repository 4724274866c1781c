import type { Entry } from "../messages/events.ts"
import { type CaseId, type InterventionId, localId } from "../messages/ids.ts"
import type { Act } from "../runtime/answer.ts"
import { effectiveEntries } from "../runtime/effective-history.ts"
import type { Lesson } from "../runtime/verbs/asked.ts"
import type { CaseView } from "../runtime/views.ts"
import type { InterventionRow } from "../store/port.ts"
import { isOver, itemMeant } from "./find-item.ts"
import { type ItemName, parseItemName } from "./item-name.ts"
import { type Outcome, outcomeOf } from "./outcome.ts"
import type { Action, AnswerIntervention, Learn } from "./story.ts"
import { findItem } from "./targets.ts"
import type { World } from "./world.ts"

/** A step about what goes wrong in one case. */
export type HandlingAction = Extract<
  Action,
  { readonly do: "raise" | "report" | "learn" | "answer" | "take-back" | "recheck" | "rollback" }
>

export function isHandling(action: Action): action is HandlingAction {
  return verbs.has(action.do)
}

/** Does such a step, through the engine's own verbs. */
export async function performHandling(
  world: World,
  view: CaseView,
  action: HandlingAction,
  act: Act,
): Promise<Outcome> {
  const { engine } = world
  switch (action.do) {
    case "raise": {
      const { class: name, with: parameters } = action
      const place = await placeOf(world, view, action.item)
      return "kind" in place ? place : outcomeOf(await engine.raise({ class: name, ...place, with: parameters }, act))
    }
    case "report": {
      const { title, text } = action
      const place = await placeOf(world, view, action.item)
      if ("kind" in place) return place
      return outcomeOf(await engine.report({ title, ...place, ...(text !== undefined && { text }) }, act))
    }
    case "learn":
      return outcomeOf(await engine.learn(lessonOf(view, action), act))
    case "answer": {
      const rows = await engine.interventions({ case: view.id, open: false, order: "opened", limit: plenty })
      const id = interventionMeant(rows, action)?.id ?? localId(view.family, "intervention", 0)
      return outcomeOf(await engine.answer(id, action.answer, act))
    }
    case "take-back": {
      const id = lastAnswered(await world.entries({ family: view.family }), view.id)
      return outcomeOf(await engine.takeBack(id ?? localId(view.family, "intervention", 0), act))
    }
    case "recheck": {
      if (action.target.kind === "case") return outcomeOf(await engine.recheck({ case: view.id }, act))
      const item = await findItem(world, view, action.target.item, "any")
      return "id" in item ? outcomeOf(await engine.recheck({ item: item.id }, act)) : item
    }
    case "rollback": {
      const { target, to } = action
      const place = await placeOf(world, view, target.kind === "case" ? undefined : target.item)
      return "kind" in place ? place : outcomeOf(await engine.rollback({ ...place, to }, act))
    }
  }
}

/** What a step teaches: at a task of the case's process from its live item, if there is one, else from the case. */
export function lessonOf(view: CaseView, { on, at, if: condition, conclusion, replace, undo }: Learn): Lesson {
  const [own, task] = at.startsWith(`${view.process}/`) ? [true, at.slice(view.process.length + 1)] : [false, at]
  const name = parseItemName(task)
  const isHere = name !== undefined && (own || (at !== view.process && Object.hasOwn(view.states, name.task)))
  const item = isHere ? liveItem(view, name) : undefined
  return {
    on,
    at: isHere ? `${view.process}/${name.task}` : at,
    if: condition,
    then: conclusion,
    from: { case: view.id, ...(item && { item }) },
    ...(replace && { replace }),
    ...(undo && { undo }),
  }
}

/** The oldest that is open; if none is, the newest that was, so that the engine itself can refuse it. */
export function interventionMeant(
  rows: readonly InterventionRow[],
  { class: name }: AnswerIntervention,
): InterventionRow | undefined {
  const meant = rows.filter((row) => name === undefined || row.class === name)
  return meant.find(({ open }) => open) ?? meant.at(-1)
}

/** The intervention of the case that was answered last, and whose answer was not taken back. */
function lastAnswered(entries: readonly Entry[], id: CaseId): InterventionId | undefined {
  const events = effectiveEntries(entries).flatMap((entry) => entry.events)
  const ofCase = new Set(
    events.flatMap((event) => (event.type === "InterventionOpened" && event.case === id ? [event.intervention] : [])),
  )
  const answers = events.flatMap((event) => (event.type === "InterventionAnswered" ? [event.intervention] : []))
  return answers.findLast((intervention) => ofCase.has(intervention)) ?? [...ofCase].at(-1)
}

async function placeOf(world: World, view: CaseView, name: ItemName | undefined) {
  if (name === undefined) return { case: view.id }
  const item = await findItem(world, view, name, "any")
  return "id" in item ? { case: view.id, item: item.id } : item
}

function liveItem(view: CaseView, name: ItemName) {
  const item = itemMeant(view, name, "any")
  return item && !isOver(item) ? item.id : undefined
}

const verbs: ReadonlySet<string> = new Set<HandlingAction["do"]>([
  "raise",
  "report",
  "learn",
  "answer",
  "take-back",
  "recheck",
  "rollback",
])
const plenty = 10_000
