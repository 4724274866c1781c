import Type, { type Static, type TObject, type TProperties, type TSchema } from "typebox"
import type { Right } from "../model/organisation.ts"
import type { Tag } from "./tags.ts"

/** One verb of the doors: what it takes, what it gives, and who may ask for it. Its path is in `routes.ts`. */
export interface Operation {
  /** What the engine, or the door, calls it. Several operations may be one verb. */
  readonly verb: string
  readonly tag: Tag
  /** One line for people. */
  readonly about: string
  /** More than the line says. */
  readonly more?: string
  /** A command changes something: it takes a reason, a key, an expected revision, and can be tried out with `dryRun`. */
  readonly kind: "query" | "command" | "request"
  /** One of these rights, where what is asked about stands; `anybody`: whoever is signed in; `everybody`: no need to be. */
  readonly rights: readonly (Right | "anybody" | "everybody")[]
  readonly parameters: TObject
  readonly input: TObject
  readonly answer: TSchema
  /** How the answer comes, where that is not JSON. */
  readonly as?: "events" | "file"
  /** Of a good answer; 200 unless set. */
  readonly status?: 201
  /** The largest body it takes, in bytes, where the server's usual limit is too small. */
  readonly largest?: number
}

/** What every command takes besides its own. */
export const commandInput = {
  reason: Type.Optional(Type.String({ maxLength: 2000, description: "Why; kept with what happens" })),
  dryRun: Type.Optional(Type.Boolean({ description: "Only tells what would happen, or why it would be refused" })),
}

interface Written<Parameters extends TProperties, Input extends TProperties, Answer extends TSchema>
  extends Omit<Operation, "kind" | "parameters" | "input" | "answer"> {
  readonly parameters?: Parameters
  readonly input?: Input
  readonly answer: Answer
}

/** What one operation is, with its types. */
export interface Typed<
  Parameters extends TProperties,
  Input extends TProperties,
  Answer extends TSchema,
  Kind extends Operation["kind"],
> extends Operation {
  readonly kind: Kind
  readonly parameters: TObject<Parameters>
  readonly input: TObject<Input>
  readonly answer: Answer
}

type None = Record<never, never>

const closed = { additionalProperties: false }

/** Looks at something. */
export function query<Answer extends TSchema, Parameters extends TProperties = None, Input extends TProperties = None>(
  written: Written<Parameters, Input, Answer>,
): Typed<Parameters, Input, Answer, "query"> {
  const { parameters = {} as Parameters, input = {} as Input } = written
  return {
    ...written,
    kind: "query",
    parameters: Type.Object(parameters, closed),
    input: Type.Object(input, closed),
  }
}

/** Sends more than fits into a query, where neither a reason nor a dry run makes sense. */
export function request<
  Answer extends TSchema,
  Parameters extends TProperties = None,
  Input extends TProperties = None,
>(written: Written<Parameters, Input, Answer>): Typed<Parameters, Input, Answer, "request"> {
  return { ...query(written), kind: "request" }
}

/** Changes something. */
export function command<
  Answer extends TSchema,
  Parameters extends TProperties = None,
  Input extends TProperties = None,
>(written: Written<Parameters, Input, Answer>): Typed<Parameters, Input & typeof commandInput, Answer, "command"> {
  const { parameters = {} as Parameters, input = {} as Input } = written
  return {
    ...written,
    kind: "command",
    parameters: Type.Object(parameters, closed),
    input: Type.Object({ ...input, ...commandInput }, closed),
  }
}

/** The same, to be looked at only. */
export type Immutable<Value> = Value extends string
  ? Value
  : Value extends readonly (infer Element)[]
    ? readonly Immutable<Element>[]
    : Value extends object
      ? { readonly [Key in keyof Value]: Immutable<Value[Key]> }
      : Value

export type InputOf<Of extends Operation> = Immutable<Static<Of["parameters"]> & Static<Of["input"]>>
export type AnswerOf<Of extends Operation> = Immutable<Static<Of["answer"]>>
