import { compileExpression, type Expression, isExpression, type Vocabulary } from "../expressions/expression.ts"
import type { ValueType } from "../expressions/value-type.ts"
import type { Report } from "../messages/findings.ts"
import { type ClassNames, classFunctions } from "./class-functions.ts"
import { valueTypeOf } from "./data-types.ts"
import type { DataType, ExpressionText } from "./definition.ts"

const sets = ["notReady", "ready", "executing", "suspended", "done", "aborted"]

export const isStateSet = (name: string): boolean => sets.includes(name)

const always: Readonly<Record<string, ValueType>> = {
  now: "timestamp",
  case: { object: { id: "string", process: "string", version: "number", startedAt: "timestamp", startedBy: "string" } },
  family: { object: { id: "string", number: "string" } },
  ...Object.fromEntries(sets.map((set) => [set, { list: "string" } as const])),
}

const itemFields = {
  id: "string",
  task: "string",
  agent: "string",
  attempt: "number",
  enabledAt: "timestamp",
  instance: "number",
} as const

/** What rules and the steps of exlets see besides. */
const inRules: Readonly<Record<string, ValueType>> = {
  item: { object: { ...itemFields, status: "string", data: { map: "any" } } },
  items: {
    list: {
      object: {
        id: "string",
        task: "string",
        status: "string",
        held: "boolean",
        agent: "string",
        incarnation: "number",
        instance: "number",
      },
    },
  },
  event: { map: "any" },
  agent: { map: "any" },
  org: { map: "any" },
  history: { list: { object: { event: "string", name: "string", at: "timestamp", by: "string", case: "string" } } },
  external: { map: "any" },
}

/** Names that are nobody's data. */
export const systemNames: ReadonlySet<string> = new Set([...Object.keys(always), ...Object.keys(inRules)])

const functions: Vocabulary["functions"] = {
  result: { arguments: ["string"], returns: "any" },
  count: { arguments: ["string"], returns: "number" },
  round: { arguments: ["string"], returns: "number" },
  duringRound: { arguments: ["string", "number"], returns: "string" },
}

/** The names an expression of a process may use: its data, what an instance adds, and the system's own. */
export function vocabularyOf(
  variables: ReadonlyMap<string, DataType>,
  locals: ReadonlyMap<string, DataType>,
  options: { readonly item?: boolean; readonly open?: boolean } = {},
): Vocabulary {
  const names: Record<string, ValueType> = { ...always }
  if (options.item) names.item = { object: itemFields }
  for (const [name, type] of [...variables, ...locals]) names[name] = valueTypeOf(type)
  return { names, ...(functions && { functions }), ...(options.open && { open: true }) }
}

/** What is known where a rule or a step stands. */
export interface RuleNames {
  /** The data of the case; absent where it may be any case: then every name may be one of its variables. */
  readonly variables?: ReadonlyMap<string, DataType>
  /** The elements of the `forEach` blocks around the item. */
  readonly locals?: ReadonlyMap<string, DataType>
  /** What is known of the event; absent: it may have any parameters. */
  readonly event?: ValueType
  /** Of a handler: its parameters come before all other names, those of the event after them. */
  readonly parameters?: ReadonlyMap<string, DataType>
  /** Whether there may be names nothing is known of. */
  readonly isOpen?: boolean
  /** All classes there are; absent where nobody looks whether names of classes are right. */
  readonly classNames?: ClassNames
}

/** The names conditions of rules and expressions in steps may use: the case's data, and all of the system's own. */
export function ruleVocabulary({
  variables,
  locals,
  event,
  parameters,
  isOpen,
  classNames,
}: RuleNames = {}): Vocabulary {
  const own = parameters && event !== undefined ? ownParameters(event) : {}
  const data = new Map([...(variables ?? []), ...(locals ?? [])])
  return {
    names: {
      ...own,
      ...typesOf(data),
      ...always,
      ...inRules,
      ...(event !== undefined && { event }),
      ...typesOf(parameters ?? []),
    },
    functions: { ...functions, ...classFunctions(data, classNames, variables === undefined || isOpen === true) },
    ...((variables === undefined || isOpen) && { open: true }),
  }
}

/** What every event has; a class's parameters stand beside it. */
export const EVENT_FIELDS = ["class", "at", "by", "item", "case"] as const

function ownParameters(event: ValueType): Readonly<Record<string, ValueType>> {
  if (typeof event !== "object" || !("object" in event)) return {}
  return Object.fromEntries(
    Object.entries(event.object).filter(([name]) => !EVENT_FIELDS.some((field) => field === name)),
  )
}

function typesOf(types: Iterable<readonly [string, DataType]>): Readonly<Record<string, ValueType>> {
  return Object.fromEntries([...types].map(([name, type]) => [name, valueTypeOf(type)]))
}

/** The names by which events of a pattern may be told to belong together. */
export const patternVocabulary: Vocabulary = {
  names: { event: inRules.event ?? "any" },
}

/** The names a capability may be derived from: of one agent, what he has and plays, and what he is like. */
export const capabilityVocabulary: Vocabulary = {
  names: { agent: { map: "any" }, attributes: { map: "any" } },
  functions: {
    has: { arguments: ["string"], returns: "boolean" },
    plays: { arguments: ["string"], returns: "boolean" },
  },
}

/**
 * The names needs may use. Of the case, when somebody is to be found: for `unit`, `agent` and `to`. Of each agent, then and
 * whenever somebody new might fit: over the values the case had, so without asking it anything more.
 */
export function needsVocabulary({ variables, locals }: Pick<RuleNames, "variables" | "locals">): {
  readonly ofCase: Vocabulary
  readonly ofAgent: Vocabulary
} {
  const known = vocabularyOf(variables ?? new Map(), locals ?? new Map(), {
    item: true,
    open: variables === undefined,
  })
  const ofCase: Vocabulary = { ...known, names: { ...known.names, org: { map: "any" } } }
  const { names: ofAgents, functions: asked } = capabilityVocabulary
  const names = { ...ofCase.names, agent: ofAgents.agent ?? "any" }
  return { ofCase, ofAgent: { ...ofCase, names, ...(asked && { functions: asked }) } }
}

/** Compiles, or reports each finding at its place and gives undefined. */
export function compileAt(
  text: ExpressionText,
  vocabulary: Vocabulary,
  report: Report,
  expected: ValueType = "any",
): Expression | undefined {
  const compiled = compileExpression(text.source, vocabulary, expected)
  if (isExpression(compiled)) return compiled
  for (const { code, message, remedy, start, end } of compiled) {
    report({ code, severity: "error", path: text.path, within: { start, end }, message, remedy })
  }
  return undefined
}
