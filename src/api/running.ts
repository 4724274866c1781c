import Type, { type TProperties } from "typebox"
import { query, request } from "./operation.ts"
import { Count, idOf, Moment, Nothing, page, paging } from "./shapes.ts"

const tag = "Operations"
const optional = Type.Optional

const counted = <Names extends TProperties>(title: string, names: Names) =>
  Type.Array(Type.Object({ ...names, count: Count }, { title }))

export const running = {
  server: query({
    verb: "server",
    tag,
    about: "What server this is, and where its history stands",
    rights: ["anybody"],
    answer: Type.Object(
      {
        version: Type.String(),
        store: Type.String({ description: "memory, sqlite or postgres" }),
        now: Moment,
        startedAt: Moment,
        position: Count,
      },
      { title: "Server" },
    ),
  }),
  counts: query({
    verb: "counts",
    tag,
    about: "How many cases, items, open exceptions and interventions there are",
    rights: ["administer"],
    answer: Type.Object(
      {
        casesByState: counted("CaseCount", { process: Type.String(), state: Type.String(), held: Type.Boolean() }),
        itemsByStatus: counted("ItemCount", {
          process: Type.String(),
          kind: Type.String(),
          status: Type.String(),
          held: Type.Boolean(),
        }),
        exceptions: counted("ExceptionCount", { process: Type.String(), at: Type.String(), class: Type.String() }),
        interventions: Count,
        readyItems: counted("ReadyCount", { worker: Type.String() }),
        alarmsDue: Count,
        broadcasts: Count,
        quarantined: Count,
        deliveries: counted("DeliveryCount", {
          channel: Type.String(),
          givenUp: Type.Boolean({ description: "Nobody tries any more" }),
        }),
      },
      { title: "Counts" },
    ),
  }),
  stalled: query({
    verb: "stalled",
    tag,
    about: "What has no reason to move, and why; nothing is done about it",
    more: "A page looks at so many running cases, so it may be empty and still have a next.",
    rights: ["see", "intervene"],
    input: paging,
    answer: page(
      "Stalled",
      Type.Object(
        {
          family: Type.String(),
          case: Type.String(),
          process: Type.String(),
          item: optional(Type.String()),
          at: Type.String({ description: "Its task, or the process" }),
          reason: Type.String({
            description: "agentGone, workerGone, nobody, held, stuck, unanswered or runWaits",
          }),
          since: Moment,
          message: Type.String(),
          exception: optional(Type.String({ description: "Where it has been raised" })),
        },
        { title: "StalledRow" },
      ),
    ),
  }),
  quarantined: query({
    verb: "quarantined",
    tag,
    about: "Families set aside because of a bug, each with what happened",
    rights: ["administer"],
    answer: Type.Object(
      {
        rows: Type.Array(
          Type.Object(
            { family: Type.String(), at: Moment, command: Type.String(), error: Type.String() },
            { title: "Quarantine" },
          ),
        ),
      },
      { title: "Quarantined" },
    ),
  }),
  release: request({
    verb: "release",
    tag,
    about: "Takes a family up again after the cause of its quarantine is mended",
    rights: ["administer"],
    parameters: { family: idOf("A family's id") },
    answer: Nothing,
  }),
  backup: query({
    verb: "backup",
    tag,
    about: "A copy of the whole store, made while it is in use",
    rights: ["administer"],
    as: "file",
    answer: Type.Unsafe<Uint8Array>({ type: "string", contentMediaType: "application/vnd.sqlite3" }),
  }),
}
