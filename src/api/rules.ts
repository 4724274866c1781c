import Type from "typebox"
import type { ExplainedWalk } from "../exceptions/explain-walk.ts"
import type { RuleText } from "../exceptions/tree-text.ts"
import { OutlookShape } from "./ladder.ts"
import { command, query, request } from "./operation.ts"
import { Changed, Condition, Count, Data, idOf, Moment, nameOf, page, paging } from "./shapes.ts"
import { lessonInput, treeParameter } from "./tree-parameter.ts"

const tag = "Rules"
const optional = Type.Optional

const tree = treeParameter
const node = Type.Integer({ minimum: 0, description: "A rule's number, as in `rules show` and explanations" })

const TreeShape = Type.Object(
  {
    key: Type.String(),
    on: Type.String(),
    at: Type.String(),
    version: Count,
    tree: Type.Unsafe<RuleText[]>({ type: "array", items: { type: "object" }, description: "As in a file" }),
    nodes: Type.Array(Count, {
      description: "The number of each rule, in the order they are written: each before its exceptions",
    }),
  },
  { title: "Tree" },
)

const lesson = {
  ...lessonInput,
  if: Condition,
  title: optional(nameOf("The rule's title, for people")),
  version: optional(Type.Integer({ minimum: 0, description: "The tree's; refused if it has changed since" })),
}

const Explained = Type.Object(
  {
    on: Type.String(),
    at: Type.String(),
    case: Type.String(),
    item: optional(Type.String()),
    says: optional(Type.String()),
    walks: Type.Unsafe<ExplainedWalk[]>({ type: "array", items: { type: "object" } }),
  },
  { title: "ExplainedDecision" },
)

export const rules = {
  trees: query({
    verb: "trees",
    tag,
    about: "All rule trees as they stand",
    rights: ["see", "teach"],
    input: { process: optional(nameOf("Only those of this process")) },
    answer: Type.Object({ rows: Type.Array(TreeShape) }, { title: "Trees" }),
  }),
  tree: query({
    verb: "tree",
    tag,
    about: "A tree as it is, or as it was in an earlier version",
    rights: ["see", "teach"],
    parameters: { tree },
    input: { version: optional(Type.Integer({ minimum: 0, description: "The newest unless set" })) },
    answer: TreeShape,
  }),
  treeChanges: query({
    verb: "treeChanges",
    tag,
    about: "Who changed a tree, when and why",
    rights: ["see", "teach"],
    parameters: { tree },
    answer: Type.Object(
      {
        rows: Type.Array(
          Type.Object(
            {
              tree: Type.String(),
              version: Count,
              change: Data,
              at: Moment,
              by: Type.String(),
              reason: optional(Type.String()),
            },
            { title: "TreeChange" },
          ),
        ),
      },
      { title: "TreeChanges" },
    ),
  }),
  decisions: query({
    verb: "decisions",
    tag,
    about: "What a tree was asked, by family and version",
    rights: ["see", "teach"],
    parameters: { tree },
    input: {
      failed: optional(Type.Boolean({ description: "Only where a condition could not be evaluated" })),
      order: optional(
        Type.Union([Type.Literal("oldest"), Type.Literal("newest")], {
          description: "By family and version unless set, or the other way round",
        }),
      ),
      ...paging,
    },
    answer: page(
      "Decisions",
      Type.Object(
        { tree: Type.String(), family: Type.String(), version: Count, failed: Type.Boolean() },
        { title: "DecisionRow" },
      ),
    ),
  }),
  learn: command({
    verb: "learn",
    tag,
    about: "Adds a rule where the walk for its context ended",
    rights: ["teach"],
    input: {
      ...lesson,
      replace: optional(Type.Boolean({ description: "What runs there is replaced, what waits is asked again" })),
      undo: optional(Type.Boolean({ description: "With `replace`: what it has written is put back" })),
    },
    answer: Type.Object({ tree: Type.String(), version: Count, node: Count }, { title: "Learnt" }),
  }),
  removeRule: command({
    verb: "removeRule",
    tag,
    about: "Cuts out a rule that no other refines",
    rights: ["teach"],
    parameters: { tree, node },
    answer: Changed,
  }),
  undoRule: command({
    verb: "undoRule",
    tag,
    about: "Takes back the last change of a tree",
    rights: ["teach"],
    parameters: { tree },
    answer: Type.Object({ version: Count, undone: Count }, { title: "Undone" }),
  }),
  explain: query({
    verb: "explain",
    tag,
    about: "A decision of the past: the path, and each condition's value and parts",
    rights: ["see", "teach"],
    parameters: {
      family: idOf("The family of the case it was decided for"),
      version: Type.Integer({ minimum: 1, description: "The decision's place in the family's history" }),
    },
    answer: Explained,
  }),
  whatIf: request({
    verb: "whatIf",
    tag,
    about: "What the rules would say now, if this were asked; nothing is done",
    more: "`with` has the event's parameters, which conditions read as `event.…`; a name no condition reads changes nothing.",
    rights: ["see", "teach"],
    input: {
      on: nameOf("The event: itemPre, an exception class, …"),
      case: idOf("The case it would happen at"),
      item: optional(idOf("The item of the case it would happen at")),
      with: optional(Data),
    },
    answer: Explained,
  }),
  applies: request({
    verb: "applies",
    tag,
    about:
      "What would be done about an event at a place, stage by stage, and the order of the scopes there; nothing is done",
    more: "`with` has the event's parameters, which conditions read as `event.…`.",
    rights: ["see", "teach"],
    input: {
      on: nameOf("The event: an exception class, itemPre, done(task), …"),
      case: idOf("The case it would happen at"),
      item: optional(idOf("The item of the case it would happen at")),
      with: optional(Data),
    },
    answer: OutlookShape,
  }),
  backtest: request({
    verb: "backtest",
    tag,
    about: "What a rule, or the removal of one, would have changed in all recorded checkpoints of its tree",
    more: "A rule as for learning it, or `tree` and `remove`. With `Accept: text/event-stream` progress comes as events before the result. Closing the connection cancels it.",
    rights: ["teach"],
    input: {
      on: optional(lesson.on),
      at: optional(lesson.at),
      if: optional(lesson.if),
      then: optional(lesson.then),
      title: lesson.title,
      from: optional(lesson.from),
      version: lesson.version,
      tree: optional(tree),
      remove: optional(node),
      limit: optional(
        Type.Integer({ minimum: 0, maximum: 10_000, description: "How many changes to list; 1,000 unless set" }),
      ),
    },
    answer: Type.Object(
      {
        tree: Type.String(),
        version: Count,
        checked: Count,
        changed: Count,
        changes: Type.Array(
          Type.Object(
            {
              family: Type.String(),
              version: Count,
              case: Type.String(),
              item: optional(Type.String()),
              at: Moment,
              before: optional(Type.String()),
              after: optional(Type.String()),
            },
            { title: "BacktestChange" },
          ),
        ),
        failed: Count,
      },
      { title: "Backtest" },
    ),
  }),
}
