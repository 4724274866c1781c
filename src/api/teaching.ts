import Type from "typebox"
import type { ExplainedWalk } from "../exceptions/explain-walk.ts"
import type { Explanation } from "../expressions/expression.ts"
import type { About } from "../learn/side-by-side.ts"
import type { Json } from "../messages/json.ts"
import type { NameLine } from "../model/vocabulary-lines.ts"
import { query, request } from "./operation.ts"
import { AnyValue, Count, Data, FindingShape, Moment, nameOf } from "./shapes.ts"
import { lessonInput, treeParameter } from "./tree-parameter.ts"

const tag = "Rules"
const optional = Type.Optional

const spot = { family: Type.String(), case: Type.String(), item: optional(Type.String()), at: Moment }
const CornerstoneShape = Type.Object(spot, {
  title: "Cornerstone",
  description: "Where a rule was learnt; only for those who may see that",
})

const NodeShape = Type.Object(
  {
    node: Count,
    parent: optional(Type.Integer({ minimum: 1, description: "The rule it hangs under; absent: it is the first" })),
    branch: Type.Union([Type.Literal("true"), Type.Literal("false")], {
      description: "The answer of the rule above that leads here",
    }),
    if: Type.String(),
    says: optional(Type.String({ description: "What it says, in words; absent: it takes the answer away" })),
    then: optional(AnyValue),
    solves: optional(Type.Boolean()),
    title: optional(Type.String()),
    with: optional(Data),
    effective: optional(
      Type.String({
        description: "When this very rule answers, as one condition; absent where too many rules have a say in it",
      }),
    ),
    cornerstone: optional(CornerstoneShape),
    since: Type.Integer({ minimum: 0, description: "The version of the tree that brought it" }),
    at: Moment,
    by: Type.String(),
    reason: optional(Type.String()),
  },
  { title: "TreeNode" },
)

const HitsShape = Type.Object(
  {
    tree: Type.String(),
    version: Count,
    decisions: Type.Integer({ minimum: 0, description: "How many were looked at" }),
    since: optional(Moment),
    unanswered: Type.Integer({ minimum: 0, description: "How many of them no rule answered" }),
    failed: Type.Integer({ minimum: 0, description: "In how many a condition could not be evaluated" }),
    nodes: Type.Array(
      Type.Object(
        {
          node: Count,
          answered: Type.Integer({ minimum: 0, description: "Its conclusion was the answer" }),
          asked: Type.Integer({ minimum: 0, description: "It was on the way, whether it held or not" }),
          failed: Count,
        },
        { title: "NodeHits" },
      ),
      { description: "Those in the tree now as they are written, then those that were in it" },
    ),
  },
  { title: "TreeHits" },
)

const LessonShape = Type.Object(
  {
    tree: Type.String(),
    version: Count,
    on: Type.String(),
    at: Type.String(),
    here: Type.Object(spot, { title: "Spot", description: "The place and the moment it is learnt from" }),
    says: optional(Type.String({ description: "What the tree says there now; absent: nothing" })),
    walk: Type.Unsafe<ExplainedWalk>({ type: "object", description: "As in an explanation" }),
    there: optional(
      Type.Object(
        { ...spot, node: Count },
        { title: "CornerstoneOf", description: "Where the rule that answers was learnt: there its answer stays" },
      ),
    ),
    values: Type.Array(
      Type.Object(
        {
          name: Type.String({ description: "As a condition would write it" }),
          about: Type.Unsafe<About>({ type: "string", enum: ["data", "event", "agent", "item", "flow", "case"] }),
          here: optional(AnyValue),
          there: optional(AnyValue),
          differs: Type.Boolean(),
        },
        { title: "SeenValue" },
      ),
      { description: "All that conditions can see here and there, the most telling first" },
    ),
    suggestions: Type.Array(Type.Object({ if: Type.String(), why: Type.String() }, { title: "Suggestion" }), {
      description: "Conditions that are true here and false there, the most useful first",
    }),
  },
  { title: "Lesson" },
)

const RepeatedShape = Type.Object(
  {
    class: Type.String(),
    at: Type.String({ description: "The task, activity or process it happened at" }),
    scope: Type.String({ description: "Where the rule would stand" }),
    says: Type.String({ description: "The answer in a few words" }),
    count: Count,
    recurred: Type.Integer({ minimum: 0, description: "How often the same came back afterwards" }),
    lastAt: Moment,
    case: Type.String({ description: "The case of the last of them" }),
    from: Type.Object(
      { family: Type.String(), version: Count },
      { description: "What was raised there last, to learn the rule from" },
    ),
    then: Type.Unsafe<Json>({ description: "What a rule would say to do the same" }),
  },
  { title: "RepeatedAnswer" },
)

const tried = {
  outcome: Type.Union([Type.Literal("held"), Type.Literal("did not hold"), Type.Literal("failed")]),
  message: optional(Type.String({ description: "Why it could not be evaluated" })),
  explanation: Type.Unsafe<Explanation>({ type: "object", description: "Its value, and that of each part" }),
}

