import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import { expect, test } from "vitest"
import { basePath, type OperationName, targetOf } from "../../src/api/routes.ts"
import { places } from "./seam.ts"
import type { Heard, World } from "./world.ts"

/** What is read of an OpenAPI document here. */
export interface Documented {
  readonly openapi: string
  readonly servers?: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>
  readonly components?: { readonly schemas?: Readonly<Record<string, unknown>> }
}

export interface DocumentedOperation {
  readonly operationId?: string
  readonly responses: Readonly<Record<string, DocumentedAnswer>>
}

interface DocumentedAnswer {
  readonly $ref?: string
  readonly content?: Readonly<Record<string, { readonly schema?: unknown }>>
}

export async function documentOf(world: World): Promise<Documented> {
  const got = await world.raw("GET", places.openapi)
  expect(got.status).toBe(200)
  return got.json as Documented
}

/** Paths may be written from the root, or from what `servers` says. */
export function documentedOperation(document: Documented, name: OperationName): DocumentedOperation | undefined {
  const { method, path } = targetOf(name)
  const written = path.replace(/:(\w+)/g, "{$1}")
  const at = document.paths[basePath + written] ?? document.paths[written]
  return at?.[method.toLowerCase()]
}

/** What came back during the tests of a file is what the document says comes back. Stands last in the file. */
export function answersAreDocumented(world: () => World): void {
  test("every answer that came back is as the OpenAPI document says", async () => {
    expect(await undocumented(world())).toEqual([])
  })
}

export async function undocumented(world: World): Promise<readonly string[]> {
  const document = await documentOf(world)
  const reader = new Reader(document)
  return [...new Set(world.heard.flatMap((heard) => reader.whatIsWrongWith(heard)))]
}

class Reader {
  readonly #document: Documented
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false })
  readonly #compiled = new Map<string, ValidateFunction | undefined>()

  constructor(document: Documented) {
    this.#document = document
    this.#ajv.addSchema(document, "document")
  }

  whatIsWrongWith({ operation, status, type, body }: Heard): readonly string[] {
    const about = `${operation} ${status}`
    const [name, validate] = this.#schemaOf(operation, status, type.split(";")[0]?.trim() ?? "")
    if (name === undefined) return [`${about} ${type} is not in the document`]
    if (validate === undefined || validate(body)) return []
    return [`${about}: ${this.#ajv.errorsText(validate.errors)}`]
  }

  /** By reference, so that what the schema refers to is found in the document. */
  #schemaOf(
    operation: OperationName,
    status: number,
    type: string,
  ): [string | undefined, ValidateFunction | undefined] {
    const answers = documentedOperation(this.#document, operation)?.responses ?? {}
    const range = `${Math.floor(status / 100)}XX`
    const key = [String(status), range, "default"].find((candidate) => answers[candidate] !== undefined)
    if (key === undefined) return [undefined, undefined]
    const { method, path } = targetOf(operation)
    const written = path.replace(/:(\w+)/g, "{$1}")
    const at = this.#document.paths[basePath + written] === undefined ? written : basePath + written
    const answer = answers[key]
    const place = answer?.$ref ?? `#/paths/${escaped(at)}/${method.toLowerCase()}/responses/${key}`
    const content = (answer?.$ref ? (this.#find(answer.$ref) as DocumentedAnswer) : answer)?.content
    if (content?.[type] === undefined) return [undefined, undefined]
    if (content[type].schema === undefined) return [key, undefined]
    const ref = `document${place}/content/${escaped(type)}/schema`
    if (!this.#compiled.has(ref)) this.#compiled.set(ref, this.#ajv.compile({ $ref: ref }))
    return [key, this.#compiled.get(ref)]
  }

  #find(ref: string): unknown {
    return ref
      .slice(2)
      .split("/")
      .reduce<unknown>((value, name) => (value as Record<string, unknown>)[unescaped(name)], this.#document)
  }
}

const escaped = (name: string): string => encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"))
const unescaped = (name: string): string => decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~")
