import { quoted } from "../../model/names.ts"

/** Something wrong with the text as XML, and the offset where. */
export interface Mistake {
  readonly code: string
  readonly at: number
  readonly message: string
  readonly remedy: string
}

/** What was under way when the parser found something wrong. */
export interface UnderWay {
  /** What the text never closes. */
  readonly open: { readonly name: string; readonly at: number } | undefined
  /** What had to be closed for the sake of what is around it. */
  readonly closed: string
}

/** What the parser says about the place it has come to, in words that say what to do. */
export function mistakeOf(
  said: string,
  text: string,
  position: number,
  { open, closed }: UnderWay,
): Mistake & { readonly isSyntax: boolean } {
  const before = Math.max(0, position - 1)
  if (said === "undefined entity.") {
    const at = Math.max(0, text.lastIndexOf("&", before))
    const message = `There is no entity ${quoted(text.slice(at, position))}: none can be declared.`
    const remedy = "Write the text itself; XML has &lt; &gt; &amp; &quot; &apos; and numbers such as &#8712; by itself."
    return { code: "ENTITY_REFUSED", at, message, remedy, isSyntax: false }
  }
  const syntax = (at: number, message: string, remedy: string) =>
    ({ code: "BAD_SYNTAX", at, message, remedy, isSyntax: true }) as const
  if (open)
    return syntax(
      open.at,
      `The element '${open.name}' is never closed.`,
      `Write '</${open.name}>', or '/>' at its end.`,
    )
  const isTooEarly = said === "unexpected close tag."
  if (!isTooEarly && !said.startsWith("unmatched closing tag"))
    return syntax(before, sentence(said), "Correct the XML here.")
  const at = Math.max(0, text.lastIndexOf("</", before))
  const tag = quoted(text.slice(at, position))
  return isTooEarly
    ? syntax(at, `${tag} stands here, but '${closed}' is not closed yet.`, `Write '</${closed}>' first.`)
    : syntax(at, `${tag} closes nothing that is open here.`, "Take it out, or open the element before.")
}

function sentence(said: string): string {
  const text = `${said.slice(0, 1).toUpperCase()}${said.slice(1)}`
  return /[.!?]$/.test(text) ? text : `${text}.`
}
