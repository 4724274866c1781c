import type { FieldProblem, Rejection } from "../messages/rejections.ts"
import { RIGHTS } from "../model/organisation.ts"

/** What is refused to somebody before it is known who he is, or because of how he came. No secret is ever told back. */

export function notSignedIn(message: string, remedy = "Sign in again, or ask an administrator for a key"): Rejection {
  return { code: "NOT_SIGNED_IN", message, remedy }
}

export function signInUnavailable(message: string): Rejection {
  return { code: "SIGN_IN_UNAVAILABLE", message, remedy: "Try again in a moment; if it lasts, tell an administrator" }
}

export const csrfMissing: Rejection = {
  code: "CSRF_MISSING",
  message: "a change asked for by a browser came without the token of its session, or with another's",
  remedy: "Send the token the session was begun with in the X-Csrf-Token header; load the page again",
}

export function originForeign(message: string): Rejection {
  return { code: "ORIGIN_FOREIGN", message, remedy: "Open the page at the server's own address" }
}

export function keyNotFound(id: string): Rejection {
  return { code: "KEY_NOT_FOUND", message: `there is no key ${id}`, remedy: "Look its id up in the list of keys" }
}

export function keyNotLive(id: string): Rejection {
  return { code: "KEY_NOT_LIVE", message: `key ${id} is revoked or has expired`, remedy: "Create another" }
}

export function scopeInvalid(message: string): Rejection {
  return { code: "SCOPE_INVALID", message, remedy: `Rights are ${RIGHTS.join(", ")}; processes go by their names` }
}

export function wrongField(field: string, code: string, message: string, remedy: string): Rejection {
  const fields: readonly FieldProblem[] = [{ field, code, message }]
  return { code: "DATA_INVALID", message: `${field}: ${message}`, remedy, fields }
}
