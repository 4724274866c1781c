import { STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import { problemOf, type Refusal } from "../api/problems.ts"
import { invalidRequest } from "./refused.ts"

/** Answers what never became a request: too slow, too large, or not HTTP. */
export function answerBroken(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable || isBeingAnswered(socket)) {
    socket.destroy()
    return
  }
  const problem = problemOf(refusalOf(error.code))
  const body = JSON.stringify(problem)
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ""}`,
    "Content-Type: application/problem+json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Cache-Control: no-store",
    "X-Content-Type-Options: nosniff",
    "Connection: close",
  ]
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy())
}

/** Whatever is written then would stand in the middle of an answer. Node keeps the answer there, and nowhere else. */
function isBeingAnswered(socket: Socket): boolean {
  const { _httpMessage: answer } = socket as Socket & {
    readonly _httpMessage?: { readonly headersSent: boolean } | null
  }
  return answer?.headersSent === true
}

function refusalOf(code: string | undefined): Refusal {
  switch (code) {
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return {
        code: "REQUEST_TOO_SLOW",
        message: "the request did not come in time",
        remedy: "Send headers and body without pauses",
      }
    case "HPE_HEADER_OVERFLOW":
      return {
        code: "HEADERS_TOO_LARGE",
        message: "the address and headers are larger than the server takes",
        remedy: "Send less in the headers",
      }
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return { code: "BODY_TOO_LARGE", message: "the chunks have too many extensions", remedy: "Send none" }
    default:
      return invalidRequest("what came is not HTTP", "Send HTTP/1.1")
  }
}
