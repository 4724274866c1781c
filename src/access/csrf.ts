import { createHmac, timingSafeEqual } from "node:crypto"

/**
 * What a page sends along with every change, to show that it can read what the server gave it; other sites' pages cannot. It
 * follows from the session's secret, so nothing more is kept, and does not betray it.
 */
export function csrfToken(sessionSecret: string): string {
  return createHmac("sha256", sessionSecret).update("exlet csrf").digest("base64url")
}

export function isCsrfToken(sessionSecret: string, given: string | undefined): boolean {
  const expected = Buffer.from(csrfToken(sessionSecret))
  const found = Buffer.from(given ?? "")
  return found.length === expected.length && timingSafeEqual(found, expected)
}
