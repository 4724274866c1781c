import { curl } from "./curl.ts"
import { type Html, html, type Page, pageOf, prose } from "./html.ts"
import type { OpenApi, OpenApiOperation } from "./openapi.ts"
import { basics, introduction } from "./reference-introduction.ts"
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
  const parts = document.tags.map(({ name, description }) => ({
    name,
    description,
    listed: all.filter(({ operation }) => operation.tags.includes(name)),
  }))
  const shapes = Object.entries(document.components.schemas)
  const contents = contentsOf(parts, Object.keys(document.components.schemas))
  const body = html`<div class="whole">
<nav class="side" aria-label="Contents"><p><a href="/api/docs">Exlet ${document.info.version}</a></p>${contents}</nav>
<main>
<h1>Exlet HTTP API</h1>
${introduction(document.info.description)}
<details class="contents"><summary>Contents</summary><nav aria-label="Contents">${contents}</nav></details>
${basics()}
${parts.map(({ name, description, listed }) => html`<h2 id="${anchorOf(name)}">${name}</h2><p>${prose(description)}</p>${listed.map(described)}`)}
<h2 id="shapes">Shapes</h2>
${shapes.map(([name, schema]) => html`<h3 id="shape-${name}">${name}</h3>${shape(schema)}`)}
</main>
</div>`
  return pageOf("Exlet HTTP API", body)
}

interface Part {
  readonly name: string
  readonly listed: readonly Listed[]
}

function contentsOf(parts: readonly Part[], shapes: readonly string[]): Html {
  const link = (id: string, text: string) => html`<li><a href="#${id}">${text}</a></li>`
  return html`<ul>${link("asking", "Asking")}${link("problems", "Problems")}</ul>${parts.map(
    ({ name, listed }) =>
      html`<b><a href="#${anchorOf(name)}">${name}</a></b><ul>${listed.map(({ operation: { operationId } }) => link(operationId, operationId))}</ul>`,
  )}<b><a href="#shapes">Shapes</a></b><ul>${shapes.map((name) => link(`shape-${name}`, name))}</ul>`
}

const anchorOf = (tag: string): string => `about-${tag.toLowerCase().replaceAll(" ", "-")}`

function described({ method, path, operation }: Listed): Html {
  const { operationId, summary, description, parameters, requestBody, responses, "x-rights": rights } = operation
  const body = requestBody?.content["application/json"]?.schema
  const rows = [
    ...parameters.map((one) => row(one.name, one.schema, one.required, one.in, one.description)),
    ...Object.entries(body?.properties ?? {}).map(([name, schema]) =>
      row(name, schema, body?.required?.includes(name) ?? false, "body", schema.description),
    ),
  ]
  const good = Object.entries(responses).filter(([status]) => status.startsWith("2"))
  return html`<section>
<h3 id="${operationId}"><a href="#${operationId}">${operationId}</a></h3>
<p class="route"><code><span class="method">${method}</span> ${path}</code></p>
<p>${prose(summary)}.${description === undefined ? "" : html` ${prose(description)}`}</p>
<p class="who">${whoMay(rights)}</p>
${rows.length === 0 ? "" : html`<h4>Takes</h4><table><tbody>${rows}</tbody></table>`}
<h4>Gives</h4>
<table class="plain"><tbody>${good.map(([status, answer]) => html`<tr><td>${status}</td><td>${given(answer, good.length > 1)}</td></tr>`)}</tbody></table>
<p class="who">Refused as told under <a href="#problems">Problems</a>.</p>
<h4>Example</h4>
<pre><code>${curl(operationId)}</code></pre>
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

function given(response: object, isOneOfMany: boolean): Html {
  const { content = {}, description = "" } = response as {
    readonly description?: string
    readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
  }
  const parts = Object.entries(content).map(([type, { schema }]) => html`${typeOf(schema)} <code>${type}</code>`)
  const about = isOneOfMany ? html` · ${prose(description)}` : ""
  return html`${parts.flatMap((part, index) => (index === 0 ? [part] : [", or ", part]))}${about}`
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
