import Type from "typebox"
import { caseFilters } from "./cases.ts"
import { query } from "./operation.ts"
import { Count, Moment, nameOf, WrittenMoment } from "./shapes.ts"

/** How things stand, for those who look at all of it. */

const Numbers = {
  running: Count,
  held: Type.Integer({ minimum: 0, description: "Of those running: held as a whole" }),
  trouble: Type.Integer({ minimum: 0, description: "With an exception or a question that is open" }),
  ended: Type.Integer({ minimum: 0, description: "Since the moment asked about, however they did" }),
  completed: Count,
  interventions: Type.Integer({ minimum: 0, description: "Open questions to people" }),
  overdue: Type.Integer({ minimum: 0, description: "Of those: should have been answered" }),
}

const TaskCountShape = Type.Object(
  {
    task: Type.String({ description: "As in the drawing of the process; empty for exceptions of whole cases" }),
    items: Type.Record(Type.String(), Count, { description: "Live items by status" }),
    held: Count,
    exceptions: Count,
  },
  { title: "TaskCount" },
)

export const overviews = {
  taskCounts: query({
    verb: "taskCounts",
    tag: "Cases",
    about: "How many live items and open exceptions there are at each step of a process",
    rights: ["see"],
    parameters: { process: nameOf("A process's name") },
    more: "With the filters of the list of cases it counts what those cases have. `looked` says that there are more, and how many of the newest were looked at.",
    input: caseFilters,
    answer: Type.Object(
      {
        rows: Type.Array(TaskCountShape),
        versions: Type.Array(Type.Object({ version: Count, rows: Type.Array(TaskCountShape) }), {
          description: "The same for each version that has anything, the newest first",
        }),
        looked: Type.Optional(Count),
      },
      { title: "TaskCounts" },
    ),
  }),
  overview: query({
    verb: "overview",
    tag: "Cases",
    about: "How many cases run, are held, are in trouble and have ended since a moment, in all and by process",
    rights: ["see"],
    input: { since: Type.Optional(WrittenMoment) },
    answer: Type.Object(
      {
        since: Moment,
        ...Numbers,
        rows: Type.Array(Type.Object({ process: Type.String(), ...Numbers }, { title: "Standing" })),
      },
      { title: "Overview" },
    ),
  }),
  exceptionTrend: query({
    verb: "exceptionTrend",
    tag: "What goes wrong",
    about: "How many exceptions were raised over time, by class and process",
    more: "Buckets begin at `from` and are all of the same length; there are at most 400. Where there were none there is no row.",
    rights: ["see", "intervene"],
    input: {
      from: WrittenMoment,
      to: WrittenMoment,
      bucket: Type.Optional(
        Type.String({ minLength: 1, maxLength: 64, description: "How long each is, as in PT1H; P1D unless set" }),
      ),
      process: Type.Optional(nameOf("Only those of this process")),
    },
    answer: Type.Object(
      {
        from: Moment,
        to: Moment,
        bucket: Type.Integer({ description: "In milliseconds" }),
        rows: Type.Array(
          Type.Object(
            {
              at: Type.Integer({ description: "When the bucket begins" }),
              class: Type.String(),
              process: Type.String(),
              count: Count,
            },
            { title: "TrendRow" },
          ),
          { description: "By time, then by class and process" },
        ),
      },
      { title: "ExceptionTrend" },
    ),
  }),
}
