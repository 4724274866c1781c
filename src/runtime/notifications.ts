import type { AgentId, NotificationId } from "../messages/ids.ts"
import type { DeliveryQuery, DeliveryRow, NotificationQuery, NotificationRow } from "../store/outbox.ts"
import type { Store } from "../store/port.ts"
import { type Answer, accept, refuse } from "./answer.ts"
import type { Carriers } from "./carriers.ts"

export type NotificationsAsked = Partial<Omit<NotificationQuery, "agent">>

/** What an agent was told, the newest first, 100 at a time. */
export function notificationsOf(
  store: Store,
  agent: AgentId,
  asked: NotificationsAsked,
): Promise<readonly NotificationRow[]> {
  return store.notifications({ limit: 100, ...asked, agent })
}

/** He has read these, or all he has. */
export async function markRead(
  store: Store,
  agent: AgentId,
  which: readonly NotificationId[] | "all",
  now: number,
): Promise<Answer<{ readonly read: number }>> {
  return accept({ read: await store.markRead(agent, which, now) })
}

export function deliveriesOf(store: Store, query: Partial<DeliveryQuery>): Promise<readonly DeliveryRow[]> {
  return store.deliveries({ limit: 100, ...query })
}

export type Resent = { readonly channel: string } | { readonly ids: readonly string[] }

/** What was given up is tried again, from the beginning. */
export async function resend(
  store: Store,
  carriers: Carriers,
  which: Resent,
  now: number,
): Promise<Answer<{ readonly resent: number }>> {
  if ("channel" in which && !carriers.has(which.channel))
    return refuse({
      code: "CHANNEL_NOT_FOUND",
      message: `there is no channel "${which.channel}"`,
      remedy: "Configure it, or look its name up in the list of deliveries",
    })
  const resent = await store.retryDeliveries(which, now)
  carriers.wakeAll()
  return accept({ resent })
}
