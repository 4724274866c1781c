import type { FastifyInstance } from "fastify"
import type { Door } from "./door.ts"

export function addPages(app: FastifyInstance, _door: Door): void {
  app.get("/", async (_, reply) => reply.redirect("/api/docs"))
}
