import { connect, type Socket } from "node:net"

/**
 * A program of its own that keeps a server busy: so many connections, each with one request at a time. It writes requests by hand,
 * because a client that does more would be measured instead of the server. Told `{ cases }`, it answers `{ seconds, times }`.
 */
const [port, token, connections] = [Number(process.argv[2]), process.argv[3], Number(process.argv[4])]

process.on("message", ({ cases }: { readonly cases: number }) => {
  void load(cases).then((measured) => process.send?.(measured))
})

async function load(cases: number): Promise<{ readonly seconds: number; readonly times: readonly number[] }> {
  const lines = await Promise.all(Array.from({ length: connections }, () => Line.open()))
  const times: number[] = []
  let next = 0
  const start = performance.now()
  await Promise.all(
    lines.map(async (line) => {
      while (next++ < cases) {
        const started = await line.post("/cases", '{"process":"three"}')
        const id = /"case":"([^"]+)"/.exec(started)?.[1]
        for (let item = 1; item <= 3; item++) {
          const asked = performance.now()
          await line.post(`/items/${id}.i${item}/complete`, `{"data":{"n":${item}}}`)
          times.push(performance.now() - asked)
        }
      }
    }),
  )
  const seconds = (performance.now() - start) / 1000
  for (const line of lines) line.close()
  return { seconds, times }
}

class Line {
  readonly #socket: Socket
  #text = ""
  #answered: ((body: string) => void) | undefined

  static open(): Promise<Line> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, "127.0.0.1", () => resolve(new Line(socket)))
      socket.once("error", reject)
    })
  }

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.setEncoding("latin1")
    socket.on("data", (text: string) => this.#read(text))
  }

  post(path: string, body: string): Promise<string> {
    this.#socket.write(
      `POST /api/v1${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    return new Promise((resolve) => {
      this.#answered = resolve
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #read(text: string): void {
    this.#text += text
    const head = this.#text.indexOf("\r\n\r\n")
    const length = Number(/content-length: (\d+)/i.exec(this.#text)?.[1])
    if (head < 0 || this.#text.length < head + 4 + length) return
    const body = this.#text.slice(head + 4)
    if (!/^HTTP\/1.1 20[01]/.test(this.#text)) throw new Error(`refused: ${this.#text}`)
    this.#text = ""
    this.#answered?.(body)
  }
}
