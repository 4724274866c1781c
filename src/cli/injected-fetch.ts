import { Readable } from "node:stream"
import type { FastifyInstance } from "fastify"

/** A `fetch` that goes through a door nobody listens at. Streams come as they are written. */
export function injectedFetch(app: Pick<FastifyInstance, "inject">): typeof fetch {
  return async (input, options = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const { method = "GET", body, headers, signal } = options
    const injected = await app.inject({
      method: method as "GET" | "POST",
      url: `${url.pathname}${url.search}`,
      headers: { host: url.host, ...Object.fromEntries(new Headers(headers)) },
      ...(typeof body === "string" && { payload: body }),
      ...(signal && { signal }),
      payloadAsStream: true,
    })
    const answered = Object.entries(injected.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
    )
    const hasBody = ![204, 304].includes(injected.statusCode)
    return new Response(hasBody ? (Readable.toWeb(injected.stream()) as ReadableStream<Uint8Array>) : null, {
      status: injected.statusCode,
      headers: answered,
    })
  }
}
