import { Validator } from "@seriousme/openapi-schema-validator"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { operations } from "../../src/api/operations.ts"
import { basePath, targetOf } from "../../src/api/routes.ts"
import { asJson, inputOf, operationNames, requestOf } from "../http/calls.ts"
import { type Documented, documentedOperation, documentOf, undocumented } from "../http/documented.ts"
import { furnish, ghostOf, type House, houses, staff } from "../http/house.ts"
import { places } from "../http/seam.ts"
import { openWorld, type World } from "../http/world.ts"

let world: World
let house: House
let document: Documented

beforeAll(async () => {
  world = await openWorld({ bundles: [...houses, { organisation: staff }] })
  house = await furnish("open", world.client())
  document = await documentOf(world)
})
afterAll(() => world.close())

describe("the OpenAPI document", () => {
  test("is a valid OpenAPI 3.1 document", async () => {
    const checked = await new Validator().validate(structuredClone(document) as never)
    expect([checked.valid, checked.errors]).toEqual([true, undefined])
    expect(document.openapi).toMatch(/^3\.1\./)
  })

  test("refers to nothing that is not in it", () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref ?? "")
    const broken = refs.filter((ref) => {
      if (!ref.startsWith("#/")) return true
      const names = ref
        .slice(2)
        .split("/")
        .map((name) => decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~"))
      let at: unknown = document
      for (const name of names) at = (at as Record<string, unknown> | undefined)?.[name]
      return at === undefined
    })
    expect(broken).toEqual([])
  })

  test("has every operation of the table, by its name, and no other", () => {
    const written = Object.values(document.paths).flatMap((path) =>
      Object.entries(path).flatMap(([method, { operationId }]) =>
        ["get", "post", "put", "patch", "delete"].includes(method) ? [operationId ?? `nameless ${method}`] : [],
      ),
    )
    expect(written.sort()).toEqual([...operationNames].sort())
  })

  test.each(operationNames)("has its path, method, parameters, input and answers: %s", (name) => {
    const operation = documentedOperation(document, name) as Written | undefined
    const { method, parameters } = targetOf(name)
    const { input, parameters: inPath, as, status = 200 } = operations[name]
    expect(operation?.operationId).toBe(name)
    const told = operation?.parameters ?? []
    const of = (place: string) => told.filter((one) => one.in === place).map((one) => one.name)
    expect(of("path").sort()).toEqual([...parameters].sort())
    expect(Object.keys(inPath.properties).sort()).toEqual([...parameters].sort())
    if (method === "GET") expect(of("query").sort()).toEqual(Object.keys(input.properties).sort())
    if (method === "POST") expect(Object.keys(operation?.requestBody?.content ?? {})).toContain("application/json")
    const good = Object.keys(operation?.responses[String(status)]?.content ?? {})
    if (as === "events") expect(good).toContain("text/event-stream")
    else if (as !== "file") expect(good).toContain("application/json")
    const refusals = Object.keys(operation?.responses ?? {}).filter((key) => /^[45]|default/.test(key))
    expect(refusals.length).toBeGreaterThan(0)
  })

  test("says how one signs in", () => {
    const { components } = document as unknown as { components: { securitySchemes: Record<string, { type: string }> } }
    const kinds = Object.values(components.securitySchemes).map(({ type }) => type)
    expect(kinds).toContain("http")
  })

  test("says of every answer what it is: good calls and calls of what is not there, of every operation", async () => {
    for (const name of operationNames.filter((one) => operations[one].as === undefined)) {
      const isCommand = operations[name].kind === "command"
      for (const one of [house, ghostOf(house)]) {
        const { method, path, body } = requestOf(name, { ...inputOf(name, one), ...(isCommand && { dryRun: true }) })
        await world.raw(method, path, { headers: asJson, ...(body !== undefined && { body }) })
      }
      const { method, path } = requestOf(name, inputOf(name, house))
      await world.raw(method, `${path.split("?")[0]}?noSuchField=1`, {
        headers: asJson,
        ...(method === "POST" && { body: "7" }),
      })
    }
    const heard = new Set(world.heard.map(({ operation }) => operation))
    expect(operationNames.filter((name) => operations[name].as === undefined && !heard.has(name))).toEqual([])
    expect(await undocumented(world)).toEqual([])
  })

  test("can be browsed: a page that loads nothing from elsewhere", async () => {
    const page = await world.raw("GET", places.reference)
    expect([page.status, String(page.headers["content-type"]).startsWith("text/html")]).toEqual([200, true])
    expect([...page.text.matchAll(/(?:src|href)="(https?:)?\/\/[^"]+"/g)].map(([link]) => link)).toEqual([])
  })

  test("is where the routes begin", () => {
    const isWhole = Object.keys(document.paths).every((path) => path.startsWith(basePath))
    const servers = (document.servers ?? []).map(({ url }) => url)
    expect(isWhole || servers.some((url) => url.endsWith(basePath))).toBe(true)
  })
})

interface Written {
  readonly operationId?: string
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>
}
