import { createServer, type Socket, connect as toServer } from "node:net"

/** Stands between a store and its server, and loses what the server says of a commit. */
export interface CommitProxy {
  readonly address: string
  /** The next COMMIT is done, or taken back, and answered by an error that says neither. */
  loseNext(outcome: "committed" | "rolled back"): void
  close(): Promise<void>
}

/** `address` is of a server that listens at a socket in a folder. */
export async function commitProxy(address: string): Promise<CommitProxy> {
  const url = new URL(address)
  const ends = new Set<Socket>()
  let losing: "committed" | "rolled back" | undefined
  const proxy = createServer((near) => {
    const far = toServer(`${url.searchParams.get("host")}/.s.PGSQL.5432`)
    let isLost = false
    const fromClient = messages({ hasGreeting: true }, (message) => {
      const outcome = isQuery(message, "COMMIT") ? losing : undefined
      far.write(outcome === "rolled back" ? query("ROLLBACK") : message)
      if (outcome === undefined) return
      isLost = true
      losing = undefined
    })
    const fromServer = messages({ hasGreeting: false }, (message) => {
      const isAnswer = isLost && isComplete(message)
      if (isAnswer) isLost = false
      near.write(isAnswer ? lost : message)
    })
    near.on("data", fromClient)
    far.on("data", fromServer)
    for (const end of [near, far]) {
      ends.add(end)
      end.on("error", () => undefined)
    }
    near.on("close", () => far.destroy())
    far.on("close", () => near.destroy())
  })
  await new Promise<void>((done) => proxy.listen(0, "127.0.0.1", done))
  const { port } = proxy.address() as { readonly port: number }
  return {
    address: `postgres://exlet@127.0.0.1:${port}${url.pathname}`,
    loseNext(outcome) {
      losing = outcome
    },
    async close() {
      const closed = new Promise((done) => proxy.close(done))
      for (const end of ends) end.destroy()
      await closed
    },
  }
}

/** Calls with each whole message. The first one of a client has no type. */
function messages({ hasGreeting }: { readonly hasGreeting: boolean }, each: (message: Buffer) => void) {
  let rest: Buffer = Buffer.alloc(0)
  let typed = hasGreeting ? 0 : 1
  return (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= typed + 4) {
      const length = typed + rest.readInt32BE(typed)
      if (rest.length < length) return
      each(rest.subarray(0, length))
      rest = rest.subarray(length)
      typed = 1
    }
  }
}

const text = (message: Buffer): string => message.subarray(5, -1).toString()
const isQuery = (message: Buffer, sql: string): boolean => message[0] === 0x51 && text(message) === sql
const isComplete = (message: Buffer): boolean => message[0] === 0x43 && /^(COMMIT|ROLLBACK)$/.test(text(message))
const query = (sql: string): Buffer => framed("Q", `${sql}\0`)

/** As Citus says it. */
const lost = framed(
  "E",
  "SERROR\0VERROR\0CXX000\0Mcould not commit transaction for shard 102040 on at least one active node\0\0",
)

function framed(type: string, body: string): Buffer {
  const message = Buffer.alloc(5 + Buffer.byteLength(body))
  message.write(type, 0)
  message.writeInt32BE(message.length - 1, 1)
  message.write(body, 5)
  return message
}
