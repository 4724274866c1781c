import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { meant } from "../model/names.ts"
import { answerProblem } from "./problem-answers.ts"
import { answerWindow, isForWindow } from "./window.ts"

/** Answers what no route answers: it is a page of the window, the address is wrong, or only the method. */
export function answerUnknown(app: FastifyInstance): void {
  const known: { readonly method: string; readonly url: string; readonly pattern: RegExp }[] = []
  app.addHook("onRoute", ({ method, url }) => {
    const pattern = new RegExp(`^${url.replaceAll(".", "\\.").replace(/:\w+/g, "[^/]+")}$`)
    for (const one of [method].flat()) known.push({ method: one, url, pattern })
  })
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    if (isForWindow(request)) return answerWindow(reply)
    const [path = ""] = request.url.split("?", 1)
    const allowed = [...new Set(known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))]
    if (allowed.length > 0) {
      reply.header("allow", allowed.join(", "))
      return answerProblem(request, reply, {
        code: "METHOD_NOT_ALLOWED",
        message: `${request.method} is not possible here`,
        remedy: `Use ${allowed.join(" or ")}`,
      })
    }
    return answerProblem(request, reply, {
      code: "ROUTE_NOT_FOUND",
      message: "there is nothing at this address",
      remedy: meant(path.replace(/\/+$/, ""), urlsOf(known), "See /api/docs for what there is"),
    })
  })
}

const urlsOf = (known: readonly { readonly url: string }[]): readonly string[] => known.map(({ url }) => url)
