import type { FastifyReply, FastifyRequest } from "fastify"
import type { Door } from "./door.ts"
import type { Asking, Handled } from "./handler.ts"

/** A request for an operation, once it is known who asks and that it makes sense. */
export interface Asked {
  readonly door: Door
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly input: Fields
  readonly asking: Asking
}

export type Fields = Readonly<Record<string, unknown>>

/** Any handler, as one of many. */
export type Handle = (input: Fields, asking: Asking) => Promise<Handled<unknown>>
