import { accepted, administrator, type Clock, type Engine } from "../../src/main.ts"
import type { Right } from "../../src/model/organisation.ts"
import { openServer } from "../../src/server.ts"

/** Where the tests meet the server: the only file that knows how one is opened, and where it shows what is no operation. */

export interface ServerWanted {
  /** The SQLite file. It is opened again after a stop or a crash. */
  readonly file: string
  /** Of the engine, and of everything the door measures by itself: keys, sessions, leases. Rates and timeouts are the machine's. */
  readonly clock: Clock
  /** True: nobody signs in, `Exlet-As` says who acts. */
  readonly development: boolean
  /** 0: any free one. The same one again when a server is opened a second time. */
  readonly port: number
  /** Whose tokens are believed. Their `sub` is the agent. */
  readonly tokens?: TokensWanted
}

export interface TokensWanted {
  readonly issuer: string
  readonly audience: string
  /** Where the issuer's public keys are, as a JWK set. */
  readonly jwks: string
}

export interface KeyWanted {
  readonly agent: string
  readonly rights?: readonly Right[]
  readonly processes?: readonly string[]
  /** Milliseconds since 1970. */
  readonly expiresAt?: number
}

export interface Served {
  /** Without a slash at the end. */
  readonly url: string
  readonly engine: Engine
  /** Makes a key without asking anybody, as the first of an installation is made. */
  makeKey(wanted: KeyWanted): Promise<{ readonly id: string; readonly secret: string }>
  /** In good order; the file can be opened again afterwards. */
  stop(): Promise<void>
  /** As a crash would: connections break, only what was acknowledged is there afterwards. */
  kill(): Promise<void>
}

/** Listens on 127.0.0.1, without a limit on the rate of requests: tests ask for more than anybody else. */
export async function serve({ file, clock, development, port, tokens }: ServerWanted): Promise<Served> {
  const server = await openServer({
    store: file,
    mode: development ? "development" : "production",
    clock,
    limits: { rate: 0 },
    checkAnswers: true,
    ...(tokens && { tokens: { issuer: tokens.issuer, audience: tokens.audience, jwksUrl: tokens.jwks } }),
  })
  const served = await server.listen({ port, grace: 500 })
  return {
    url: served.url,
    engine: server.engine,
    async makeKey(wanted) {
      const { row, secret } = accepted(await server.keys.createKey(wanted, administrator))
      return { id: row.id, secret }
    },
    stop: () => served.stop(),
    async kill() {
      server.app.server.closeAllConnections()
      await server.engine.kill()
      await server.app.close()
    },
  }
}

/** What is served beside the operations. */
export const places = {
  openapi: "/api/v1/openapi.json",
  reference: "/api/docs",
  health: "/healthz",
  ready: "/readyz",
  metrics: "/metrics",
} as const
