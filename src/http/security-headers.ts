import type { FastifyReply, FastifyRequest } from "fastify"

/** What every answer says, so that no browser makes more of it than was meant. Pages loosen the policy for their own style. */
export function secureAnswer(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ ...always, "x-request-id": request.id })
}

const always = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
}

/** The policy of a page that is nothing but text and one style of its own. */
export const pagePolicy = (styleHash: string): string =>
  `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
