import Type from "typebox"
import type { JsonObject } from "../messages/json.ts"
import { Definition } from "./definitions.ts"
import { command, query } from "./operation.ts"
import { Count, Data, FindingShape, Moment, Nothing, nameOf } from "./shapes.ts"

const tag = "Rules"
const optional = Type.Optional

type Scope = string | JsonObject

const at = Type.Unsafe<Scope | readonly Scope[]>({
  description:
    "One scope or a list of some: `requisition/payment`, `requisition`, `everywhere`, `role:clerk`, `{ role: clerk }`",
})
const handler = nameOf("A handler's name")

const Trees = {
  tree: Type.String({ description: "The key of its tree; of several, that of the first event" }),
  trees: Type.Array(Type.String(), { description: "The keys of its trees, one for each event of the handler" }),
}

const HandlerShape = Type.Object(
  {
    name: Type.String(),
    version: Count,
    on: Type.Unsafe<string | readonly string[]>({
      anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }],
      description: "The event it handles, or a list of several",
    }),
    title: optional(Type.String()),
    mandatory: Type.Boolean(),
    source: Data,
    bindings: Type.Array(
      Type.Object(
        {
          at: Type.String(),
          with: Data,
          ...Trees,
          since: Moment,
          by: Type.String(),
          reason: optional(Type.String()),
        },
        { title: "Binding" },
      ),
    ),
  },
  { title: "Handler" },
)

export const bindings = {
  handlers: query({
    verb: "handlers",
    tag,
    about: "The handlers there are, and where each is bound, with what, since when and by whom",
    rights: ["see", "teach", "intervene"],
    answer: Type.Object({ rows: Type.Array(HandlerShape) }, { title: "Handlers" }),
  }),
  bind: command({
    verb: "bind",
    tag,
    about: "Binds a handler to one scope or several, in force at once for all cases",
    more: "`with` has the values of its parameters. Bound there already with other values, it has these from now on.",
    rights: ["teach"],
    parameters: { handler },
    input: { at, with: optional(Data) },
    answer: Type.Object(
      {
        handler: Type.String(),
        bindings: Type.Array(Type.Object({ at: Type.String(), ...Trees, isNew: Type.Boolean() })),
        findings: Type.Array(FindingShape),
      },
      { title: "NewBindings" },
    ),
  }),
  unbind: command({
    verb: "unbind",
    tag,
    about: "Unbinds a handler from these scopes; without `at`, from wherever it is bound",
    rights: ["teach"],
    parameters: { handler },
    input: { at: optional(at) },
    answer: Type.Object({ handler: Type.String(), at: Type.Array(Type.String()) }, { title: "Unbound" }),
  }),
  removeHandler: command({
    verb: "removeHandler",
    tag,
    about: "Takes a handler away; refused while it is bound anywhere",
    rights: ["administer"],
    parameters: { handler },
    answer: Nothing,
  }),
  exceptionClasses: query({
    verb: "exceptionClasses",
    tag,
    about:
      "The classes of exceptions there are, and what each is a kind of; whoever may not see every process is told the built-in ones",
    rights: ["see", "teach", "intervene"],
    answer: Type.Object(
      {
        rows: Type.Array(
          Type.Object(
            {
              name: Type.String(),
              title: optional(Type.String()),
              is: optional(Type.String({ description: "What it is a kind of; nothing for the root of all" })),
              raisedAt: optional(Type.Union([Type.Literal("case"), Type.Literal("item")])),
              isBuiltIn: Type.Boolean(),
            },
            { title: "ExceptionClass" },
          ),
        ),
      },
      { title: "ExceptionClasses" },
    ),
  }),
  dataClasses: query({
    verb: "dataClasses",
    tag,
    about:
      "The classes of data there are, and what each is a kind of; a caller who may not see every process gets those of data in processes they may see",
    rights: ["see", "teach", "intervene"],
    answer: Type.Object(
      {
        rows: Type.Array(
          Type.Object(
            {
              name: Type.String(),
              title: optional(Type.String()),
              is: optional(Type.String({ description: "What it is a kind of" })),
              isDeclared: Type.Boolean({ description: "False if data has it and no bundle declares it" }),
              data: Type.Array(Type.String(), { description: "The data that has it, as `order/buyer`" }),
            },
            { title: "DataClass" },
          ),
        ),
      },
      { title: "DataClasses" },
    ),
  }),
  patterns: query({
    verb: "patterns",
    tag,
    about: "The patterns of events there are",
    rights: ["see", "teach", "intervene"],
    answer: Type.Object({ rows: Type.Array(Definition) }, { title: "PatternDefinitions" }),
  }),
  removePattern: command({
    verb: "removePattern",
    tag,
    about: "Takes a pattern away; refused while a rule, handler or pattern waits for it",
    rights: ["administer"],
    parameters: { pattern: nameOf("A pattern's name") },
    answer: Nothing,
  }),
  constraints: query({
    verb: "constraints",
    tag,
    about: "The constraints there are, and where each holds",
    rights: ["see", "teach"],
    answer: Type.Object(
      {
        rows: Type.Array(
          Type.Object(
            { name: Type.String(), at: Type.String(), source: Data, since: Moment, by: Type.String() },
            { title: "Constraint" },
          ),
        ),
      },
      { title: "Constraints" },
    ),
  }),
  removeConstraint: command({
    verb: "removeConstraint",
    tag,
    about: "Takes a constraint away",
    rights: ["administer"],
    parameters: {
      constraint: Type.String({
        minLength: 1,
        maxLength: 500,
        description: "By what it is and where it holds, as in `budget@requisition`",
      }),
    },
    answer: Nothing,
  }),
}
