import type { Operation } from "../api/operation.ts"
import { type Flag, type Kind, kebab } from "./flags.ts"

/** As much of a JSON schema as the command line looks at. */
export interface Schema {
  readonly type?: string
  readonly title?: string
  readonly description?: string
  readonly enum?: readonly string[]
  readonly const?: string
  readonly anyOf?: readonly Schema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

/** The fields of something, each with whether it must be there. */
export function fieldsOf(object: Operation["input"]): readonly (readonly [string, Schema, boolean])[] {
  const { properties = {}, required = [] } = object as Schema
  return Object.entries(properties).map(([name, schema]) => [name, schema, required.includes(name)])
}

/** A field of an operation's input as a flag. Lists are written by repeating it. */
export function flagOf(field: string, schema: Schema, isRequired: boolean, name = kebab(field)): Flag {
  const isList = isListOfTexts(schema)
  return {
    name,
    kind: kindOf(isList ? (schema.items ?? {}) : schema),
    about: schema.description ?? "",
    ...(isList && { many: true as const }),
    ...(isRequired && { required: true as const }),
  }
}

export const isListOfTexts = ({ type, items }: Schema): boolean => type === "array" && items?.type === "string"

export function kindOf(schema: Schema): Kind {
  const choices = schema.enum ?? literalsOf(schema)
  if (choices) return { type: "choice", of: choices }
  switch (schema.type) {
    case "string":
      return { type: "text" }
    case "boolean":
      return { type: "boolean" }
    case "integer":
    case "number": {
      const { minimum: least, maximum: most } = schema
      return { type: schema.type, ...(least !== undefined && { least }), ...(most !== undefined && { most }) }
    }
    case "object":
      return { type: "object" }
    case undefined:
      return schema.anyOf ? { type: "moment" } : { type: "value" }
    default:
      return { type: "json" }
  }
}

function literalsOf({ anyOf }: Schema): readonly string[] | undefined {
  const literals = anyOf?.map((one) => one.const)
  return literals?.every((literal) => literal !== undefined) ? literals : undefined
}
