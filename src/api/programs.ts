import Type from "typebox"
import { command, request } from "./operation.ts"
import { Count, Data, Done, idOf, Moment, nameOf } from "./shapes.ts"

const tag = "Programs"
const optional = Type.Optional
const lease = optional(
  Type.Integer({
    minimum: 1000,
    maximum: 86_400_000,
    description: "How many milliseconds the program may be silent; 60,000 unless set",
  }),
)
const attempt = {
  item: idOf("An item's id"),
  attempt: Type.Integer({ minimum: 0, description: "Which attempt, as it was claimed" }),
}

export const programs = {
  claim: request({
    verb: "claim",
    tag,
    about: "Gives a program items to do, oldest first; waits for some if asked to",
    more: "Each item is given to one only, until it is reported or its lease runs out, which is an ItemAbort. `key` is the same for every attempt: give it to whoever must not do a thing twice.",
    rights: ["do"],
    parameters: { worker: nameOf("The worker, as the process names it") },
    input: {
      limit: optional(Type.Integer({ minimum: 1, maximum: 100, description: "1 unless set" })),
      lease,
      wait: optional(Type.Integer({ minimum: 0, maximum: 60_000, description: "Milliseconds; 0 unless set" })),
    },
    answer: Type.Object(
      {
        rows: Type.Array(
          Type.Object(
            {
              id: Type.String(),
              key: Type.String(),
              case: Type.String(),
              process: Type.String(),
              task: Type.String(),
              attempt: Count,
              instance: optional(Count),
              data: Data,
              lease: Count,
              leaseUntil: Moment,
            },
            { title: "ClaimedItem" },
          ),
        ),
      },
      { title: "Claimed" },
    ),
  }),
  heartbeat: request({
    verb: "heartbeat",
    tag,
    about: "Says that the program is alive: its lease begins anew. Refused when the attempt is over",
    rights: ["do"],
    parameters: attempt,
    input: { lease },
    answer: Type.Object({ leaseUntil: Moment }, { title: "Alive" }),
  }),
  reportOutput: command({
    verb: "reportOutput",
    tag,
    about: "A program has done its item, and this is what it writes",
    rights: ["do"],
    parameters: attempt,
    input: { data: optional(Data) },
    answer: Done,
  }),
  reportFailure: command({
    verb: "reportFailure",
    tag,
    about: "A program could not do its item: an ItemAbort",
    rights: ["do"],
    parameters: attempt,
    input: { message: Type.String({ maxLength: 20_000, description: "Why; kept with the exception" }) },
    answer: Done,
  }),
}
