import { operations } from "../../src/api/operations.ts"
import { basePath, type OperationName, targetOf } from "../../src/api/routes.ts"
import type { Schema } from "../../src/http/schema.ts"
import { asJson, type Fields, type Request, requestOf } from "./calls.ts"
import type { Sent } from "./world.ts"

/** Something nobody should send, and what it is. */
export interface Bad {
  readonly what: string
  readonly method: string
  readonly path: string
  readonly sent: Sent
  /** It may mean something after all: then it must only not break anything. */
  readonly mayBeGood?: true
}

/** Values of no type the schema names. */
function wrongValues(schema: Schema): readonly unknown[] {
  if (schema.anyOf || schema.oneOf) {
    const kinds = (schema.anyOf ?? schema.oneOf ?? []).map(({ type }) => type)
    const moment = kinds.includes("string") && kinds.includes("integer") ? ["soon", "2026-13-45", ""] : []
    return [...(kinds.includes("object") ? ["text", 7, [], {}] : [{}, [], true]), ...moment, null]
  }
  switch (schema.type) {
    case "string":
      return [
        7,
        true,
        [],
        {},
        null,
        ...(schema.minLength ? [""] : []),
        ...(schema.maxLength ? ["x".repeat(schema.maxLength + 1)] : []),
        ...(schema.enum ? ["none of them"] : []),
      ]
    case "integer":
    case "number":
      return [
        "text",
        true,
        [],
        {},
        null,
        ...(schema.type === "integer" ? [1.5] : []),
        ...(schema.minimum === undefined ? [] : [schema.minimum - 1, -1e308]),
        ...(schema.maximum === undefined ? [] : [schema.maximum + 1, 1e308]),
      ]
    case "boolean":
      return ["true-ish", 2, [], {}, null]
    case "array":
      return [
        {},
        "text",
        7,
        null,
        ...(schema.minItems ? [[]] : []),
        ...(schema.items?.type === "string" ? [[7], [null], [[]]] : []),
      ]
    case "object":
      return [[], "text", 7, true, null]
    default:
      return []
  }
}

/** The same where everything is text: what a query cannot say otherwise. */
function wrongTexts(schema: Schema): readonly string[] {
  switch (schema.type) {
    case "integer":
    case "number": {
      const numbers = ["text", "", "NaN", "Infinity", "-Infinity", "1e999", "1,000", "1_000", "null"]
      const fractions = schema.type === "integer" ? ["1.5", "1e-3"] : []
      const low = schema.minimum === undefined ? [] : [String(schema.minimum - 1), "-1", "-99999999999999999999"]
      return [...numbers, ...fractions, ...low, ...(schema.maximum === undefined ? [] : [String(schema.maximum + 1)])]
    }
    case "boolean":
      return ["maybe", "2", "null", "[]"]
    case "string":
      return [...(schema.maxLength ? ["x".repeat(schema.maxLength + 1)] : []), ...(schema.enum ? ["none of them"] : [])]
    default:
      return schema.anyOf ? ["soon", "NaN", "2026-13-45"] : []
  }
}

