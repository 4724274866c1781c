import { createHash } from "node:crypto"
import type { Addressed, Carried, Channel } from "../runtime/channel.ts"
import type { LetterType } from "../runtime/letters.ts"
import { cloudEvent } from "./cloud-event.ts"
import { isSecret, signature } from "./signature.ts"

export interface WebhookOptions {
  readonly name?: string
  /** Where letters are posted: nowhere else, whatever is answered there. */
  readonly url: string
  /** Both sides know it: `whsec_` and base64, or any text. Without one, letters are not signed. */
  readonly secret?: string
  readonly types?: readonly LetterType[]
  /** Where this system can be looked at: the `source` of the events. */
  readonly publicUrl?: string
  /** Milliseconds within which it must be answered; 10,000 unless set. */
  readonly timeout?: number
  readonly tries?: number
}

/** Posts letters as CloudEvents, signed as Standard Webhooks says. Whatever is answered but 2xx is a failure; 410 is the last one. */
export function webhook(options: WebhookOptions): Channel {
  const { url, secret, types, tries, timeout = 10_000 } = options
  const target = new URL(url)
  const isPlain = target.username === "" && target.password === ""
  if (!isPlain || (target.protocol !== "https:" && target.protocol !== "http:"))
    throw new TypeError("a webhook is an http or https address without a user")
  if (secret !== undefined && !isSecret(secret))
    throw new TypeError("a webhook's secret is a text, or whsec_ and base64 behind it")
  return {
    name: options.name ?? nameOf(target),
    ...(types && { types }),
    ...(tries !== undefined && { tries }),
    async carry(letter, signal) {
      const body = JSON.stringify(cloudEvent(letter, options.publicUrl))
      const headers = headersOf(letter, body, secret)
      const within = AbortSignal.any([signal, AbortSignal.timeout(timeout)])
      try {
        const answer = await fetch(target, { method: "POST", headers, body, redirect: "manual", signal: within })
        // Nobody reads what else is answered, however much it is.
        await answer.body?.cancel()
        return outcomeOf(answer.status)
      } catch (error) {
        return { as: "failed", message: reasonOf(error, timeout) }
      }
    },
  }
}

/** Names are shown to everybody who looks after the server, and an address may hold a secret. */
function nameOf({ host, href }: URL): string {
  return `webhook-${host}-${createHash("sha256").update(href).digest("hex").slice(0, 6)}`
}

function headersOf({ id }: Addressed, body: string, secret: string | undefined): Readonly<Record<string, string>> {
  const seconds = Math.floor(Date.now() / 1000)
  return {
    "content-type": "application/cloudevents+json",
    "user-agent": "exlet",
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    ...(secret !== undefined && { "webhook-signature": signature(secret, id, seconds, body) }),
  }
}

function outcomeOf(status: number): Carried {
  if (status >= 200 && status < 300) return { as: "delivered" }
  const message =
    status >= 300 && status < 400 ? `answered ${status}: redirects are not followed` : `answered ${status}`
  return { as: "failed", message, ...(status === 410 && { isFinal: true }) }
}

/** What `fetch` throws says little; its cause says more. */
function reasonOf(error: unknown, timeout: number): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === "TimeoutError") return `not answered within ${timeout} ms`
  const { cause } = error
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : undefined
  return code ?? (cause instanceof Error ? cause.message : error.message)
}
