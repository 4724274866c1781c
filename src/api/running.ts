import Type from "typebox"
import { command, query } from "./operation.ts"
import { Count, Id, Moment, Nothing } from "./shapes.ts"

const tag = "Operations"

const rows = <Title extends string>(title: Title, names: Readonly<Record<string, ReturnType<typeof Type.String>>>) =>
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
        cases: rows("CaseCount", { process: Type.String(), state: Type.String() }),
        items: rows("ItemCount", { process: Type.String(), kind: Type.String(), status: Type.String() }),
        exceptions: rows("ExceptionCount", { process: Type.String(), at: Type.String(), class: Type.String() }),
        ready: rows("ReadyCount", { worker: Type.String() }),
        interventions: Count,
        quarantined: Count,
      },
      { title: "Counts" },
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
  release: command({
    verb: "release",
    tag,
    about: "Takes a family up again after the cause of its quarantine is mended",
    rights: ["administer"],
    parameters: { family: Id },
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
