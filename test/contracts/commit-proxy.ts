import { createServer, type Socket, connect as toServer } from "node:net"

/** Stands between a store and its server, and loses what the server says of a commit. */
export interface CommitProxy {
  readonly address: string
  /** The next COMMIT of a transaction that says `of` is done, or taken back, and answered by an error that says neither; `cut`: by nothing, and the connection is gone. */
  loseNext(outcome: Outcome, how?: { readonly of?: string; readonly isCut?: boolean }): void
  /** The next statement that says `of`, in no transaction, is done, and the connection is gone. */
  cutAfter(of: string): void
  /** Whether nothing is left to be lost. */
  readonly hasLost: boolean
  close(): Promise<void>
}

export type Outcome = "committed" | "rolled back"

interface Losing {
  readonly outcome: Outcome | "done"
  readonly of: string
  readonly isCut: boolean
}

/** `address` is of a server that listens at a socket in a folder. */
export async function commitProxy(address: string): Promise<CommitProxy> {
  const url = new URL(address)
  const ends = new Set<Socket>()
  let losing: Losing | undefined
  const proxy = createServer((near) => {
    const far = toServer(`${url.searchParams.get("host")}/.s.PGSQL.5432`)
    const prepared = new Map<string, string>()
    let said: string[] = []
    let lost: Losing | undefined
    const lose = () => {
      lost = losing
      losing = undefined
    }
    const fromClient = messages({ hasGreeting: true }, (message) => {
      const [first = "", second = ""] = text(message).split("\0", 2)
      if (message[0] === letter("P")) prepared.set(first, second)
      if (message[0] === letter("B")) said.push(prepared.get(second) ?? "")
      const isMeant = losing !== undefined && said.some((sql) => sql.includes(losing?.of ?? ""))
      if (isMeant && losing?.outcome === "done" && message[0] === letter("B")) lose()
      const isCommit = message[0] === letter("Q") && first === "COMMIT"
      const outcome = isCommit && isMeant ? losing?.outcome : undefined
      if (message[0] === letter("Q")) said = []
      far.write(outcome === "rolled back" ? query("ROLLBACK") : message)
      if (outcome === "committed" || outcome === "rolled back") lose()
    })
    const fromServer = messages({ hasGreeting: false }, (message) => {
      const isAnswer = lost !== undefined && message[0] === letter("C") && isAnswerTo(lost, text(message))
      if (isAnswer && lost?.isCut) return void near.destroy()
      if (isAnswer) lost = undefined
      near.write(isAnswer ? unclear : message)
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
    loseNext(outcome, { of = "", isCut = false } = {}) {
      losing = { outcome, of, isCut }
    },
    cutAfter(of) {
      losing = { outcome: "done", of, isCut: true }
    },
    get hasLost() {
      return losing === undefined
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

const letter = (type: string): number => type.charCodeAt(0)
const text = (message: Buffer): string => message.subarray(5, -1).toString()
const isAnswerTo = ({ outcome }: Losing, tag: string): boolean =>
  /^(COMMIT|ROLLBACK)$/.test(tag) ? outcome !== "done" : outcome === "done"
const query = (sql: string): Buffer => framed("Q", `${sql}\0`)

/** As Citus says it. */
const unclear = framed(
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
