import { copiedFamily, type Draft, emptyFamily, rowsBack } from "../engine/draft.ts"
import { evolve } from "../engine/evolve.ts"
import type { Item } from "../engine/family.ts"
import { isLeased } from "../engine/programs.ts"
import { fold } from "../exceptions/fold.ts"
import { copiedHandling, emptyHandling, type HandlingDraft, handlingBack } from "../exceptions/handling.ts"
import type { Command } from "../messages/commands.ts"
import type { Entry, Event } from "../messages/events.ts"
import type { Undone } from "../messages/handling.ts"
import { engineAgent, familyOf, type InterventionId } from "../messages/ids.ts"
import type { Rejection } from "../messages/rejections.ts"
import type { Store } from "../store/port.ts"
import { type Act, type Answer, accept, refuse } from "./answer.ts"
import { withEntry } from "./effective-history.ts"
import { allEntries } from "./families.ts"
import { versionChanged } from "./refusals.ts"

/** Does it on the family as it stands: somebody else may change that meanwhile, and then it is looked at anew. */
export async function takeBack(
  store: Store,
  id: InterventionId,
  act: Act,
  execute: (command: Command, act: Act) => Promise<Answer<readonly Event[]>>,
): Promise<Answer<readonly Event[]>> {
  for (let tries = 1; ; tries++) {
    const prepared = await takingBack(store, id)
    if (!prepared.ok) return prepared
    const { command, version } = prepared.value
    if (act.expected !== undefined && act.expected !== version)
      return refuse(versionChanged(`family ${familyOf(id)}`, version, act.expected))
    const answer = await execute(command, { ...act, expected: version })
    const isOvertaken = !answer.ok && answer.rejection.code === "VERSION_CHANGED" && act.expected === undefined
    if (!isOvertaken || tries === mostTries) return answer
  }
}

const mostTries = 5

export interface TakingBack {
  readonly command: Extract<Command, { readonly type: "TakeBackAnswer" }>
  /** Where its family stood: for any other version it is not what it should be. */
  readonly version: number
}

/**
 * What takes an answer back: the family as it was before, as far as it is another now. Refused, with what stands in the way,
 * if anything outside has been done since. The family's past is read once: nobody takes back as often as that it mattered.
 */
export async function takingBack(store: Store, id: InterventionId): Promise<Answer<TakingBack>> {
  const family = familyOf(id)
  const state: Draft = emptyFamily(family)
  const handling = emptyHandling()
  let before: Moment | undefined
  let isThere = false
  let since: readonly Entry[] = []
  for await (const entry of allEntries(store, family)) {
    if (entry.events.some((event) => event.type === "InterventionAnswered" && event.intervention === id)) {
      before = { state: copiedFamily(state), handling: copiedHandling(handling) }
      since = []
    }
    isThere ||= entry.events.some((event) => event.type === "InterventionOpened" && event.intervention === id)
    evolve(state, entry)
    for (const event of entry.events) fold(handling, event, entry)
    since = withEntry(since, entry)
    if (since.length === 0) before = undefined
  }
  if (before === undefined) return refuse(isThere ? notAnswered(id) : notThere(id))
  const obstacle = outsideSince(since, before)
  if (obstacle !== undefined) return refuse(notRetractable(id, obstacle))
  const command = {
    type: "TakeBackAnswer",
    intervention: id,
    to: before.state.version,
    net: rowsBack(state, before.state),
    handling: handlingBack(handling, before.handling),
    undone: undoneIn(since),
  } as const
  return accept({ command, version: state.version })
}

/** A family as both machines knew it at a moment. */
interface Moment {
  readonly state: Draft
  readonly handling: HandlingDraft
}

/** The first thing that was done outside, or by somebody else; the first entry is the answer itself. */
function outsideSince([answer, ...later]: readonly Entry[], { state: { items } }: Moment): string | undefined {
  for (const event of answer?.events ?? []) {
    const item = "item" in event && event.item ? items.get(event.item) : undefined
    const done = (item && isLeased(item) && stopped(event, item)) || outside(event)
    if (done !== undefined) return done
  }
  for (const { events, by, command } of later) {
    for (const event of events) {
      const done = outside(event)
      if (done !== undefined) return done
    }
    if (by !== engineAgent || command === "ReceiveBroadcast") return `${by} has acted on it since (${command})`
  }
  return undefined
}

/** A program that was at an item hears that it is over. */
function stopped({ type }: Event, { task }: Item): string | undefined {
  switch (type) {
    case "ItemForceCompleted":
    case "ItemFailed":
    case "ItemSkipped":
    case "ItemRemoved":
    case "ItemWithdrawn":
    case "ItemRestarted":
      return `the program that did ${task} was stopped`
    default:
      return undefined
  }
}

/** What can be seen outside of the family once it has happened, in words. */
function outside(event: Event): string | undefined {
  switch (event.type) {
    case "Notified":
      return `${event.to} was told something`
    case "BroadcastSent":
      return `all cases of ${event.process} were asked to ${event.verb}`
    case "StartSent":
      return `${event.process} was started as a family of its own`
    case "CapabilitiesGranted":
      return `${event.agent} was granted something`
    case "MessageReceived":
      return `the message ${event.name} has arrived`
    case "TimerFired":
      return "a timer has fired"
    case "ItemStarted":
      return event.agent === engineAgent && event.lease === undefined ? undefined : `${event.agent} has begun an item`
    case "ItemDeclined":
      return `${event.agent} has declined an item`
    case "ItemUpdated":
    case "OutputKept":
    case "AttemptFailed":
    case "ItemHandedBack":
      return "somebody has worked on an item"
    default:
      return undefined
  }
}

function undoneIn(entries: readonly Entry[]): Undone {
  const undone: { [Kind in keyof Undone]: Undone[Kind][number][] } = {
    cases: [],
    items: [],
    exceptions: [],
    interventions: [],
  }
  for (const { events } of entries)
    for (const event of events) {
      if (event.type === "CaseStarted") undone.cases.push(event.case)
      if (event.type === "ItemEnabled") undone.items.push(event.item)
      if (event.type === "ExceptionRaised") undone.exceptions.push(event.exception)
      if (event.type === "InterventionOpened") undone.interventions.push(event.intervention)
    }
  return undone
}

const notThere = (id: InterventionId): Rejection => ({
  code: "INTERVENTION_NOT_FOUND",
  message: `there is no intervention ${id}`,
  remedy: "Look it up in the list of interventions",
})

function notAnswered(id: InterventionId): Rejection {
  return {
    code: "ANSWER_NOT_RETRACTABLE",
    message: `nobody has answered intervention ${id}`,
    remedy: "Look at the list of interventions",
  }
}

function notRetractable(id: InterventionId, obstacle: string): Rejection {
  return {
    code: "ANSWER_NOT_RETRACTABLE",
    message: `the answer to ${id} cannot be taken back: ${obstacle}`,
    remedy: "Answer what goes wrong now, go back to an earlier step, or jump to where it should go on",
  }
}
