import { asAgentId, type NotificationId } from "../../messages/ids.ts"
import type { DeliveryQuery, DeliveryRow, NotificationRow } from "../../store/outbox.ts"
import { type Act, actor } from "../answer.ts"
import type { Asking } from "../asking.ts"
import type { Machinery } from "../machinery.ts"
import {
  deliveriesOf,
  markRead,
  type NotificationsAsked,
  notificationsOf,
  type Resent,
  resend,
} from "../notifications.ts"
import { notPermitted } from "../permitting.ts"

/** What people are told, and what has not reached them. */
export function tellingVerbs(machinery: Machinery, asking: Asking) {
  return {
    /** What an agent was told, the newest first; `unread`: only what he has not read. 100 at a time. */
    notifications(agent: string, query: NotificationsAsked = {}): Promise<readonly NotificationRow[]> {
      return notificationsOf(machinery.store, asAgentId(String(agent)), query)
    },

    /** An agent has read these, or all he has. */
    markRead(agent: string, which: readonly NotificationId[] | "all", act: Act = {}) {
      const own = actor(act) === agent
      const forbidden = own ? undefined : notPermitted(machinery.staffing.organisation, actor(act), "administer")
      return asking.write(forbidden, () => markRead(machinery.store, asAgentId(agent), which, machinery.clock.now()))
    },

    /** What has not arrived by one of the channels; `givenUp`: what nobody tries to carry any more. */
    deliveries(query: Partial<DeliveryQuery> = {}): Promise<readonly DeliveryRow[]> {
      return deliveriesOf(machinery.store, query)
    },

    /** What was given up is tried again: these, or all of a channel. */
    resend(which: Resent, act: Act = {}) {
      const forbidden = notPermitted(machinery.staffing.organisation, actor(act), "administer")
      return asking.write(forbidden, () => resend(machinery.store, machinery.carriers, which, machinery.clock.now()))
    },
  }
}
