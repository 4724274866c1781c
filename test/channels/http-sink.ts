import { once } from "node:events"
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { onTestFinished } from "vitest"

export interface Posted {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A server that takes what is posted to it, and answers as it is told: a status, or by itself. */
export async function httpSink(
  answer: (posted: Posted, number: number, response: ServerResponse) => number | undefined,
) {
  const posted: Posted[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const all = { headers: request.headers, body: Buffer.concat(parts).toString("utf8") }
    posted.push(all)
    const status = answer(all, posted.length, response)
    if (status !== undefined) response.writeHead(status, status === 302 ? { location: "/elsewhere" } : {}).end("x")
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${port}/hook`, posted }
}
