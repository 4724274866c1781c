import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import type { Operation } from "../api/operation.ts"
import type { Refusal } from "../api/problems.ts"
import type { FieldProblem } from "../messages/rejections.ts"
import { coerced } from "./coercion.ts"
import { missingField, problemOfField, shown, unknownField } from "./field-problems.ts"
import type { Schema } from "./schema.ts"

/** What came with a request, as it came. */
export interface Given {
  /** From the path; decoded. */
  readonly parameters: Fields
  /** From the query of a GET; from the body of everything else. */
  readonly rest: unknown
}

type Fields = Readonly<Record<string, unknown>>

export type Checked =
  | { readonly ok: true; readonly value: Fields }
  | { readonly ok: false; readonly rejection: Refusal }

// Not all errors at once: a large body of nothing but errors would keep it busy for long. One for each field is found below.
const ajv = new Ajv2020({ allErrors: false, verbose: true, strict: true, strictTypes: false, allowUnionTypes: true })

/** Checks what is given to an operation against its schemas: texts in the address are read as what is expected, bodies are not. */
export function inputCheck(operation: Operation, method: "GET" | "POST"): (given: Given) => Checked {
  const parameters = fieldsCheck(operation.parameters as Schema)
  const input = fieldsCheck(operation.input as Schema)
  const known = Object.keys({ ...operation.parameters.properties, ...operation.input.properties })
  return ({ parameters: inPath, rest }) => {
    if (method === "POST" && (typeof rest !== "object" || rest === null || Array.isArray(rest))) {
      return refuse([{ field: "", code: "WRONG_TYPE", message: `the body is ${shown(rest)}; expected is an object` }])
    }
    const given = rest as Fields
    const path = fromAddress(inPath, operation.parameters as Schema)
    const others = method === "GET" ? fromAddress(given, operation.input as Schema) : { value: given, problems: [] }
    const problems = [
      ...path.problems,
      ...others.problems,
      ...parameters(path.value, known),
      ...input(others.value, known),
    ]
    if (problems.length > 0) return refuse(firstOfEach(problems))
    return { ok: true, value: { ...others.value, ...path.value } }
  }
}

/** Checks an answer; what is wrong with it is for those who write handlers. */
export function answerCheck(operation: Operation): (answer: unknown) => string | undefined {
  let validate: ValidateFunction | undefined
  return (answer) => {
    validate ??= ajv.compile(operation.answer)
    if (validate(answer)) return undefined
    return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`).join("; ")
  }
}

/** Nothing if all is well: that is found by one validator for the whole, compiled when it is first needed. */
function fieldsCheck(schema: Schema): (given: Fields, known: readonly string[]) => readonly FieldProblem[] {
  const { properties = {}, required = [] } = schema
  let whole: ValidateFunction | undefined
  return (given, known) => {
    whole ??= ajv.compile(schema)
    if (whole(given)) return []
    const names = Object.keys(given)
    return [
      ...required
        .filter((name) => !Object.hasOwn(given, name))
        .map((name) => missingField(name, properties[name] ?? {})),
      ...names
        .filter((name) => !Object.hasOwn(properties, name))
        .slice(0, mostUnknown)
        .map((name) => unknownField(name, known)),
      ...names.flatMap((name) => {
        const part = Object.hasOwn(properties, name) ? properties[name] : undefined
        if (part === undefined) return []
        const validate = ajv.compile(part)
        return validate(given[name]) ? [] : [problemOfField(name, part, validate.errors ?? [], given[name])]
      }),
    ]
  }
}

const mostUnknown = 10

function fromAddress(given: Fields, { properties = {} }: Schema) {
  const problems: FieldProblem[] = []
  const value: [string, unknown][] = []
  for (const [name, text] of Object.entries(given)) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (Array.isArray(text)) {
      problems.push({
        field: name,
        code: "REPEATED",
        message: `"${name}" is given ${text.length} times; once is enough`,
      })
      value.push([name, text[0]])
    } else if (typeof text === "string" && hasControls(text)) {
      problems.push({ field: name, code: "NOT_ALLOWED", message: "control characters are not allowed here" })
      value.push([name, text])
    } else value.push([name, typeof text === "string" && schema ? coerced(text, schema) : text])
  }
  return { value: Object.fromEntries(value), problems }
}

const hasControls = (text: string): boolean => /\p{Cc}/u.test(text)

function firstOfEach(problems: readonly FieldProblem[]): readonly FieldProblem[] {
  return problems.filter(({ field }, index) => problems.findIndex((other) => other.field === field) === index)
}

function refuse(fields: readonly FieldProblem[]): Checked {
  const told = fields.map(({ field, message }) => (field === "" ? message : `${field}: ${message}`))
  return {
    ok: false,
    rejection: {
      code: "REQUEST_INVALID",
      message: told.join("; "),
      remedy: "Send what the reference at /api/docs says it takes",
      fields,
    },
  }
}
