import type { FastifyReply, FastifyRequest } from "fastify"
import { csrfToken } from "../access/csrf.ts"
import { Desk } from "../access/desk.ts"
import type { Principal } from "../access/principal.ts"
import { cookieText, sessionIn } from "../access/session-cookie.ts"
import type { Asked } from "./asked.ts"
import type { Door } from "./door.ts"
import { answerProblem } from "./problem-answers.ts"

/** Begins a session with the key or token that came along; the browser keeps it out of the reach of scripts. */
export async function answerSignIn({ door, request, reply, asking }: Asked): Promise<FastifyReply> {
  const { browsers } = door
  if (browsers === undefined) return answerProblem(request, reply, noSessions)
  const { principal, engine } = asking.desk
  const begun = await browsers.sessions.beginSession(principal)
  if (!begun.ok) return answerProblem(request, reply, begun.rejection)
  const { secret, csrf, expiresAt } = begun.value
  const desk = new Desk(engine, { ...principal, by: "session" })
  const me = await door.handlers.me({}, { ...asking, desk, csrf })
  if (!me.ok) return answerProblem(request, reply, me.rejection)
  return reply
    .header("set-cookie", cookieText(browsers.cookie, secret, expiresAt))
    .header("content-type", "application/json")
    .send(JSON.stringify({ ...me.value, csrf }))
}

export async function answerSignOut({ door, request, reply }: Asked): Promise<FastifyReply> {
  const secret = secretIn(door, request)
  if (secret !== undefined) await door.browsers?.sessions.endSession(secret)
  if (door.browsers !== undefined) {
    reply.header("set-cookie", cookieText(door.browsers.cookie, "", 0))
  }
  return reply.header("content-type", "application/json").send("{}")
}

/** What a page must send along with every change, if somebody came by a session. */
export function csrfOf(door: Door, request: FastifyRequest, { by }: Principal): string | undefined {
  const secret = by === "session" ? secretIn(door, request) : undefined
  return secret === undefined ? undefined : csrfToken(secret)
}

const secretIn = ({ browsers }: Door, { headers }: FastifyRequest): string | undefined =>
  browsers && sessionIn(headers.cookie, browsers.cookie)

const noSessions = {
  code: "NOT_SUPPORTED",
  message: "this server has no sessions",
  remedy: "Send a key or token with every request",
} as const
