import type { Json } from "../messages/json.ts"
import type { DataType } from "./definition.ts"

/** What a person sees of a task's data, in the order of the process's variables. Plain JSON, for any user interface. */
export interface Form {
  readonly fields: readonly FormField[]
}

export type FormField = {
  readonly name: string
  readonly title: string
  readonly type:
    | "string"
    | "integer"
    | "number"
    | "boolean"
    | "date"
    | "datetime"
    | "duration"
    | "any"
    | "list"
    | "object"
  readonly required: boolean
  readonly readOnly: boolean
  readonly min?: number
  readonly max?: number
  readonly default?: Json
  readonly options?: readonly Json[]
  /** Of a list: what each element looks like. */
  readonly element?: FormField
  /** Of an object: its fields. */
  readonly fields?: readonly FormField[]
}

/** The form of a task that reads and writes these variables; what it only reads cannot be changed. Without a list: all. */
export function formOf(
  types: ReadonlyMap<string, DataType>,
  reads: readonly string[] | undefined,
  writes: readonly string[] | undefined,
): Form {
  const fields = [...types].flatMap(([name, type]) => {
    const canWrite = writes === undefined || writes.includes(name)
    const canRead = reads === undefined || reads.includes(name)
    return canWrite || canRead ? [fieldOf(name, type, !canWrite)] : []
  })
  return { fields }
}

/** `ticketsSold` → `Tickets sold`, `order_id` → `Order id`, `invoicePDF` → `Invoice PDF`. */
export function titleOf(name: string): string {
  const words = name
    .replace(/[_-]+/g, " ")
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .trim()
    .split(" ")
    .map((word) => (/^\p{Lu}{2,}s?$/u.test(word) ? word : word.toLowerCase()))
    .join(" ")
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function fieldOf(name: string, type: DataType, readOnly: boolean): FormField {
  return {
    name,
    title: type.title ?? titleOf(name),
    type: type.kind === "scalar" ? type.type : type.kind,
    required: type.required,
    readOnly,
    ...(type.min !== undefined && { min: type.min }),
    ...(type.max !== undefined && { max: type.max }),
    ...(type.default !== undefined && { default: type.default }),
    ...(type.enum !== undefined && { options: type.enum }),
    ...(type.kind === "list" && { element: fieldOf("element", type.of, readOnly) }),
    ...(type.kind === "object" && {
      fields: [...type.fields].map(([inner, field]) => fieldOf(inner, field, readOnly)),
    }),
  }
}
