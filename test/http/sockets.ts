import { once } from "node:events"
import { connect, type Socket } from "node:net"
import type { FastifyInstance } from "fastify"
import { onTestFinished } from "vitest"

/** Listens on a free port of this machine. */
export async function listening(app: FastifyInstance): Promise<{ readonly port: number; readonly url: string }> {
  const url = await app.listen({ host: "127.0.0.1", port: 0, backlog: 4096 })
  return { url, port: Number(new URL(url).port) }
}

/** A connection that can be trusted to be there. */
export async function dial(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1")
  socket.on("error", () => undefined)
  onTestFinished(() => void socket.destroy())
  await once(socket, "connect")
  return socket
}

/** Everything that comes over a connection until the other side closes it. */
export async function heard(socket: Socket): Promise<string> {
  let text = ""
  socket.setEncoding("utf8")
  socket.on("data", (part: string) => {
    text += part
  })
  if (!socket.closed) await once(socket, "close")
  return text
}

/** Sends bytes as they are, and gives the status line and the code of what comes back. */
export async function sendRaw(port: number, request: string): Promise<string> {
  const socket = await dial(port)
  const coming = heard(socket)
  socket.write(request)
  const answer = await coming
  const code = /"code":"(\w+)"/.exec(answer)?.[1] ?? ""
  return `${answer.slice(9, 12)} ${code}`.trim()
}
