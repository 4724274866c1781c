import Type from "typebox"
import type { BoundView } from "../messages/bounds.ts"
import type { Hold, HoldTarget } from "../messages/holds.ts"
import type { Step } from "../messages/steps.ts"
import type { Form } from "../model/forms.ts"
import { AnyValue, CaseNumber, Count, Data, Moment } from "./shapes.ts"

/** What people see of cases, items and what goes wrong with them. */

const optional = Type.Optional

export const CaseRowShape = Type.Object(
  {
    id: Type.String(),
    family: Type.String(),
    process: Type.String(),
    version: Count,
    state: Type.String({ description: "running, completed, removed, failed or exhausted" }),
    held: Type.Boolean(),
    startedAt: Moment,
    startedBy: Type.String(),
    endedAt: optional(Moment),
    parent: optional(Type.String()),
    number: optional(CaseNumber("The case number of its family, if one was chosen")),
  },
  { title: "CaseRow" },
)

export const ListedCaseShape = Type.Object(
  {
    ...CaseRowShape.properties,
    title: optional(Type.String({ description: "Of its process" })),
    exceptions: Type.Integer({ minimum: 0, description: "How many of it are open" }),
    interventions: Type.Integer({ minimum: 0, description: "How many questions about it are open" }),
  },
  { title: "ListedCase" },
)

const SenderShape = Type.Object(
  {
    run: Type.String(),
    depth: Count,
    version: optional(
      Type.Integer({ description: "Of the event that has sent it, if it was sent under a case number" }),
    ),
  },
  { title: "Sender", description: "The run of another family that has started it" },
)

export const ItemRowShape = Type.Object(
  {
    id: Type.String(),
    family: Type.String(),
    case: Type.String(),
    process: Type.String(),
    processTitle: optional(Type.String({ description: "What people call the process" })),
    task: Type.String(),
    title: optional(Type.String({ description: "What people call the task" })),
    kind: Type.String(),
    status: Type.String(),
    held: Type.Boolean(),
    live: Type.Boolean(),
    enabledAt: Moment,
    endedAt: optional(Moment),
    agent: optional(Type.String()),
    declined: optional(Type.Array(Type.String())),
    dueAt: optional(Moment),
    priority: Type.Number(),
    worker: optional(Type.String()),
    attempt: Count,
    instance: optional(Count),
  },
  { title: "ItemRow" },
)

export const HoldShape = Type.Unsafe<Hold>({
  title: "Hold",
  type: "object",
  required: ["id", "owner", "target", "reason", "at"],
  properties: {
    id: { type: "string" },
    owner: { type: "object", required: ["kind"], properties: { kind: { enum: ["person", "exception", "run"] } } },
    target: { type: "object", required: ["kind"], properties: { kind: { enum: ["item", "after", "case", "end"] } } },
    reason: { type: "string" },
    at: { type: "integer" },
  },
})

/** What may be held, as it is asked for. */
export const TargetShape = Type.Unsafe<HoldTarget>({
  title: "HoldTarget",
  description: "An item, what follows a task, a case, or only the end of a case",
  oneOf: [target("item", "item"), target("after", "frame", "task"), target("case", "case"), target("end", "case")],
})

function target(kind: string, ...names: readonly string[]) {
  return {
    type: "object",
    required: ["kind", ...names],
    properties: {
      kind: { type: "string", const: kind },
      ...Object.fromEntries(names.map((name) => [name, { type: "string", minLength: 1, maxLength: 200 }])),
    },
    additionalProperties: false,
  }
}

export const FormShape = Type.Unsafe<Form>({
  title: "Form",
  type: "object",
  required: ["fields"],
  properties: {
    fields: {
      type: "array",
      items: {
        type: "object",
        required: ["name", "title", "type", "required", "readOnly"],
        properties: {
          name: { type: "string" },
          title: { type: "string" },
          type: { type: "string" },
          required: { type: "boolean" },
          readOnly: { type: "boolean" },
        },
        additionalProperties: true,
      },
    },
  },
})

/** A budget, or a deadline, that holds somewhere. */
const BoundShape = Type.Unsafe<BoundView>({
  title: "Bound",
  type: "object",
  required: ["kind", "scope"],
  properties: {
    kind: { enum: ["budget", "deadline"] },
    scope: { type: "string", description: "Where it was set" },
    limit: { type: "number" },
    spent: { type: "number" },
    left: { type: "number" },
    dueAt: { type: "integer" },
  },
})

export const CaseItemShape = Type.Object(
  {
    id: Type.String(),
    case: Type.String(),
    process: Type.String(),
    task: Type.String(),
    title: optional(Type.String()),
    kind: Type.String(),
    status: Type.String(),
    held: Type.Boolean(),
    holds: Type.Array(HoldShape, { description: "At most ten, and none of those on the whole case" }),
    incarnation: Count,
    round: optional(Count),
    instances: Type.Array(Type.Object({ of: Type.String(), instance: Count })),
    agent: optional(Type.String()),
    attempt: Count,
    enabledAt: Moment,
    endedAt: optional(Moment),
    dueAt: optional(Moment),
    awaits: optional(
      Type.Object(
        { message: Type.String(), key: AnyValue },
        { description: "The message it waits for, and the key that must be sent with it" },
      ),
    ),
    until: optional(Moment),
    result: optional(AnyValue),
    undone: optional(
      Type.String({ description: "How it was undone since, and so counts no longer; void: its output is kept" }),
    ),
    cost: optional(Type.Number()),
    spent: optional(Type.Number()),
    revision: Count,
  },
  {
    title: "CaseItem",
    description: "An item as the view of its case has it; `GET /items/{item}` adds its data and form",
  },
)

