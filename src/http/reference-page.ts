import { basePath } from "../api/routes.ts"
import { type Html, html, type Page, pageOf, prose } from "./html.ts"
import type { OpenApi, OpenApiOperation } from "./openapi.ts"
import { inWords, type Schema } from "./schema.ts"

interface Listed {
  readonly method: string
  readonly path: string
  readonly operation: OpenApiOperation
}

/** The API as a page to read, from its OpenAPI document. */
export function referencePage(document: OpenApi): Page {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Listed => ({ method: method.toUpperCase(), path, operation })),
  )
  const byTag = document.tags.map(({ name }) => ({
    name,
    listed: all.filter(({ operation }) => operation.tags.includes(name)),
  }))
  const body = html`<div class="whole">
<nav aria-label="Contents">
<a href="/api/docs">Exlet ${document.info.version}</a>
<ul>${byTag.map(
    ({ name, listed }) =>
      html`<li><b>${name}</b><ul>${listed.map(({ operation: { operationId } }) => html`<li><a href="#${operationId}">${operationId}</a></li>`)}</ul></li>`,
  )}
<li><b>Shapes</b><ul>${Object.keys(document.components.schemas).map((name) => html`<li><a href="#shape-${name}">${name}</a></li>`)}</ul></li>
</ul>
</nav>
<main>
<h1>Exlet HTTP API</h1>
<p>${prose(document.info.description)}</p>
<p>All paths are under <code>${basePath}</code>. The same as <a href="${basePath}/openapi.json">OpenAPI 3.1</a>; all <a href="/docs/errors">error codes</a>.</p>
${byTag.map(({ name, listed }) => html`<h2>${name}</h2>${listed.map(described)}`)}
<h2>Shapes</h2>
${Object.entries(document.components.schemas).map(([name, schema]) => html`<h3 id="shape-${name}">${name}</h3>${shape(schema)}`)}
</main>
</div>`
  return pageOf("Exlet HTTP API", body)
}

function described({ method, path, operation }: Listed): Html {
  const { operationId, summary, description, parameters, requestBody, responses, "x-rights": rights } = operation
  const body = requestBody?.content["application/json"]?.schema
  const rows = [
    ...parameters.map((one) => row(one.name, one.schema, one.required, one.in, one.description)),
    ...Object.entries(body?.properties ?? {}).map(([name, schema]) =>
      row(name, schema, body?.required?.includes(name) ?? false, "body", schema.description),
    ),
  ]
  const statuses = Object.keys(responses)
  return html`<section>
<h3 id="${operationId}"><a href="#${operationId}">${operationId}</a></h3>
<p class="route"><code><span class="method">${method}</span> ${path}</code></p>
<p>${prose(summary)}.${description === undefined ? "" : html` ${prose(description)}`}</p>
<p class="who">${whoMay(rights)}</p>
${rows.length === 0 ? "" : html`<h4>Takes</h4><table><tbody>${rows}</tbody></table>`}
<h4>Gives</h4>
<table><tbody>${statuses.map((status) => html`<tr><td>${status}</td><td>${given(responses[status])}</td></tr>`)}</tbody></table>
<h4>Example</h4>
<pre><code>${curl(method, path, body)}</code></pre>
</section>
`
}

function row(name: string, schema: Schema, isRequired: boolean, where: string, about?: string): Html {
  return html`<tr><td><code>${name}</code></td><td>${typeOf(schema)}${isRequired ? ", required" : ""}</td><td>${where}</td><td>${about === undefined ? "" : prose(about)}</td></tr>`
}

function whoMay(rights: readonly string[]): string {
  if (rights.includes("everybody")) return "Open to everybody."
  if (rights.includes("anybody")) return "For whoever is signed in."
  return `Takes the right to ${rights.join(" or to ")}.`
}

function given(response: object | undefined): Html {
  const { $ref, content = {} } = (response ?? {}) as {
    readonly $ref?: string
    readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
  }
  if ($ref !== undefined) return html`<a href="/docs/errors">a problem</a>`
  const parts = Object.entries(content).map(([type, { schema }]) => html`${typeOf(schema)} <code>${type}</code>`)
  return html`${parts.flatMap((part, index) => (index === 0 ? [part] : [", or ", part]))}`
}

function shape(schema: Schema): Html {
  const { description, properties, required = [] } = schema
  const rows = Object.entries(properties ?? {}).map(
    ([name, one]) =>
      html`<tr><td><code>${name}</code></td><td>${typeOf(one)}${required.includes(name) ? "" : ", may be missing"}</td><td>${one.description === undefined ? "" : prose(one.description)}</td></tr>`,
  )
  return html`${description === undefined ? "" : html`<p>${prose(description)}</p>`}${rows.length === 0 ? html`<p>${inWords(schema)}</p>` : html`<table><tbody>${rows}</tbody></table>`}`
}

function typeOf(schema: Schema): Html {
  const { $ref } = schema as { readonly $ref?: string }
  const name = $ref?.split("/").at(-1)
  if (name !== undefined) return html`<a href="#shape-${name}">${name}</a>`
  if (schema.type === "array" && schema.items) return html`a list of ${typeOf(schema.items)}`
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return html`${variants.flatMap((one, index) => (index === 0 ? [typeOf(one)] : [" or ", typeOf(one)]))}`
  return html`${inWords(schema)}`
}

function curl(method: string, path: string, body: Schema | undefined): string {
  const url = `$EXLET${basePath}${path.replace(/\{(\w+)\}/g, "$$$1")}`
  const first = `curl ${method === "POST" ? "-X POST " : ""}-H "Authorization: Bearer $KEY" "${url}"`
  if (method === "GET") return first
  const needed = Object.fromEntries(
    (body?.required ?? []).map((name) => [name, sample(body?.properties?.[name] ?? {})]),
  )
  return `${first} \\\n  -H "Content-Type: application/json" -d '${JSON.stringify(needed)}'`
}

function sample(schema: Schema): unknown {
  switch (schema.type) {
    case "string":
      return schema.enum?.[0] ?? "…"
    case "integer":
    case "number":
      return schema.minimum ?? 1
    case "boolean":
      return true
    case "array":
      return []
    default:
      return {}
  }
}
