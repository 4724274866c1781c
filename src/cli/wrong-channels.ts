import type { WebhookSetting } from "../channels/configured.ts"
import { isSecret } from "../channels/signature.ts"
import { isLetterType, letterTypes } from "../runtime/letters.ts"

/** What is wrong with what somebody says about channels; undefined: nothing. Values are not repeated, as they may be secret. */

export function wrongWebhook(value: unknown): string | undefined {
  const { url, secret, types, name, ...others } = value as Record<string, unknown>
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) return `has no "${unknown}": it takes url, secret, types and name`
  if (!isWeb(url) || hasUser(url)) return "needs a url, as in https://hooks.example/exlet, without a user"
  if (secret !== undefined && (typeof secret !== "string" || !isSecret(secret)))
    return "has a secret that is none: it is a text, or whsec_ and base64 behind it"
  if (name !== undefined && (typeof name !== "string" || name === "")) return "has a name that is no text"
  if (types === undefined) return undefined
  const isRight = Array.isArray(types) && types.every((type) => typeof type === "string" && isLetterType(type))
  return isRight ? undefined : `has types of which one is none: there are ${letterTypes.join(", ")}`
}

export function wrongSmtp(value: unknown): string | undefined {
  const url = URL.parse(String(value))
  return url?.protocol === "smtp:" || url?.protocol === "smtps:" ? undefined : "begins with smtp:// or smtps://"
}

export function wrongSender(value: unknown): string | undefined {
  return /^([^<>]*<)?[^\s@<>]+@[^\s@<>]+>?$/.test(String(value))
    ? undefined
    : "is an address, as in Exlet <exlet@mail.example>"
}

/** What is wrong with them together: what waits for a channel is known by its name. */
export function wrongTogether(webhooks: readonly WebhookSetting[], smtp: unknown): string | undefined {
  const names = [...webhooks.map(({ name, url }) => name ?? url), ...(smtp === undefined ? [] : ["mail"])]
  const isTwice = new Set(names).size < names.length
  return isTwice
    ? "webhooks has two that are called alike: give each a name of its own, and none the name mail"
    : undefined
}

export function wrongAddress(value: unknown): string | undefined {
  return isWeb(value) ? undefined : "begins with https:// or http://"
}

function isWeb(value: unknown): value is string {
  const url = typeof value === "string" ? URL.parse(value) : null
  return url?.protocol === "https:" || url?.protocol === "http:"
}

const hasUser = (url: string): boolean => URL.parse(url)?.username !== ""
