import type { FastifyError, FastifyReply, FastifyRequest } from "fastify"
import { problemOf, type Refusal, statusOf } from "../api/problems.ts"
import { storeRefusal } from "../runtime/refusals.ts"
import { StoreError } from "../store/error.ts"
import { invalidRequest, Refused } from "./refused.ts"
import { secureAnswer } from "./security-headers.ts"

/** Answers with a refusal as RFC 9457 writes it. */
export function answerProblem(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const status = statusOf(refusal.code)
  if (request.visit) request.visit.code = refusal.code
  // Without this header most clients would not ask for a key.
  if (status === 401) reply.header("www-authenticate", 'Bearer realm="exlet"')
  if ((status === 429 || status === 503) && !reply.hasHeader("retry-after")) reply.header("retry-after", "1")
  return reply
    .code(status)
    .header("content-type", "application/problem+json")
    .send(JSON.stringify(problemOf(refusal, request.id)))
}

/** Whatever was thrown on the way, Fastify's own errors included. What nobody expected is a bug: told by its number only, and logged. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  secureAnswer(request, reply)
  if (error instanceof StoreError) request.log.error({ err: error }, "the store failed")
  const refusal = refusalOfError(error)
  if (refusal !== undefined) {
    // The rest of the body is read and dropped, so that whoever is still sending it gets to see the answer.
    reply.removeHeader("connection")
    return answerProblem(request, reply, refusal)
  }
  request.log.error({ err: error }, "the door failed")
  return answerProblem(request, reply, {
    code: "DOOR_FAILED",
    message: `something is wrong with the server itself; the log tells more about request ${request.id}`,
    remedy: "Try again; if it lasts, tell whoever runs the server the number of the request",
  })
}

function refusalOfError(error: FastifyError): Refusal | undefined {
  if (error instanceof Refused) return error.refusal
  if (error instanceof StoreError) return storeRefusal(error)
  // No text can be that long; what would have been written is there all the same.
  if (error instanceof RangeError && error.message === "Invalid string length") return answerTooLarge
  switch (error.code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return {
        code: "BODY_TOO_LARGE",
        message: "the body is larger than this operation takes",
        remedy: "Send less at a time",
      }
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return {
        code: "MEDIA_TYPE_UNSUPPORTED",
        message: "the body is not said to be JSON",
        remedy: "Send JSON, with `Content-Type: application/json`",
      }
    case "FST_ERR_CTP_INVALID_CONTENT_LENGTH":
      return invalidRequest("the body has another length than its header says", "Send the whole body")
    case "FST_ERR_BAD_URL":
      return invalidRequest("the address has a part that is no valid percent encoding", "Encode it as UTF-8")
    case "FST_ERR_MAX_PARAM_LENGTH":
      return addressTooLong
    case "ECONNRESET":
      return invalidRequest("the request broke off", "Send it again")
    default:
      return undefined
  }
}

const answerTooLarge: Refusal = {
  code: "ANSWER_TOO_LARGE",
  message: "the answer would be larger than anything that can be sent",
  remedy: "Ask for less: a page instead of all, or the parts instead of the whole",
}

export const addressTooLong: Refusal = {
  code: "ADDRESS_TOO_LONG",
  message: "the address, or a part of it, is longer than anything that could be there",
  remedy: "Send less in the address",
}
