import Type from "typebox"
import { Definition } from "./definitions.ts"
import { command, query } from "./operation.ts"
import { Name, Nothing, page, paging, RightName, WrittenMoment } from "./shapes.ts"
import { ItemRowShape } from "./views.ts"

const tag = "People"
const optional = Type.Optional

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
    input: { kind: optional(Name), name: optional(Name) },
    answer: Type.Object({ rows: Type.Array(Definition) }, { title: "OrganisationChanges" }),
  }),
  grant: command({
    verb: "grant",
    tag,
    about: "An agent can do more than before, until a moment or for good",
    rights: ["administer"],
    parameters: { agent: Name },
    input: { capabilities: Type.Array(Name, { minItems: 1, maxItems: 1000 }), until: optional(WrittenMoment) },
    answer: Nothing,
  }),
  worklist: query({
    verb: "worklist",
    tag,
    about: "What an agent has, or may take: by priority, due time and age unless asked otherwise",
    rights: ["do", "see"],
    parameters: { agent: Name },
    input: {
      process: optional(Name),
      task: optional(Name),
      dueBefore: optional(WrittenMoment),
      priority: optional(Type.Number({ description: "At least" })),
      order: optional(Type.Union([Type.Literal("priority"), Type.Literal("due"), Type.Literal("age")])),
      ...paging,
    },
    answer: page("Worklist", ItemRowShape),
  }),
  may: query({
    verb: "may",
    tag,
    about: "Whether an agent may do such things there; everybody may ask about himself",
    rights: ["see"],
    parameters: { agent: Name },
    input: { right: RightName, process: optional(Name), unit: optional(Name) },
    answer: Type.Object({ may: Type.Boolean() }, { title: "May" }),
  }),
}
