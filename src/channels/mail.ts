import { createHash } from "node:crypto"
import { createTransport } from "nodemailer"
import type { Addressed, Channel } from "../runtime/channel.ts"

export interface MailOptions {
  /** `smtp://user:password@host:587`, or `smtps://…`. */
  readonly smtp: string
  readonly from: string
  /** Where this system can be looked at: letters link to it. */
  readonly publicUrl?: string
  /** Milliseconds a mail server may take to connect, to greet, or to say anything; 10,000 unless set. */
  readonly timeout?: number
  readonly tries?: number
}

/** Plain text to the address an agent has among his attributes, as `email`. Who has none is not written to. */
export function mail(options: MailOptions): Channel {
  const { smtp, from, publicUrl, tries, timeout = 10_000 } = options
  const transport = createTransport({
    url: smtp,
    pool: true,
    maxConnections: 4,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    name: "mail",
    isPersonal: true,
    ...(tries !== undefined && { tries }),
    async carry(letter) {
      const address = letter.attributes?.email
      if (typeof address !== "string" || !isAddress.test(address)) return { as: "unaddressed" }
      try {
        await transport.sendMail({
          from,
          to: { name: "", address },
          subject: subjectOf(letter),
          text: linesOf(letter, publicUrl).join("\n"),
          date: new Date(letter.at),
          messageId: messageId(letter),
          headers: { "auto-submitted": "auto-generated", "x-exlet-id": letter.id },
        })
        return { as: "delivered" }
      } catch (error) {
        const code = error instanceof Error && "responseCode" in error ? error.responseCode : undefined
        const message = error instanceof Error ? error.message : String(error)
        // 5xx of the address itself: it will not be another tomorrow.
        return { as: "failed", message, ...(code === 550 && { isFinal: true }) }
      }
    },
    close: () => transport.close(),
  }
}

/** One address and nothing else: no list, no name, no second line. */
const isAddress = /^[^\s@<>,;:"()[\]\\]{1,64}@[^\s@<>,;:"()[\]\\]{1,255}$/

function subjectOf({ text, more }: Addressed): string {
  const [line = ""] = text.split(/[\r\n]/)
  const short = line.length > longestSubject ? `${line.slice(0, longestSubject - 1)}…` : line
  return more === undefined ? short : `${short} (and ${more} more like it)`
}

const longestSubject = 120

function linesOf({ text, more, process, case: of, about, type }: Addressed, publicUrl: string | undefined) {
  const isQuestion = type.startsWith("exlet.intervention.")
  return [
    text,
    ...(more === undefined ? [] : ["", `There are ${more} more like it.`]),
    "",
    `Process: ${process}`,
    `Case: ${of}`,
    ...(isQuestion && about !== undefined ? [`Question: ${about}`] : []),
    ...(publicUrl === undefined ? [] : ["", linkTo(publicUrl, isQuestion ? about : undefined, of)]),
    "",
  ]
}

function linkTo(publicUrl: string, intervention: string | undefined, of: string): string {
  const base = publicUrl.endsWith("/") ? publicUrl.slice(0, -1) : publicUrl
  const path = intervention === undefined ? `cases/${of}` : `interventions/${intervention}`
  return `${base}/api/v1/${path}`
}

/** The same however often it is sent, so that a mailbox can tell. */
function messageId({ id, agent }: Addressed): string {
  const unique = createHash("sha256")
    .update(`${id} ${agent ?? ""}`)
    .digest("hex")
    .slice(0, 32)
  return `<${unique}@exlet>`
}
