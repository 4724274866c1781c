import { createServer, type Server } from "node:http"
import type { Chance } from "./chance.ts"

/** Where letters arrive; it is not always in the mood. */
export class Receiver {
  readonly url: string
  /** The ids of letters in the order in which each came for the first time. */
  readonly arrived: string[] = []
  readonly #server: Server
  readonly #known = new Set<string>()
  again = 0

  private constructor(server: Server, url: string) {
    this.#server = server
    this.url = url
  }

  static async open(chance: Chance): Promise<Receiver> {
    const refused = new Set<string>()
    let receiver: Receiver | undefined
    const server = createServer((request, response) => {
      const id = String(request.headers["webhook-id"])
      request.resume()
      request.once("end", () => {
        const isRefused = !refused.has(id) && chance.is(0.03)
        refused.add(id)
        if (!isRefused) receiver?.take(id)
        response.statusCode = isRefused ? 500 : 204
        response.end()
      })
    })
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
    receiver = new Receiver(server, `http://127.0.0.1:${(server.address() as { readonly port: number }).port}/`)
    return receiver
  }

  take(id: string): void {
    if (this.#known.has(id)) this.again++
    else this.arrived.push(id)
    this.#known.add(id)
  }

  has(id: string): boolean {
    return this.#known.has(id)
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }
}
