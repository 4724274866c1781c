import { readFile } from "node:fs/promises"
import type { FastifyInstance, FastifyReply } from "fastify"
import { doorStatus } from "../api/problems.ts"
import { basePath } from "../api/routes.ts"
import { rejectionStatus } from "../messages/rejections.ts"
import { packageFile } from "../package-files.ts"
import type { Door } from "./door.ts"
import { errorsPage } from "./errors-page.ts"
import type { Page } from "./html.ts"
import { openApi } from "./openapi.ts"
import { referencePage } from "./reference-page.ts"

/** What people read: the reference, in HTML and as an OpenAPI document, and what errors mean. Made when first asked for. */
export function addPages(app: FastifyInstance, { version }: Door): void {
  const reference = once(async () => referencePage(openApi(version)))
  const document = once(async () => JSON.stringify(openApi(version)))
  const errors = once(async () => errorsPage(await errorsText()))
  app.get("/api/docs", async (_, reply) => answerPage(reply, await reference()))
  app.get("/docs/errors", async (_, reply) => answerPage(reply, await errors()))
  app.get(`${basePath}/openapi.json`, async (_, reply) =>
    reply.headers({ "content-type": "application/json", "cache-control": "no-cache" }).send(await document()),
  )
}

/** What is written about errors; in a bundle without the package's files their codes alone. */
async function errorsText(): Promise<string> {
  const file = packageFile("docs/errors.md")
  if (file !== undefined) return readFile(file, "utf8")
  const codes = Object.entries({ ...rejectionStatus, ...doorStatus }).toSorted()
  const rows = codes.map(([code, status]) => `| \`${code}\` | ${status} |`)
  return [
    "# Errors",
    "",
    "Each problem says what happened and what to do next.",
    "",
    "| code | status |",
    "| --- | --- |",
    ...rows,
  ].join("\n")
}

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