const sentences: Readonly<Record<string, string | Uint8Array>> = {
  "a list": "[]",
  "a list of itself": "[{}]",
  null: "null",
  "a text": '"text"',
  "a number": "7",
  "half of it": '{"a":',
  "not a number": '{"a":NaN}',
  "two of them": "{}{}",
  "no JSON": "hello=world",
  YAML: "a: 1",
  "invalid UTF-8": Uint8Array.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0xc0, 0xaf, 0x22, 0x7d]),
  "half a surrogate": '{"\\ud800":1}',
  "a zero byte": '{"a\\u0000":1}',
  "an unknown field": '{"noSuchField":1}',
  "a prototype": '{"__proto__":{"isAdmin":true}}',
  "a constructor": '{"constructor":{"prototype":{"isAdmin":true}}}',
  "a deep list": `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
  "a deep object": `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`,
  "many fields": `{${Array.from({ length: 20_000 }, (_, index) => `"f${index}":1`).join(",")}}`,
}

const mediaTypes = [
  "text/plain",
  "application/xml",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/yaml",
  "nonsense",
]

/** What may stand in a path where a name should. Written as it travels. */
const names: Readonly<Record<string, string>> = {
  nothing: "",
  "the folder above": "..",
  "the folder above, in other words": "%2e%2e",
  "many folders above": "..%2f..%2f..%2fetc%2fpasswd",
  "a slash": "%2F",
  "a backslash": "%5c",
  "a zero byte": "%00",
  "a new line": "%0d%0aset-cookie:%20a=b",
  "invalid UTF-8": "%ff%fe",
  "an overlong slash": "%c0%af",
  "half an escape": "%",
  "no escape": "%zz",
  "a space": "%20",
  "a prototype": "__proto__",
  "a constructor": "constructor",
  "a method": "toString",
  "too long a name": "x".repeat(600),
  "far too long a name": "x".repeat(8_000),
  "a quote": "%27%22%3b--",
}

/** Everything bad that can be said to one operation: in its fields, its body, its path, its headers. */
export function* badInputs(name: OperationName, good: Fields, ghost: Fields): Generator<Bad> {
  const { method, path, parameters } = targetOf(name)
  const schema = operations[name].input as unknown as Schema
  const send = (what: string, { path: at, body }: Request, mayBeGood?: true): Bad => ({
    what,
    method,
    path: at,
    sent: { headers: asJson, ...(body !== undefined && { body }) },
    ...(mayBeGood && { mayBeGood }),
  })

  for (const [field, of] of Object.entries(schema.properties ?? {})) {
    const values = method === "GET" ? wrongTexts(of) : wrongValues(of)
    for (const value of values) yield send(`${field}: ${shown(value)}`, requestOf(name, { ...good, [field]: value }))
    if (of.type === "integer") {
      const enormous = method === "GET" ? "99999999999999999999" : 1e20
      yield send(`${field}: enormous`, requestOf(name, { ...ghost, [field]: enormous }), true)
    }
    if (schema.required?.includes(field)) {
      yield send(`no ${field}`, requestOf(name, { ...good, [field]: undefined }))
    }
  }
  yield send("an unknown field", requestOf(name, { ...good, noSuchField: 1 }))

  if (method === "POST") {
    const at = requestOf(name, ghost).path
    for (const [what, body] of Object.entries(sentences))
      yield { what, method, path: at, sent: { headers: asJson, body } }
    const needsNothing = (schema.required ?? []).length === 0
    yield {
      what: "an empty body",
      method,
      path: at,
      sent: { headers: asJson, body: "" },
      ...(needsNothing && { mayBeGood: true }),
    }
    yield { what: "no body", method, path: at, sent: {}, ...(needsNothing && { mayBeGood: true }) }
    for (const type of mediaTypes) {
      yield {
        what: `a body of ${type}`,
        method,
        path: at,
        sent: { headers: { "content-type": type }, body: '{"noSuchField":1}' },
      }
    }
    const inUtf16 = { "content-type": "application/json; charset=utf-16" }
    yield { what: "another alphabet", method, path: at, sent: { headers: inUtf16, body: '{"noSuchField":1}' } }
  }
  if (method === "GET") {
    yield { what: "half an escape in the query", method, path: `${requestOf(name, ghost).path}?a=%`, sent: {} }
    yield { what: "a prototype in the query", method, path: `${requestOf(name, ghost).path}?__proto__[a]=1`, sent: {} }
  }

  for (const parameter of parameters) {
    for (const [what, written] of Object.entries(names)) {
      const filled = path.replace(/:(\w+)/g, (_, other: string) =>
        other === parameter ? written : encodeURIComponent(String(ghost[other])),
      )
      const { body } = requestOf(name, ghost)
      yield send(
        `${parameter} is ${what}`,
        { method, path: basePath + filled, ...(body !== undefined && { body }) },
        true,
      )
    }
  }
  for (const revision of ["abc", '"abc"', '"-1"', '""', '"1", "2"', '"99999999999999999999"']) {
    if (operations[name].kind !== "command") continue
    const { path: at, body } = requestOf(name, ghost)
    const headers = { ...asJson, "if-match": revision }
    yield {
      what: `If-Match: ${revision}`,
      method,
      path: at,
      sent: { headers, ...(body !== undefined && { body }) },
      mayBeGood: true,
    }
  }
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing"
  return text.length > 40 ? `${text.slice(0, 40)}… (${text.length})` : text
}
