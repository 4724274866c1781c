import { createHash } from "node:crypto"
import { pagePolicy } from "./security-headers.ts"

/** Text that is safe to stand in HTML. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** HTML with values in it, which are escaped unless they are HTML themselves. */
export function html(parts: TemplateStringsArray, ...values: readonly Piece[]): Html {
  return new Html(parts.map((part, index) => part + (index < values.length ? textOf(values[index]) : "")).join(""))
}

type Piece = Html | string | number | undefined | readonly (Html | string)[]

function textOf(piece: Piece): string {
  if (piece === undefined) return ""
  if (piece instanceof Html) return piece.text
  if (typeof piece === "object") return piece.map(textOf).join("")
  return escaped(String(piece))
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** A text in which people write `code` between backticks. */
export function prose(text: string): Html {
  const parts = text.split("`").map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))
  return html`${parts}`
}

export interface Page {
  readonly text: string
  /** The Content-Security-Policy it goes with. */
  readonly policy: string
}

/** A page that needs no script. */
export function pageOf(title: string, body: Html): Page {
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
${body}
</body>
</html>
`
  return { text, policy: pagePolicy(createHash("sha256").update(style).digest("base64")) }
}

const style = `
:root { color-scheme: light dark; --ink: #1c1e21; --soft: #5b6168; --line: #d9dde2; --back: #fff; --box: #f5f6f8; --link: #0b57a4 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e8ea; --soft: #9aa2ab; --line: #33383e; --back: #16181b; --box: #1f2226; --link: #7ab7f5 }
}
* { box-sizing: border-box }
html { scroll-behavior: smooth }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--back) }
.whole { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 80rem; margin: 0 auto }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.5rem 1rem; border-right: 1px solid var(--line); font-size: .875rem }
nav ul { list-style: none; margin: 0 0 1rem; padding: 0 }
nav b { display: block; margin-top: .5rem }
main { padding: 1.5rem 2rem 6rem; max-width: 60rem }
.alone { margin: 0 auto }
a { color: var(--link); text-decoration: none }
a:hover { text-decoration: underline }
h1 { font-size: 1.75rem; line-height: 1.2 }
h2 { margin-top: 3rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line) }
h3 { margin: 2.5rem 0 .25rem; font-size: 1.1rem }
h4 { margin: 1.25rem 0 .25rem; font-size: .8125rem; color: var(--soft); text-transform: uppercase; letter-spacing: .04em }
code, pre { font: .875em/1.5 ui-monospace, monospace }
code { background: var(--box); padding: .1em .3em; border-radius: 3px }
pre { background: var(--box); padding: .75rem 1rem; border-radius: 6px; overflow: auto }
pre code { padding: 0 }
.route { margin: 0; color: var(--soft) }
.method { font-weight: 600; color: var(--ink) }
.who { color: var(--soft); font-size: .875rem }
table { border-collapse: collapse; width: 100%; font-size: .9rem }
td, th { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line) }
td:first-child { white-space: nowrap }
:target { scroll-margin-top: 1rem }
tr:target { background: var(--box) }
@media (max-width: 50rem) {
  .whole { display: block }
  nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line) }
  main { padding: 1rem }
  td:first-child { white-space: normal }
}
`
