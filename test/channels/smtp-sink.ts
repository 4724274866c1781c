import { once } from "node:events"
import { type AddressInfo, createServer, type Socket } from "node:net"
import { createInterface } from "node:readline"
import { onTestFinished } from "vitest"

export interface Mail {
  readonly from: string
  readonly to: readonly string[]
  /** Headers and text, as they came. */
  readonly text: string
}

/** A mail server that takes every message, unless it is told to refuse it with a code, or to say nothing at all. */
export async function smtpSink(answer: (mail: Mail, number: number) => number | "silence" = () => 250) {
  const mails: Mail[] = []
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on("close", () => open.delete(socket)).on("error", () => socket.destroy())
    void converse(socket, mails, answer)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return { url: `smtp://127.0.0.1:${port}`, mails }
}

async function converse(socket: Socket, mails: Mail[], answer: (mail: Mail, number: number) => number | "silence") {
  const say = (line: string) => socket.write(`${line}\r\n`)
  let [from, to, text] = ["", [] as string[], [] as string[]]
  let isText = false
  say("220 sink")
  for await (const line of createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (isText && line !== ".") {
      text.push(line.replace(/^\./, ""))
      continue
    }
    if (isText) {
      isText = false
      const mail = { from, to, text: text.join("\n") }
      mails.push(mail)
      const code = answer(mail, mails.length)
      ;[from, to, text] = ["", [], []]
      if (code !== "silence") say(`${code} said`)
      continue
    }
    const word = line.slice(0, 4).toUpperCase()
    if (word === "EHLO" || word === "HELO") say("250 sink")
    else if (word === "MAIL") from = addressIn(line)
    else if (word === "RCPT") to.push(addressIn(line))
    else if (word === "DATA") isText = true
    if (word === "MAIL" || word === "RCPT" || word === "RSET") say("250 ok")
    if (word === "DATA") say("354 go on")
    if (word === "QUIT") socket.end("221 bye\r\n")
  }
}

const addressIn = (line: string): string => /<([^>]*)>/.exec(line)?.[1] ?? ""
