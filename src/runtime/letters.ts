import type { Family } from "../engine/family.ts"
import type { Intervention } from "../exceptions/handling.ts"
import type { Event, EventOf, EventType } from "../messages/events.ts"
import {
  type AgentId,
  administrator,
  type CaseId,
  type FamilyId,
  localId,
  type NotificationId,
} from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import type { Staff } from "../messages/people.ts"
import type { DeliveryRow, NotificationRow } from "../store/outbox.ts"

/** What can be told to people and to other systems. */
export const letterTypes = [
  "exlet.notification",
  "exlet.intervention.opened",
  "exlet.intervention.assigned",
  "exlet.intervention.escalated",
  "exlet.exception.raised",
] as const

export type LetterType = (typeof letterTypes)[number]

export function isLetterType(name: string): name is LetterType {
  return letterTypes.some((type) => type === name)
}

/** Something that was said, as it is carried. */
export interface Letter {
  /** What the receiver knows it by: the same however often it is carried. */
  readonly id: NotificationId
  readonly type: LetterType
  readonly family: FamilyId
  readonly case: CaseId
  readonly process: string
  readonly text: string
  readonly at: number
  /** The name it is for, of an agent, role or unit. */
  readonly to?: string
  /** The intervention or exception it is about. */
  readonly about?: string
  /** Of the exception it is about. */
  readonly class?: string
}

/** What is to be known of a channel when something is said. */
export interface Subscription {
  readonly name: string
  readonly types: readonly LetterType[]
  /** It carries to each agent by himself. */
  readonly isPersonal: boolean
}

export interface Outgoing {
  readonly notifications: NotificationRow[]
  readonly deliveries: DeliveryRow[]
}

/** The events that say something. */
export type Saying = EventOf<keyof typeof sayings>

export const isSaying = (event: Event): event is Saying => event.type in sayings

interface Occasion {
  readonly at: number
  readonly version: number
  readonly by: AgentId
  /** Who there is, if anybody knows. */
  readonly staff?: Staff | undefined
  readonly channels?: readonly Subscription[] | undefined
  /** The intervention it is about, unless that is only opened. */
  readonly intervention?: Pick<Intervention, "case" | "text" | "class"> | undefined
  /** Of the exception it is about. */
  readonly class?: string
}

/** Notes what an event says to people and to other systems: rows of the same transaction. */
export function noteSaid(family: Family, event: Saying, occasion: Occasion, outgoing: Outgoing): void {
  const said = (sayings[event.type] as (event: Saying, occasion: Occasion) => Said | undefined)(event, occasion)
  if (said === undefined) return
  const { at, version, staff, channels = [] } = occasion
  const wanting = channels.filter(({ types }) => types.includes(said.type))
  const isListed = said.type !== "exlet.exception.raised" && said.to !== undefined
  if (!isListed && wanting.length === 0) return
  const letter: Letter = {
    id: localId(family.id, "notification", version),
    family: family.id,
    process: family.cases.get(said.case)?.process ?? "",
    at,
    ...said,
    text: bounded(said.text),
  }
  const agents = said.to === undefined ? [] : recipients(said.to, staff)
  if (isListed) for (const agent of agents) outgoing.notifications.push(listed(letter, agent, said.to ?? agent))
  for (const { name, isPersonal } of wanting)
    if (isPersonal) for (const agent of agents) outgoing.deliveries.push(delivery(letter, name, agent))
    else outgoing.deliveries.push(delivery(letter, name))
}

type Said = Omit<Letter, "id" | "family" | "process" | "at">

const sayings = {
  Notified({ case: of, to, text }): Said {
    return { type: "exlet.notification", case: of, to, text }
  },
  InterventionOpened({ case: of, to, text, intervention }, { class: raised }): Said {
    const known = { ...(to !== undefined && { to }), ...(raised !== undefined && { class: raised }) }
    return { type: "exlet.intervention.opened", case: of, text, about: intervention, ...known }
  },
  InterventionAssigned: (event, occasion) => given("exlet.intervention.assigned", event, occasion),
  InterventionEscalated: (event, occasion) => given("exlet.intervention.escalated", event, occasion),
  ExceptionRaised({ case: of, at, class: name, exception, parameters }): Said {
    const { message } = parameters
    const text = typeof message === "string" ? `${name} at ${at}: ${message}` : `${name} at ${at}`
    return { type: "exlet.exception.raised", case: of, text, about: exception, class: name }
  },
} satisfies { readonly [Type in EventType]?: (event: EventOf<Type>, occasion: Occasion) => Said | undefined }

/** Whoever takes it himself knows. */
function given(
  type: LetterType,
  { to, intervention }: EventOf<"InterventionAssigned" | "InterventionEscalated">,
  { intervention: asked, by }: Occasion,
): Said | undefined {
  if (asked === undefined || (to as string) === by) return undefined
  const known = asked.class === undefined ? {} : { class: asked.class }
  return { type, case: asked.case, text: asked.text, about: intervention, to, ...known }
}

/** Whoever is meant now. A name nobody bears is kept: somebody may, one day. */
function recipients(name: string, staff: Staff | undefined): readonly AgentId[] {
  if (name === administrator) return [administrator, ...(staff?.administrators() ?? [])]
  const meant = staff?.named(name) ?? []
  return meant.length > 0 ? [...new Set(meant)] : [name as AgentId]
}

function listed({ id, type, family, case: of, process, text, about, at }: Letter, agent: AgentId, to: string) {
  const row = { id, agent, type, family, case: of, process, to, text, at }
  return about === undefined ? row : { ...row, about }
}

function delivery(letter: Letter, channel: string, agent?: AgentId): DeliveryRow {
  return {
    id: agent === undefined ? `${letter.id}@${channel}` : `${letter.id}@${channel}/${agent}`,
    channel,
    like: likeOf(letter, agent),
    at: letter.at,
    letter: letter as unknown as JsonObject,
    attempts: 0,
    dueAt: letter.at,
    ...(agent !== undefined && { agent }),
  }
}

/** Numbers, ids and what stands in quotes make no difference. */
function likeOf({ type, process, class: name, text, at }: Letter, agent = ""): string {
  const pattern = name ?? text.slice(0, 500).replace(/"[^"]*"|[\w.-]*\d[\w.-]*/g, "#")
  return JSON.stringify([type, agent, process, pattern, Math.floor(at / minute)])
}

export const minute = 60_000

function bounded(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText)} …`
}

const longestText = 20_000
