import Type from "typebox"
import type { JsonObject } from "../messages/json.ts"
import type { ParameterKind, StepGroup } from "../model/step-forms.ts"
import { DrawingShape } from "./drawings.ts"
import { command, query, request } from "./operation.ts"
import { AnyValue, Count, Data, FindingShape, Moment, Nothing, nameOf } from "./shapes.ts"
import { FormShape } from "./views.ts"

const Deployed = Type.Object({ name: Type.String(), version: Count, isNew: Type.Boolean() }, { title: "Deployed" })

const Deployment = Type.Object(
  {
    processes: Type.Array(Deployed),
    exlets: Type.Array(Deployed),
    classes: Type.Array(Deployed),
    dataClasses: Type.Array(Deployed),
    trees: Type.Array(Deployed),
    handlers: Type.Array(Deployed),
    bindings: Type.Array(Deployed),
    patterns: Type.Array(Deployed),
    constraints: Type.Array(Deployed),
    organisation: Type.Array(Deployed),
    findings: Type.Array(FindingShape),
  },
  { title: "Deployment" },
)

/** What can be deployed: one of the three. */
const deployable = {
  text: Type.Optional(Type.String({ description: "YAML, JSON or WQM (XML), as in a file" })),
  files: Type.Optional(
    Type.Array(Type.Object({ name: Type.String(), text: Type.String() }, { additionalProperties: false }), {
      description: "The files of a bundle",
      maxItems: 2000,
    }),
  ),
  bundle: Type.Optional(
    Type.Unsafe<JsonObject>({ type: "object", additionalProperties: true, description: "The same as a JSON value" }),
  ),
}

const ProcessShape = Type.Object(
  {
    name: Type.String(),
    version: Count,
    deployedAt: Moment,
    deployedBy: Type.String(),
    title: Type.Optional(Type.String()),
    reason: Type.Optional(Type.String({ description: "Why it was deployed" })),
    isRemoved: Type.Boolean({ description: "No case of it can be started any more" }),
  },
  { title: "Process" },
)

export const Definition = Type.Object(
  {
    kind: Type.String(),
    name: Type.String(),
    version: Count,
    source: AnyValue,
    at: Moment,
    by: Type.String(),
    reason: Type.Optional(Type.String()),
  },
  { title: "Definition" },
)

const process = nameOf("A process's name")

const PaletteStepShape = Type.Object(
  {
    word: Type.String(),
    title: Type.String(),
    about: Type.String(),
    group: Type.Unsafe<StepGroup>({
      type: "string",
      enum: ["hold", "end", "go", "people", "data", "work", "tell"],
    }),
    parameters: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          kind: Type.Unsafe<ParameterKind>({ type: "string" }),
          required: Type.Boolean(),
          choices: Type.Optional(Type.Array(Type.String())),
        },
        { title: "StepParameter" },
      ),
      { description: "What stands behind its word, under that name, then what may stand beside it" },
    ),
    example: AnyValue,
  },
  { title: "PaletteStep" },
)

const tag = "Definitions"
/** Bundles are larger than other things people send. */
const largest = 16 * 1024 * 1024

export const definitions = {
  deploy: command({
    verb: "deploy",
    tag,
    about: "Checks everything, and deploys what is new if nothing is wrong, all of it together",
    more: "Say `text`, `files` or `bundle`. The same content again changes nothing. Rules learnt since a tree was deployed are not taken away unless `overLearnt` says so.",
    rights: ["administer"],
    largest,
    input: {
      ...deployable,
      overLearnt: Type.Optional(Type.Boolean({ description: "Also over what was learnt or undone since" })),
    },
    answer: Deployment,
  }),
  verify: request({
    verb: "verify",
    tag,
    about: "Everything that is wrong with a bundle, together with what is deployed; nothing is done",
    rights: ["see", "teach"],
    largest,
    input: deployable,
    answer: Type.Object(
      {
        findings: Type.Array(FindingShape),
        processes: Type.Array(Type.Object({ source: Data, net: DrawingShape }, { title: "Sketch" }), {
          description: "The processes in it, as something to draw; none while there are errors",
        }),
      },
      { title: "Verification" },
    ),
  }),
  convert: request({
    verb: "convert",
    tag,
    about: "The same definitions in another format; nothing is done",
    more: "What the format has no words for is in `findings`: a warning for each detail that was left out, an error for each definition.",
    rights: ["see", "teach"],
    largest,
    input: {
      ...deployable,
      to: Type.Union([Type.Literal("bundle"), Type.Literal("wqm")], {
        description: "`bundle`: one bundle of our own language, as a JSON value; `wqm`: XML",
      }),
    },
    answer: Type.Object(
      {
        bundle: Type.Optional(Data),
        wqm: Type.Optional(Type.String()),
        findings: Type.Array(FindingShape),
      },
      { title: "Conversion" },
    ),
  }),
  processes: query({
    verb: "processes",
    tag,
    about: "The processes, each in its newest version",
    rights: ["see"],
    input: { versions: Type.Optional(Type.Boolean({ description: "All versions, not only the newest" })) },
    answer: Type.Object({ rows: Type.Array(ProcessShape) }, { title: "Processes" }),
  }),
  process: query({
    verb: "process",
    tag,
    about: "A process as it was written",
    rights: ["see"],
    parameters: { process },
    input: { version: Type.Optional(Type.Integer({ minimum: 1, description: "The newest unless set" })) },
    answer: Type.Object(
      { ...ProcessShape.properties, source: Data, form: FormShape },
      { title: "ProcessSource", description: "`form` is made of the data a case begins with" },
    ),
  }),
  net: query({
    verb: "net",
    tag,
    about: "A process as something to draw: what people wrote, as nodes and edges",
    more: "The first net is the process itself; each other is what is inside an activity. `task` of a node is what items, states, holds and exceptions call it.",
    rights: ["see"],
    parameters: { process },
    input: { version: Type.Optional(Type.Integer({ minimum: 1, description: "The newest unless set" })) },
    answer: DrawingShape,
  }),
  removeProcess: command({
    verb: "removeProcess",
    tag,
    about: "No case of it can be started any more; refused while anything uses it",
    rights: ["administer"],
    parameters: { process },
    answer: Nothing,
  }),
  exlets: query({
    verb: "exlets",
    tag,
    about: "The exlets there are",
    rights: ["see", "teach", "intervene"],
    answer: Type.Object({ rows: Type.Array(Definition) }, { title: "Exlets" }),
  }),
  stepForms: query({
    verb: "stepForms",
    tag,
    about: "Every step an exlet can have: what it does, what it takes, and an example",
    rights: ["see", "teach", "intervene"],
    answer: Type.Object({ rows: Type.Array(PaletteStepShape) }, { title: "Steps" }),
  }),
  removeExlet: command({
    verb: "removeExlet",
    tag,
    about: "Takes an exlet out of the repertoire; refused while anything uses it",
    rights: ["administer"],
    parameters: { exlet: nameOf("An exlet's name") },
    answer: Nothing,
  }),
  whereUsed: query({
    verb: "whereUsed",
    tag,
    about: "The rules, handlers and exlets that name an exlet or a worklet",
    rights: ["see", "teach"],
    parameters: { name: nameOf("The name of an exlet or a process") },
    answer: Type.Object({ rows: Type.Array(Type.String()) }, { title: "Uses" }),
  }),
  bundle: query({
    verb: "bundle",
    tag,
    about: "Everything that is deployed as one bundle, rules as they stand now, that can be deployed elsewhere",
    rights: ["administer"],
    answer: Data,
  }),
}
