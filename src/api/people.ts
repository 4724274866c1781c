import Type from "typebox"
import { Definition } from "./definitions.ts"
import { command, query } from "./operation.ts"
import { Name, Nothing, nameOf, page, paging, RightName, WrittenMoment } from "./shapes.ts"
import { AssessmentShape, ItemRowShape } from "./views.ts"

const tag = "People"
const optional = Type.Optional

const agent = nameOf("An agent's name")

export const people = {
  organisation: query({
    verb: "organisation",
    tag,
    about: "Every entry of the organisation as it stands",
    rights: ["see"],
    answer: Type.Object({ rows: Type.Array(Definition) }, { title: "Organisation" }),
  }),
  organisationChanges: query({
    verb: "organisationChanges",
    tag,
    about: "Who changed an entry of the organisation, or any, when and why",
    rights: ["see"],
    input: {
      kind: optional(nameOf("Only entries of this kind: agent, role, unit, …")),
      name: optional(nameOf("Only the entry of this name")),
    },
    answer: Type.Object({ rows: Type.Array(Definition) }, { title: "OrganisationChanges" }),
  }),
  grant: command({
    verb: "grant",
    tag,
    about: "An agent can do more than before, until a moment or for good",
    rights: ["administer"],
    parameters: { agent },
    input: {
      capabilities: Type.Array(Name, { minItems: 1, maxItems: 1000, description: "What the agent can do from now on" }),
      until: optional(WrittenMoment),
    },
    answer: Nothing,
  }),
  worklist: query({
    verb: "worklist",
    tag,
    about: "What an agent has, or may take: by priority, due time and age unless asked otherwise",
    rights: ["do", "see"],
    parameters: { agent },
    input: {
      process: optional(nameOf("Only items of this process")),
      task: optional(nameOf("Only items of this task")),
      mine: optional(Type.Boolean({ description: "Only what is with the agent; false: only what is offered" })),
      text: optional(
        Type.String({ maxLength: 200, description: "Only what has all these words in its title, task, process or id" }),
      ),
      dueBefore: optional(WrittenMoment),
      priority: optional(Type.Number({ description: "At least" })),
      order: optional(
        Type.Union([Type.Literal("priority"), Type.Literal("due"), Type.Literal("age")], {
          description: "What comes first; by priority unless set",
        }),
      ),
      ...paging,
    },
    answer: page("Worklist", ItemRowShape),
  }),
  whoCan: query({
    verb: "whoCan",
    tag,
    about: "How everybody stands to a task: those who could have it first, then why each of the others cannot",
    rights: ["see", "intervene"],
    parameters: { process: nameOf("A process's name"), task: nameOf("A task's name") },
    input: {
      version: optional(Type.Integer({ minimum: 1, description: "Of the process; the newest unless set" })),
    },
    answer: Type.Object(
      {
        rows: Type.Array(AssessmentShape),
        needsCase: Type.Array(Type.Object({ part: Type.String(), says: Type.String() }, { title: "CasePart" }), {
          description: "What the task asks besides, and only a case can tell",
        }),
      },
      { title: "WhoCan" },
    ),
  }),
  may: query({
    verb: "may",
    tag,
    about: "Whether an agent may do such things there; everybody may ask about himself",
    rights: ["see"],
    parameters: { agent },
    input: {
      right: RightName,
      process: optional(nameOf("With cases of this process")),
      unit: optional(nameOf("In this unit of the organisation")),
    },
    answer: Type.Object({ may: Type.Boolean() }, { title: "May" }),
  }),
}
