import { readFile } from "node:fs/promises"
import type { FastifyInstance, FastifyReply } from "fastify"
import { basePath } from "../api/routes.ts"
import type { Door } from "./door.ts"
import { errorsPage } from "./errors-page.ts"
import type { Page } from "./html.ts"
import { openApi } from "./openapi.ts"
import { referencePage } from "./reference-page.ts"

/** What people read: the reference, in HTML and as an OpenAPI document, and what errors mean. Made when first asked for. */
export function addPages(app: FastifyInstance, { version }: Door): void {
  const reference = once(async () => referencePage(openApi(version)))
  const document = once(async () => JSON.stringify(openApi(version)))
  const errors = once(async () => errorsPage(await readFile(errorsFile, "utf8")))
  app.get("/api/docs", async (_, reply) => answerPage(reply, await reference()))
  app.get("/docs/errors", async (_, reply) => answerPage(reply, await errors()))
  app.get(`${basePath}/openapi.json`, async (_, reply) =>
    reply.headers({ "content-type": "application/json", "cache-control": "no-cache" }).send(await document()),
  )
}

const errorsFile = new URL("../../docs/errors.md", import.meta.url)

function answerPage(reply: FastifyReply, { text, policy }: Page): FastifyReply {
  return reply
    .headers({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-cache",
      "content-security-policy": policy,
    })
    .send(text)
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make()
    return made
  }
}
