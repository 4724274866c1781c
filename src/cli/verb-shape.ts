import type { Operation } from "../api/operation.ts"
import { operations } from "../api/operations.ts"
import { targetOf } from "../api/routes.ts"
import type { OperationName } from "../client.ts"
import { connectionFlags } from "./connecting.ts"
import { type Argument, type Flag, jsonFlag, kebab, text, yes } from "./flags.ts"
import { fieldsOf, flagOf, isListOfTexts, kindOf, type Schema } from "./schema-flags.ts"
import { verbs } from "./verbs.ts"
import type { Said } from "./word.ts"

/** What a word needs to know of one of its operations. */
export interface Verb {
  readonly name: OperationName
  readonly operation: Operation
  readonly said: Said<OperationName>
}

/** What every command takes besides its own input. */
export const commandFlags: readonly Flag[] = [
  { name: "key", kind: text, about: "The same key again answers what the first did, and does nothing again" },
  {
    name: "if-revision",
    kind: { type: "integer", least: 0 },
    about: "Refused if the family has another revision by then",
  },
]

const allFlag: Flag = { name: "all", kind: yes, about: "All pages" }
export const pairFlag: Flag = {
  name: "set",
  short: "d",
  kind: { type: "pair" },
  many: true,
  about: "One value of the data",
}

export function allVerbs(): readonly Verb[] {
  return Object.entries(verbs).flatMap(([name, said]) =>
    "word" in said
      ? [
          {
            name: name as OperationName,
            operation: operations[name as OperationName],
            said: said as Said<OperationName>,
          },
        ]
      : [],
  )
}

function placesOf({ name, said, operation }: Verb): readonly Argument[] {
  if (said.arguments) return said.arguments
  const schemas = new Map<string, Schema>(
    [...fieldsOf(operation.parameters), ...fieldsOf(operation.input)].map(([field, schema]) => [field, schema]),
  )
  return [...targetOf(name).parameters, ...(said.places ?? [])].map((field) => {
    const schema = schemas.get(field) ?? {}
    const isList = isListOfTexts(schema)
    return {
      name: field,
      kind: kindOf(isList ? (schema.items ?? {}) : schema),
      ...(schema.description !== undefined && { about: schema.description }),
      ...(isList && { many: true as const }),
      ...((said.optional as readonly string[] | undefined)?.includes(field) && { optional: true as const }),
    }
  })
}

/** Several operations of one word share their places: `CASE|ITEM`. */
export function argumentsOf(meanings: readonly Verb[]): readonly Argument[] {
  const all = meanings.map(placesOf)
  // Where a hold is placed is said by flags, at the same case.
  const speaking = all.filter((places, index) => places.length > 0 || !meanings[index]?.said.fill)
  const longest = speaking.reduce((one, other) => (other.length > one.length ? other : one), [] as readonly Argument[])
  return longest.map((argument, index) => {
    const names = new Set(speaking.flatMap((places) => places[index]?.name ?? []))
    const isOptional = argument.optional || speaking.some((places) => places[index] === undefined)
    return { ...argument, name: [...names].join("|"), ...(isOptional && { optional: true as const }) }
  })
}

export function flagsOf(meanings: readonly Verb[]): readonly Flag[] {
  const flags = new Map<string, Flag>()
  const isOne = meanings.length === 1
  for (const { said, operation } of meanings) {
    for (const { name, schema, isRequired } of flagFields({ said, operation })) {
      flags.set(name, flagOf(name, schema, isOne && isRequired && pairsField(operation) !== name, name))
    }
    if (pairsField(operation) !== undefined) flags.set(pairFlag.name, pairFlag)
    for (const flag of said.flags ?? []) flags.set(flag.name, flag)
    if (isPaged(operation)) flags.set(allFlag.name, allFlag)
    if (operation.kind === "command") for (const flag of commandFlags) flags.set(flag.name, flag)
  }
  return [...flags.values(), jsonFlag, ...connectionFlags]
}

export function flagFields({ said, operation }: Pick<Verb, "said" | "operation">) {
  const [hidden, places] = [(said.hidden ?? []) as readonly string[], (said.places ?? []) as readonly string[]]
  return fieldsOf(operation.input)
    .filter(([field]) => !hidden.includes(field) && !places.includes(field))
    .map(([field, schema, isRequired]) => ({ field, name: nameOf(said, field), schema, isRequired }))
}

export function nameOf(said: Said<OperationName>, field: string): string {
  return (said.names as Readonly<Record<string, string>> | undefined)?.[field] ?? kebab(field)
}

/** The field that `-d name=value` fills. */
export function pairsField({ input }: Operation): string | undefined {
  const fields = fieldsOf(input).filter(([, { title }]) => title === "Data")
  return fields.find(([field]) => field === "data")?.[0] ?? fields.find(([field]) => field === "with")?.[0]
}

export function isPaged({ input, answer }: Operation): boolean {
  return "after" in input.properties && (answer as Schema).properties?.next?.type === "string"
}
