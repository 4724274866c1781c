import { createServer, type Socket, connect as toServer } from "node:net"

/** Stands between a store and its server, and can fall silent: what is connected then stays so, and nothing comes through any more. */
export interface SilentProxy {
  readonly address: string
  /** Of all connections there are; those made later work. */
  fallSilent(): void
  close(): Promise<void>
}

/** `address` is of a server that listens at a socket in a folder. */
export async function silentProxy(address: string): Promise<SilentProxy> {
  const url = new URL(address)
  const ends = new Set<Socket>()
  const proxy = createServer((near) => {
    const far = toServer(`${url.searchParams.get("host")}/.s.PGSQL.5432`)
    near.pipe(far).pipe(near)
    for (const end of [near, far]) {
      ends.add(end)
      end.on("error", () => undefined)
      end.on("close", () => ends.delete(end))
    }
    near.on("close", () => far.destroy())
    far.on("close", () => near.destroy())
  })
  await new Promise<void>((done) => proxy.listen(0, "127.0.0.1", done))
  const { port } = proxy.address() as { readonly port: number }
  return {
    address: `postgres://exlet@127.0.0.1:${port}${url.pathname}`,
    fallSilent() {
      for (const end of ends) {
        end.unpipe()
        end.pause()
      }
    },
    async close() {
      const closed = new Promise((done) => proxy.close(done))
      for (const end of ends) end.destroy()
      await closed
    },
  }
}
