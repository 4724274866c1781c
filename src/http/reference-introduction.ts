import { codesOf, problemStatuses } from "../api/problems.ts"
import { basePath } from "../api/routes.ts"
import { type Html, html, prose } from "./html.ts"

/** What one needs to know before any of the verbs: how to ask, and what comes back when something is refused. */
export function introduction(description: string): Html {
  return html`<p class="lead">${prose(description)}</p>
<p>All paths are under <code>${basePath}</code>. The same as <a href="${basePath}/openapi.json">OpenAPI 3.1</a>; all <a href="/docs/errors">error codes</a>.</p>`
}

/** The parts that follow the contents. */
export function basics(): Html {
  return html`<h2 id="asking">Asking</h2>
<p>The examples can be pasted into a shell that knows where the server is and who asks. Ids in them are made up: put those of your own cases and items there.</p>
<pre><code>export EXLET=http://127.0.0.1:7400   # where the server is
export KEY=exlet_…                   # an API key, or a token of your issuer
curl "$EXLET${basePath}/me" -H "Authorization: Bearer $KEY"</code></pre>
<dl>${topics.map(([title, text]) => html`<dt>${title}</dt><dd>${prose(text)}</dd>`)}</dl>
<h2 id="problems">Problems</h2>
<p>${prose(problems)}</p>
<table class="plain"><tbody>${problemStatuses.map(problemRow)}</tbody></table>`
}

const topics: readonly (readonly [title: string, text: string])[] = [
  [
    "Signing in",
    "A key goes with every call, as `Authorization: Bearer …`. The first is made beside the server with `exlet keys create ann --store exlet.db`, further ones with `createKey`. `exlet dev` needs none: leave the header away there. A browser begins a session with `signIn`: the cookie says who asks, and everything but a `GET` needs the `csrf` that `signIn` and `me` answer, as `X-CSRF-Token`.",
  ],
  ["Acting as somebody", "`Exlet-As: bob`: for administrators, and for everybody on a development server."],
  [
    "Why, and whether",
    "Every command takes a `reason`, which is kept with what happens, and `dryRun: true`, which answers what would happen, or why it would be refused, and does nothing.",
  ],
  [
    "Once only",
    "`Idempotency-Key: …` makes a command safe to repeat: the same key again within a day answers what the first did. `If-Match` with the `ETag` of what you have read refuses a command when something has happened since.",
  ],
  [
    "Lists",
    "Lists give `rows`, at most `limit` of them, and `next` where there may be more: give it as `after` to get the next page.",
  ],
  ["Moments", "Milliseconds since 1970. Where people write them, ISO 8601 is taken too."],
]

const problems =
  "Whatever is refused or fails answers `application/problem+json` (RFC 9457) and has changed nothing unless the status is 500 or 503. `code` is stable, `detail` says what happened, `remedy` what to do next; `fields` and `findings` say it of each field and place. Any verb may answer these:"

function problemRow(status: number): Html {
  const links = codesOf(status).map((code) => html`<a href="/docs/errors#${code}"><code>${code}</code></a> `)
  return html`<tr><td>${status}</td><td class="codes">${links}</td></tr>\n`
}