export const ItemShape = Type.Object(
  {
    ...CaseItemShape.properties,
    processTitle: optional(Type.String({ description: "What people call the process" })),
    holds: Type.Array(HoldShape),
    bounds: optional(Type.Array(BoundShape)),
    written: optional(Data),
    data: Data,
    form: FormShape,
  },
  { title: "Item" },
)

export const RaisedShape = Type.Object(
  {
    id: Type.String(),
    class: Type.String(),
    case: Type.String(),
    item: optional(Type.String()),
    at: Type.String(),
    parameters: Data,
    raisedAt: Moment,
  },
  { title: "RaisedException" },
)

export const InterventionShape = Type.Object(
  {
    id: Type.String(),
    case: Type.String(),
    item: optional(Type.String()),
    at: Type.String(),
    exception: optional(Type.String()),
    class: optional(Type.String()),
    run: optional(Type.String()),
    text: Type.String(),
    to: optional(Type.String()),
    within: optional(Type.String()),
    dueAt: optional(Moment),
    choices: optional(Type.Array(Type.String())),
    openedAt: Moment,
  },
  { title: "Intervention" },
)

export const RunShape = Type.Object(
  {
    id: Type.String(),
    exlet: Type.String(),
    steps: Type.Unsafe<Step[]>({ type: "array", items: { type: "object" } }),
    case: Type.String(),
    item: optional(Type.String()),
    at: Type.String(),
    on: Type.String(),
    parameters: Data,
    by: Type.String(),
    exception: optional(Type.String()),
    intervention: optional(Type.String()),
    depth: Count,
    solves: Type.Boolean(),
    dueAt: optional(Moment),
    budget: optional(Type.Number()),
    startedAt: Moment,
    position: Count,
    worklets: Type.Array(Type.String()),
    waitsFor: Type.Array(Type.String()),
    awaits: optional(
      Type.Array(
        Type.Object(
          { frame: Type.String(), task: Type.String(), item: optional(Type.String()) },
          { title: "Awaited", description: "An item that executes, or a block" },
        ),
        { description: "What executes, and it waits for to be over" },
      ),
    ),
    for: optional(Type.String({ description: "The run whose rollback waits for it" })),
    rollback: optional(
      Type.Object(
        {
          to: Type.String(),
          done: Count,
          of: Count,
          incomplete: optional(Type.String({ description: "What keeps it from going on" })),
        },
        { title: "Rollback" },
      ),
    ),
  },
  { title: "Run" },
)

export const PatternShape = Type.Object(
  {
    pattern: Type.String(),
    key: optional(AnyValue),
    seen: Type.Array(
      Type.Object({ event: Type.String(), at: Moment, case: Type.String(), item: optional(Type.String()) }),
    ),
    since: optional(Moment),
    until: optional(Moment),
    missing: Type.String({ description: "What has not happened yet, in words" }),
  },
  { title: "PatternProgress" },
)

export const CaseShape = Type.Object(
  {
    ...CaseRowShape.properties,
    sentBy: optional(SenderShape),
    data: Data,
    shares: optional(
      Type.Array(Type.String(), { description: "The variables among its data that all cases of its family share" }),
    ),
    result: optional(AnyValue),
    items: Type.Array(CaseItemShape, {
      description:
        "Live items, and of each task the newest that has ended; without their data, which is the case's. At most 200, live ones first; `GET /cases/{case}/items` has all, page by page",
    }),
    states: Type.Record(Type.String(), Type.String()),
    holds: Type.Array(HoldShape),
    voided: optional(
      Type.Array(
        Type.Object({ task: Type.String(), item: Type.String(), output: Data, at: Moment }, { title: "Voided" }),
        { description: "Of each task the newest whose output was marked void" },
      ),
    ),
    exceptions: Type.Array(RaisedShape),
    runs: Type.Array(RunShape),
    interventions: Type.Array(InterventionShape),
    patterns: optional(
      Type.Array(PatternShape, {
        description: "How far patterns of events have come in its family: those anything has been seen of",
      }),
    ),
    spent: optional(Type.Number()),
    bounds: Type.Array(BoundShape),
    more: optional(
      Type.Object(
        {
          items: optional(Count),
          holds: optional(Count),
          exceptions: optional(Count),
          runs: optional(Count),
          interventions: optional(Count),
        },
        { title: "LeftOut", description: "How many more of each there are than the 200 shown; absent if this is all" },
      ),
    ),
    counts: optional(
      Type.Array(
        Type.Object(
          { task: Type.String(), status: Type.String(), held: Type.Boolean(), count: Count },
          { title: "CaseItemCount" },
        ),
        { description: "If items were left out: how many there are of each task and status, shown or not" },
      ),
    ),
    revision: Type.Integer({ description: "Of its family; the ETag. Commands take it as `If-Match`" }),
  },
  { title: "Case" },
)

/** How one agent stands to an item or a task. */
export const AssessmentShape = Type.Object(
  {
    agent: Type.String(),
    obstacle: Type.Optional(Type.String()),
    reason: Type.String(),
    standsInFor: Type.Optional(Type.String()),
  },
  { title: "Assessment" },
)
