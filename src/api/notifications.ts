import Type from "typebox"
import { query, request } from "./operation.ts"
import { Count, Data, Id, Moment, nameOf, page, paging } from "./shapes.ts"

const tag = "Notifications"
const optional = Type.Optional

const agent = nameOf("An agent's name")

export const notifications = {
  notifications: query({
    verb: "notifications",
    tag,
    about: "What an agent was told, the newest first",
    more: "Everybody sees his own; the right is for those of others.",
    rights: ["administer"],
    parameters: { agent },
    input: { unread: optional(Type.Boolean({ description: "Only what he has not read" })), ...paging },
    answer: page(
      "Notifications",
      Type.Object(
        {
          id: Type.String(),
          agent: Type.String(),
          type: Type.String({
            description: "exlet.notification, or exlet.intervention.opened, .assigned or .escalated",
          }),
          family: Type.String(),
          case: Type.String(),
          process: Type.String(),
          to: Type.String({ description: "The name it was sent to: his own, or that of a role or unit" }),
          text: Type.String(),
          about: optional(Type.String({ description: "The intervention it is about" })),
          at: Moment,
          readAt: optional(Moment),
        },
        { title: "Notification" },
      ),
    ),
  }),
  markRead: request({
    verb: "markRead",
    tag,
    about: "An agent has read these, or all he has",
    more: "Everybody may say so of himself.",
    rights: ["administer"],
    parameters: { agent },
    input: {
      notifications: optional(Type.Array(Id, { maxItems: 1000, description: "Their ids; all of them unless set" })),
    },
    answer: Type.Object({ read: Count }, { title: "Read" }),
  }),
  deliveries: query({
    verb: "deliveries",
    tag,
    about: "What has not arrived by webhook or mail, and why",
    rights: ["administer"],
    input: {
      channel: optional(nameOf("Only those of this channel")),
      givenUp: optional(Type.Boolean({ description: "Only what nobody tries to carry any more" })),
      ...paging,
    },
    answer: page(
      "Deliveries",
      Type.Object(
        {
          id: Type.String(),
          channel: Type.String(),
          agent: optional(Type.String({ description: "Whom it is for, where each is written to by himself" })),
          at: Moment,
          letter: Data,
          attempts: Count,
          dueAt: optional(Moment),
          error: optional(Type.String({ description: "Why it has not arrived the last time" })),
        },
        { title: "Delivery" },
      ),
    ),
  }),
  resend: request({
    verb: "resend",
    tag,
    about: "Tries again to carry what was given up: these, or all of a channel",
    rights: ["administer"],
    input: {
      channel: optional(nameOf("All of this channel")),
      deliveries: optional(Type.Array(nameOf("A delivery's id"), { maxItems: 1000, description: "Their ids" })),
    },
    answer: Type.Object({ resent: Count }, { title: "Resent" }),
  }),
}
