import { createHash } from "node:crypto"
import { style } from "./page-style.ts"
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
