import type { Operation } from "../api/operation.ts"
import { operations } from "../api/operations.ts"
import { codesOf } from "../api/problems.ts"
import { basePath, type OperationName, targetOf } from "../api/routes.ts"
import { Problem } from "../api/shapes.ts"
import { tags } from "../api/tags.ts"
import { exampleOf } from "./curl.ts"
import { Components } from "./openapi-components.ts"
import type { Schema } from "./schema.ts"

/** An OpenAPI document, as far as this project reads its own. */
export interface OpenApi {
  readonly openapi: "3.1.0"
  readonly info: {
    readonly title: string
    readonly version: string
    readonly description: string
    readonly license: { readonly name: string; readonly identifier: string }
  }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly securitySchemes: Readonly<Record<string, object>>
    readonly responses: Readonly<Record<string, { readonly description: string; readonly content: Content }>>
  }
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly servers: readonly { readonly url: string }[]
}

export interface OpenApiOperation {
  readonly operationId: OperationName
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly parameters: readonly OpenApiParameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, object>>
  readonly security?: readonly []
  readonly "x-rights": readonly string[]
  readonly "x-verb": string
}

export interface OpenApiParameter {
  readonly name: string
  readonly in: "path" | "query" | "header"
  readonly required: boolean
  readonly description?: string
  readonly schema: Schema
  readonly example?: unknown
}

type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>

/** The whole API as an OpenAPI 3.1 document, from the table of operations alone. */
export function openApi(version: string): OpenApi {
  const components = new Components()
  const paths: Record<string, Record<string, OpenApiOperation>> = {}
  for (const name of Object.keys(operations) as OperationName[]) {
    const { method, path } = targetOf(name)
    const at = path.replace(/:(\w+)/g, "{$1}")
    paths[at] ??= {}
    paths[at][method.toLowerCase()] = describe(name, operations[name], method, components)
  }
  const problem = { "application/problem+json": { schema: components.use(Problem as Schema) } }
  const used = [...new Set(Object.values<Operation>(operations).flatMap(problemStatusesOf))].toSorted((a, b) => a - b)
  return {
    openapi: "3.1.0",
    info: { title: "Exlet", version, description, license: { name: "Apache 2.0", identifier: "Apache-2.0" } },
    servers: [{ url: basePath }],
    tags: Object.entries(tags).map(([name, about]) => ({ name, description: about })),
    paths,
    components: {
      schemas: components.all(),
      responses: {
        ...Object.fromEntries(
          used.map((status) => [`Problem${status}`, { description: codesOf(status).join(", "), content: problem }]),
        ),
        ProblemOther: { description: "Anything else that went wrong", content: problem },
      },
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "An API key or a token" },
        session: { type: "apiKey", in: "cookie", name: "__Host-exlet", description: "Of a browser; see signIn" },
      },
    },
    security: [{ bearer: [] }, { session: [] }],
  }
}

const description = [
  "Cases, items, exceptions, rules and people over HTTP. Whatever is refused or fails answers `application/problem+json`",
  "with a stable `code`, what happened (`detail`) and what to do next (`remedy`).",
  "Commands take `Idempotency-Key` and `If-Match`, a `reason`, and can be tried out with `dryRun`.",
].join(" ")

function describe(name: OperationName, operation: Operation, method: "GET" | "POST", components: Components) {
  const { tag, about, more, rights, verb, kind } = operation
  const example = exampleOf(name)
  const inPath = parametersOf(operation.parameters as Schema, "path", example.parameters, components)
  const inQuery = method === "GET" ? parametersOf(operation.input as Schema, "query", example.rest, components) : []
  const input = components.inline(operation.input as Schema)
  const described: OpenApiOperation = {
    operationId: name,
    tags: [tag],
    summary: about,
    ...(more !== undefined && { description: more }),
    parameters: [...inPath, ...inQuery, ...headersOf(kind, name)],
    ...(method === "POST" && {
      requestBody: {
        required: (input.required ?? []).length > 0,
        content: { "application/json": { schema: input, example: example.rest } },
      },
    }),
    responses: { ...answersOf(operation, name, components), ...problemsOf(operation) },
    ...(rights.includes("everybody") && { security: [] }),
    "x-rights": [...rights],
    "x-verb": verb,
  }
  return described
}

function parametersOf(
  schema: Schema,
  where: "path" | "query",
  example: Readonly<Record<string, unknown>>,
  components: Components,
): readonly OpenApiParameter[] {
  const { properties = {}, required = [] } = schema
  return Object.entries(properties).map(([name, property]) => ({
    ...{ name, in: where, required: where === "path" || required.includes(name) },
    ...(property.description !== undefined && { description: property.description }),
    schema: components.inline(property),
    ...(name in example && { example: example[name] }),
  }))
}

function headersOf(kind: Operation["kind"], name: OperationName): readonly OpenApiParameter[] {
  const header = (title: string, description: string, schema: Schema): OpenApiParameter => ({
    ...{ name: title, in: "header", required: false },
    ...{ description, schema },
  })
  const text = { type: "string" }
  return [
    ...(kind === "command"
      ? [
          header("Idempotency-Key", "The same key again answers what the first did, and does nothing again", {
            ...{ type: "string", minLength: 1, maxLength: 200 },
          }),
          header("If-Match", 'The ETag of what was read, as `"7"`: refused if the family has moved on since', text),
        ]
      : []),
    ...(name === "events"
      ? [header("Last-Event-ID", "The last position that was read; goes before `after`", text)]
      : []),
  ]
}

/** A command that makes something has made nothing in a dry run. */
function answersOf(operation: Operation, name: OperationName, components: Components) {
  const { kind, status = 200 } = operation
  const answer = answerOf(operation, name, components)
  if (status === 200 || kind !== "command") return { [status]: answer }
  return { 200: { ...answer, description: "In a dry run: what would happen" }, [status]: answer }
}

function answerOf({ as, answer, about }: Operation, name: OperationName, components: Components): object {
  const schema = components.use(answer as Schema)
  const events = { "text/event-stream": { schema: { type: "string" } } }
  const content: Content =
    as === "events"
      ? { "text/event-stream": { schema: { type: "string", description: "Events of type `entry`, each an Entry" } } }
      : as === "file"
        ? { "application/vnd.sqlite3": { schema } }
        : { "application/json": { schema }, ...(name === "backtest" && events) }
  return { description: about, content }
}

/** Statuses any operation may answer, and those that only make sense for some. */
function problemStatusesOf({ rights, parameters, kind }: Operation): readonly number[] {
  const isOpen = rights.includes("everybody")
  const hasPlace = Object.keys(parameters.properties).length > 0
  return [
    ...[400, ...(isOpen ? [] : [401, 403]), ...(hasPlace || kind !== "query" ? [404] : [])],
    ...(kind === "query" ? [] : [409, 413, 415, 422, 423]),
    ...(kind === "command" ? [412] : []),
    ...[429, 500, 503],
  ]
}

function problemsOf(operation: Operation): Readonly<Record<string, object>> {
  const told = (name: string | number) => ({ $ref: `#/components/responses/Problem${name}` })
  const statuses = problemStatusesOf(operation).map((status) => [status, told(status)])
  return { ...Object.fromEntries(statuses), default: told("Other") }
}
