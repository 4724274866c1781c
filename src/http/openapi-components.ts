import type { Schema } from "./schema.ts"

/** The named parts of an OpenAPI document: every schema with a `title`, written once and referred to. */
export class Components {
  readonly #named = new Map<string, Schema>()
  readonly #sources = new Map<string, string>()

  /** A reference if the schema has a title, else the schema itself with its parts referred to. */
  use(schema: Schema): Schema {
    const { title } = schema
    if (title === undefined) return this.inline(schema)
    const source = JSON.stringify(schema)
    const known = this.#sources.get(title)
    if (known !== undefined && known !== source) throw new Error(`two schemas are called ${title}`)
    if (known === undefined) {
      this.#sources.set(title, source)
      this.#named.set(title, this.inline(schema))
    }
    return { $ref: `#/components/schemas/${title}` } as Schema
  }

  /** The schema as it is, with its parts referred to. */
  inline(schema: Schema): Schema {
    const { properties, patternProperties, items, anyOf, oneOf, additionalProperties } = schema
    return {
      ...(JSON.parse(JSON.stringify(schema)) as Schema),
      ...(properties && { properties: this.#each(properties) }),
      ...(patternProperties && { patternProperties: this.#each(patternProperties) }),
      ...(items && { items: this.use(items) }),
      ...(anyOf && { anyOf: anyOf.map((one) => this.use(one)) }),
      ...(oneOf && { oneOf: oneOf.map((one) => this.use(one)) }),
      ...(typeof additionalProperties === "object" && { additionalProperties: this.use(additionalProperties) }),
    }
  }

  /** By name, in the order of the alphabet. */
  all(): Readonly<Record<string, Schema>> {
    return Object.fromEntries([...this.#named].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }

  #each(schemas: Readonly<Record<string, Schema>>): Readonly<Record<string, Schema>> {
    return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, this.use(schema)]))
  }
}
