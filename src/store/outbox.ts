import type { AgentId, CaseId, FamilyId, NotificationId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"

/** What people are told, and what is on its way to them by other ways than their own lists. */
export interface OutboxStore {
  /** What an agent was told, the newest first. */
  notifications(query: NotificationQuery): Promise<readonly NotificationRow[]>
  /** Gives how many were unread and are not any more; those that are nobody's, or another's, stay as they are. */
  markRead(agent: AgentId, which: readonly NotificationId[] | "all", at: number): Promise<number>

  /** What has not arrived, in the order it was committed. */
  deliveries(query: DeliveryQuery): Promise<readonly DeliveryRow[]>
  /** Those of a channel to be carried at or before `now`, by that time, then in the order they were committed. */
  dueDeliveries(channel: string, now: number, limit: number): Promise<readonly DeliveryRow[]>
  nextDeliveryAt(channel: string): Promise<number | undefined>
  /** Those alike that nobody has tried to carry yet are to be carried together, then. */
  gather(channel: string, like: string, dueAt: number): Promise<void>
  /** How many alike are to be carried together. */
  countGathered(channel: string, like: string): Promise<number>
  /** The same of all that are to be carried together: they have arrived, or not. */
  noteGathered(channel: string, like: string, became: DeliveryChange | "delivered"): Promise<void>
  /** Those given up are to be tried again, all of a channel or these; gives how many. */
  retryDeliveries(
    which: { readonly channel: string } | { readonly ids: readonly string[] },
    dueAt: number,
  ): Promise<number>
}

/** Something an agent was told, in his own list. */
export interface NotificationRow {
  readonly id: NotificationId
  /** In whose list it is. */
  readonly agent: AgentId
  readonly type: string
  readonly family: FamilyId
  readonly case: CaseId
  readonly process: string
  /** The name it was sent to: his own, or that of a role or unit. */
  readonly to: string
  readonly text: string
  /** What it is about, such as an intervention. */
  readonly about?: string
  readonly at: number
  /** Absent: he has not read it. */
  readonly readAt?: number
}

export interface NotificationQuery {
  readonly agent: AgentId
  readonly unread?: boolean
  /** Older ones than this; from the newest after one nobody knows. */
  readonly after?: NotificationId
  readonly limit: number
}

/** Something that is to be carried by a channel, until it has arrived or is given up. */
export interface DeliveryRow {
  readonly id: string
  readonly channel: string
  /** Whom it is for, where the channel carries to each by himself. */
  readonly agent?: AgentId
  /** Equal for what says the same to the same within a minute. */
  readonly like: string
  readonly at: number
  readonly letter: JsonObject
  /** It is carried together with those like it. */
  readonly isGathered?: true
  readonly attempts: number
  /** When it is tried next; absent: it is given up. */
  readonly dueAt?: number
  /** Why it has not arrived the last time. */
  readonly error?: string
}

export type DeliveryChange = Pick<DeliveryRow, "attempts" | "dueAt" | "error">

export interface DeliveryQuery {
  readonly channel?: string
  /** Only those given up. */
  readonly givenUp?: boolean
  /** After this one; from the beginning after one nobody knows. */
  readonly after?: string
  readonly limit: number
}
