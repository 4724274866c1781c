import { isUtf8 } from "node:buffer"
import type { IncomingHttpHeaders } from "node:http"
import type { Refusal } from "../api/problems.ts"
import { isDeeper } from "./json-depth.ts"
import { invalidRequest } from "./refused.ts"

export type Read = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly rejection: Refusal }

/** What a body says. None at all counts as an empty object. */
export function readBody(bytes: Buffer, contentType: string, deepest: number): Read {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1]
  if (charset !== undefined && charset.toLowerCase() !== "utf-8" && charset.toLowerCase() !== "utf8") {
    return refuse({
      code: "MEDIA_TYPE_UNSUPPORTED",
      message: `the body is said to be in ${charset}; JSON is in UTF-8`,
      remedy: "Send UTF-8, with `Content-Type: application/json`",
    })
  }
  if (bytes.length === 0) return { ok: true, value: {} }
  if (!isUtf8(bytes)) return refuse(notJson("it is not UTF-8"))
  if (isDeeper(bytes, deepest)) {
    return refuse({
      code: "BODY_TOO_DEEP",
      message: `the body is nested more than ${deepest} levels deep`,
      remedy: "Send flatter data",
    })
  }
  const text = bytes.toString("utf8")
  try {
    const value: unknown = JSON.parse(text)
    const key = suspicious.test(text) ? poisonIn(value) : undefined
    if (key !== undefined) return refuse(invalidRequest(`the body has a key ${key}`, "Call it something else"))
    return { ok: true, value }
  } catch (error) {
    return refuse(notJson(error instanceof Error ? error.message : String(error)))
  }
}

/** Why a body cannot be read: it is said to be packed. */
export function encodingUnsupported(headers: IncomingHttpHeaders): Refusal | undefined {
  const encoding = headers["content-encoding"]
  if (encoding === undefined || encoding.trim().toLowerCase() === "identity") return undefined
  return {
    code: "MEDIA_TYPE_UNSUPPORTED",
    message: "the body has a Content-Encoding, and none is read here",
    remedy: "Send it as it is, without `Content-Encoding`",
  }
}

const refuse = (rejection: Refusal): Read => ({ ok: false, rejection })

const notJson = (why: string): Refusal => ({
  code: "BODY_NOT_JSON",
  message: `the body is not JSON: ${why}`,
  remedy: "Send a JSON object in UTF-8",
})

/** A key may be written with escapes, so any escape of a letter is looked into. */
const suspicious = /__proto__|constructor|\\u00/

/** Keys that would reach the prototype of every object if somebody copied them carelessly. Not recursive deeper than JSON may be nested. */
function poisonIn(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined
  if (Object.hasOwn(value, "__proto__")) return "__proto__"
  for (const [key, inner] of Object.entries(value)) {
    const isObject = typeof inner === "object" && inner !== null
    if (key === "constructor" && isObject && Object.hasOwn(inner, "prototype")) return "constructor.prototype"
    const found = isObject ? poisonIn(inner) : undefined
    if (found !== undefined) return found
  }
  return undefined
}
