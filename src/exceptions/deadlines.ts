import { addDuration, formatMoment, parseDuration, parseMoment } from "../expressions/time.ts"
import { asCaseId, asItemId, type CaseId, type ItemId } from "../messages/ids.ts"
import type { Deadline } from "../model/definition.ts"
import { constraintsAt, idOf, isBesidePlaces, ownScopes, placeName, type Subject, valueAt } from "./bounds.ts"
import type { Looking } from "./port.ts"
import type { Reacting } from "./reacting.ts"
import type { Constraint } from "./rules.ts"
import type { ScopeText } from "./scopes.ts"

/** A case has been started: its clock goes from here. */
export function armCaseDeadlines(reacting: Reacting, id: CaseId): void {
  if (!isAsked(reacting)) return
  const found = reacting.port.case(id)
  if (found?.isRunning) arm(reacting, { case: found }, ownScopes({ case: found }))
}

/** An item is there: the clocks of its task and of the data it is concerned with go from here. */
export function armItemDeadlines(reacting: Reacting, id: ItemId): void {
  const subject = isAsked(reacting) ? subjectOf(reacting.port, id) : undefined
  if (subject?.item === undefined || subject.item.kind === "activity") return
  arm(reacting, subject, [...ownScopes(subject), ...besideOf(reacting, subject).filter(isOfData)])
}

/** An activity's clock goes from its start; an agent's from when the item was enabled that he has now. */
export function armStartedDeadlines(reacting: Reacting, id: ItemId): void {
  const subject = isAsked(reacting) ? subjectOf(reacting.port, id) : undefined
  if (subject?.item === undefined) return
  if (subject.item.kind === "activity") arm(reacting, subject, ownScopes(subject))
  else
    arm(
      reacting,
      subject,
      besideOf(reacting, subject).filter((scope) => !isOfData(scope)),
    )
}

/**
 * Deadlines may have come or been moved since a case and what is live in it began: what lies ahead is waited for from now on. One that
 * has passed is not made up for, unless it was still waited for.
 */
export function armLaterDeadlines(reacting: Reacting, id: CaseId): void {
  const { port } = reacting
  const found = isAsked(reacting) ? port.case(id) : undefined
  if (!found?.isRunning) return
  armLater(reacting, { case: found }, ownScopes({ case: found }))
  for (const item of port.liveOf(id)) {
    const subject = { case: found, item }
    const isActivity = item.kind === "activity"
    if (isActivity && item.startedAt === undefined) continue
    armLater(reacting, subject, [...ownScopes(subject), ...(isActivity ? [] : besideOf(reacting, subject))])
  }
}

function armLater(reacting: Reacting, subject: Subject, scopes: readonly ScopeText[]): void {
  const { port, draft } = reacting
  for (const bound of constraintsAt(port, "deadline", scopes)) {
    const dueAt = dueOf(port, subject, bound.deadline)
    if (dueAt === undefined) continue
    const about = aboutOf(subject, bound)
    const timer = [...draft.timers.keys()].find((id) => draft.timers.get(id)?.about === about)
    if (timer === undefined) {
      if (dueAt > port.now) armAt(reacting, subject, bound, dueAt)
      continue
    }
    const armed = draft.timers.get(timer)?.dueAt
    // What an expression gave when it was armed stands.
    if (armed === undefined || armed === dueAt || bound.deadline.form === "expression") continue
    reacting.order({ type: "DisarmTimer", timer })
    armAt(reacting, subject, bound, dueAt)
  }
}

/** One of these clocks has rung. The bound may be gone by now, or another; and the item somebody else's. */
export function deadlinePassed(reacting: Reacting, rest: string): void {
  const { port } = reacting
  const [id = "", scope = "", name = ""] = rest.split(" ")
  const found = port.case(asCaseId(id))
  const subject = found ? { case: found } : subjectOf(port, asItemId(id))
  const [bound] = constraintsAt(port, "deadline", [scope]).filter((one) => one.name === name)
  if (!subject || !bound || !(subject.item ?? subject.case.isRunning)) return
  const { deadline } = bound
  const dueAt = deadline.form === "expression" ? port.now : (dueOf(port, subject, deadline) ?? port.now)
  if (dueAt > port.now) armAt(reacting, subject, bound, dueAt)
  else if (!isBesidePlaces(scope) || besideOf(reacting, subject).includes(scope)) late(reacting, subject, scope, dueAt)
}

const isAsked = ({ port }: Reacting): boolean => port.rules.constrained.has("deadline")
const isOfData = (scope: ScopeText): boolean => scope.startsWith("class:") || scope.startsWith("object:")

function subjectOf(port: Looking, id: ItemId): Subject | undefined {
  const item = port.item(id)
  const found = item?.isLive ? port.case(item.case) : undefined
  return item && found && { case: found, item }
}

function besideOf({ port }: Reacting, { case: found, item }: Subject): readonly ScopeText[] {
  return port.scopes({ case: found.id, item: item?.id }).filter(isBesidePlaces)
}

function arm(reacting: Reacting, subject: Subject, scopes: readonly ScopeText[]): void {
  const { port } = reacting
  for (const bound of constraintsAt(port, "deadline", scopes)) {
    const dueAt = dueOf(port, subject, bound.deadline)
    // Who gets something that is late already is not the one who was.
    if (dueAt === undefined) untold(reacting, subject, bound.at)
    else if (dueAt > port.now || !isBesidePlaces(bound.at)) armAt(reacting, subject, bound, dueAt)
  }
}

function aboutOf(subject: Subject, { at, name }: Constraint): string {
  return `deadline ${idOf(subject)} ${at} ${name}`
}

function armAt(reacting: Reacting, subject: Subject, bound: Constraint, dueAt: number): void {
  const { case: found, item } = subject
  const about = aboutOf(subject, bound)
  for (const timer of reacting.draft.timers.values()) if (timer.about === about) return
  reacting.order({ type: "ArmTimer", of: item ? { item: item.id } : { case: found.id }, dueAt, about })
}

/** When the subject should be over; undefined: that cannot be told. */
function dueOf(port: Looking, subject: Subject, deadline: Deadline): number | undefined {
  const { case: found, item } = subject
  const start = item?.kind === "activity" ? (item.startedAt ?? item.enabledAt) : (item?.enabledAt ?? found.startedAt)
  const said =
    deadline.form === "duration"
      ? deadline.duration
      : deadline.form === "date"
        ? deadline.at
        : valueAt(port, subject, deadline.expression.source)
  if (typeof said !== "string") return undefined
  const duration = parseDuration(said)
  return duration ? addDuration(start, duration) : parseMoment(said)
}

function late(reacting: Reacting, subject: Subject, scope: ScopeText, dueAt: number): void {
  const deadline = formatMoment(dueAt)
  reacting.order({
    type: "RaiseException",
    class: "DeadlineExceeded",
    case: subject.case.id,
    ...(subject.item && { item: subject.item.id }),
    at: placeName(subject),
    parameters: { deadline, scope, message: `${placeName(subject)} should have been done by ${deadline}` },
  })
}

function untold(reacting: Reacting, subject: Subject, scope: ScopeText): void {
  reacting.order({
    type: "RaiseException",
    class: "EvaluationFailed",
    case: subject.case.id,
    ...(subject.item && { item: subject.item.id }),
    at: placeName(subject),
    parameters: { message: `the deadline set at ${scope} cannot be told`, of: "deadline", scope },
  })
}