const CheckedShape = Type.Object(
  {
    findings: Type.Array(
      Type.Object(
        {
          ...FindingShape.properties,
          start: Type.Integer({ minimum: 0, description: "Where in the text it begins, from 0" }),
          end: Type.Integer({ minimum: 0, description: "Where it ends" }),
        },
        { title: "TextFinding" },
      ),
    ),
    here: optional(Type.Object(tried, { title: "TriedHere" })),
    there: optional(Type.Object({ ...tried, node: Count }, { title: "TriedThere" })),
    isAcceptable: Type.Boolean({ description: "Whether it could be learnt so" }),
    passes: optional(
      Type.Literal(true, {
        description:
          "What it says only tells people or writes data, so that the exception goes on to the next stage afterwards",
      }),
    ),
    rejection: optional(
      Type.Object(
        { code: Type.String(), message: Type.String(), remedy: Type.String() },
        { title: "WhyNot", description: "Why it would be refused, where its text is good" },
      ),
    ),
  },
  { title: "CheckedCondition" },
)

const VocabularyShape = Type.Object(
  {
    names: Type.Unsafe<NameLine[]>({
      type: "array",
      items: {
        type: "object",
        required: ["name", "type"],
        properties: {
          name: { type: "string" },
          type: { type: "string" },
          about: { type: "string" },
          fields: { type: "array", items: { type: "object" }, description: "The same for what is inside it" },
        },
      },
      description: "The case's data first, then what the system knows",
    }),
    functions: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          ways: Type.Array(Type.String(), { description: "Every way to call it" }),
          returns: Type.String(),
          about: Type.String(),
          example: Type.String(),
        },
        { title: "FunctionLine" },
      ),
    ),
    isOpen: Type.Boolean({ description: "Whether there may be other names: where the case may be any" }),
  },
  { title: "Vocabulary" },
)

/** What those look at who teach. */
export const teaching = {
  treeNodes: query({
    verb: "treeNodes",
    tag,
    about: "Every rule of a tree: where it hangs, when it answers, where it was learnt, by whom and why",
    rights: ["see", "teach"],
    parameters: { tree: treeParameter },
    input: { version: optional(Type.Integer({ minimum: 0, description: "The newest unless set" })) },
    answer: Type.Object(
      {
        key: Type.String(),
        on: Type.String(),
        at: Type.String(),
        version: Count,
        nodes: Type.Array(NodeShape, { description: "As they are written: each before its exceptions" }),
      },
      { title: "TreeNodes" },
    ),
  }),
  treeHits: query({
    verb: "treeHits",
    tag,
    about: "How often each rule of a tree was asked and has answered, over its last decisions",
    rights: ["see", "teach"],
    parameters: { tree: treeParameter },
    input: {
      limit: optional(
        Type.Integer({ minimum: 1, maximum: 10_000, description: "How many decisions; 1,000 unless set" }),
      ),
    },
    answer: HitsShape,
  }),
  treeHandles: query({
    verb: "treeHandles",
    tag,
    about: "How many open interventions a tree would handle, if its rules were asked again: of the few hundred oldest",
    more: "For trees about exceptions. `POST /interventions/reevaluate` has the rules asked again.",
    rights: ["see", "teach"],
    parameters: { tree: treeParameter },
    answer: Type.Object({ handles: Count }, { title: "TreeHandles" }),
  }),
  lesson: request({
    verb: "lesson",
    tag,
    about:
      "What there is to learn from a case whose answer was wrong: beside the cornerstone, with suggested conditions",
    more: "Nothing is done. What is suggested is true there, and false where the rule that answers now was learnt.",
    rights: ["see", "teach"],
    input: { on: lessonInput.on, at: lessonInput.at, from: lessonInput.from },
    answer: LessonShape,
  }),
  repeatedAnswers: query({
    verb: "repeatedAnswers",
    tag,
    about:
      "Answers people have given again and again, in the very same way, where no rule gives them: rules in the making",
    more: "Of each class the last 200 that were answered are looked at, those since rules last answered there, and of those that seem alike the last 20 are counted. What mostly came back is left out.",
    rights: ["see", "teach"],
    parameters: { process: nameOf("The process") },
    input: {
      least: optional(Type.Integer({ minimum: 2, maximum: 100, description: "How often, at least; 3 unless set" })),
    },
    answer: Type.Object({ rows: Type.Array(RepeatedShape) }, { title: "RepeatedAnswers" }),
  }),
  checkCondition: request({
    verb: "checkCondition",
    tag,
    about:
      "A condition while somebody writes it: what is wrong with it, how it comes out, and whether it could be learnt",
    rights: ["see", "teach"],
    input: {
      on: lessonInput.on,
      at: lessonInput.at,
      if: Type.String({ maxLength: 20_000, description: "Whatever was typed so far" }),
      then: optional(lessonInput.then),
      from: optional(lessonInput.from),
    },
    answer: CheckedShape,
  }),
  vocabulary: query({
    verb: "vocabulary",
    tag,
    about: "The names and functions conditions may use, with their types and a line each",
    rights: ["see", "teach"],
    input: { on: optional(lessonInput.on), at: optional(lessonInput.at) },
    answer: VocabularyShape,
  }),
}
