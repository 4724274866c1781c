import { Validator } from "@seriousme/openapi-schema-validator"
import { describe, expect, test } from "vitest"
import { operations } from "../../src/api/operations.ts"
import { openApi } from "../../src/http/openapi.ts"
import { openPlace } from "./place.ts"

const document = openApi("1.2.3")
const described = Object.values(document.paths).flatMap((methods) => Object.values(methods))

describe("the OpenAPI document", () => {
  test("[HTTP16] is one, as an independent validator sees it", async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)))
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
  })

  test("[HTTP16] describes every operation by its name, and no other", () => {
    expect(described.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(operations).toSorted())
  })

  test("[HTTP16] tells of a command what it takes, where, and who may", () => {
    const complete = document.paths["/items/{item}/complete"]?.post
    expect(complete).toMatchObject({
      operationId: "completeItem",
      tags: ["Items"],
      parameters: [
        { name: "item", in: "path", required: true },
        { name: "Idempotency-Key", in: "header" },
        { name: "If-Match", in: "header" },
      ],
      requestBody: {
        required: false,
        content: { "application/json": { schema: { properties: { data: { $ref: "#/components/schemas/Data" } } } } },
      },
      "x-rights": ["do"],
    })
    expect(Object.keys(complete?.responses ?? {})).toEqual(
      expect.arrayContaining(["200", "400", "401", "403", "404", "409", "422", "503"]),
    )
  })

  test("[HTTP16] refers to nothing that is not there", () => {
    const text = JSON.stringify(document)
    const named = [...text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)].map(([, kind, name]) => `${kind}/${name}`)
    const there = Object.entries(document.components).flatMap(([kind, parts]) =>
      Object.keys(parts).map((name) => `${kind}/${name}`),
    )
    expect([...new Set(named)].filter((name) => !there.includes(name))).toEqual([])
  })

  test("[HTTP16] has no part that nothing refers to", () => {
    const text = JSON.stringify(document)
    const { schemas, responses } = document.components
    const unused = Object.entries({ schemas, responses }).flatMap(([kind, parts]) =>
      Object.keys(parts).filter((name) => !text.includes(`"#/components/${kind}/${name}"`)),
    )
    expect(unused).toEqual([])
  })

  test("[HTTP16] tells of what makes something both answers: done, and in a dry run", () => {
    const good = (path: string) =>
      Object.keys(document.paths[path]?.post?.responses ?? {}).filter((status) => status.startsWith("2"))
    expect([good("/cases"), good("/keys"), good("/messages")]).toEqual([["200", "201"], ["201"], ["200"]])
  })

  test("[HTTP16] is served to everybody", async () => {
    const { app } = await openPlace()
    const answer = await app.inject({ url: "/api/v1/openapi.json", headers: { authorization: "Bearer nobody" } })
    expect([answer.statusCode, answer.json()]).toEqual([200, JSON.parse(JSON.stringify(document))])
  })
})
