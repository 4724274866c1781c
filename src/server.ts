/**
 * The door for those who serve an engine over HTTP from a program of their own.
 *
 * @example
 * ```ts
 * import { openServer } from "exlet/server"
 * const server = await openServer({ store: "orders.db", mode: "development" })
 * const { url } = await server.listen({ port: 7400 })
 * ```
 */
import type { FastifyInstance } from "fastify"
import type { Logger } from "pino"
import { authenticator } from "./access/authenticate.ts"
import { Credentials } from "./access/credentials.ts"
import { Keys } from "./access/keys.ts"
import { sessionCookie } from "./access/session-cookie.ts"
import { type SessionOptions, Sessions } from "./access/sessions.ts"
import type { TokenOptions } from "./access/token-options.ts"
import { tokensOf } from "./access/tokens.ts"
import { openDoor } from "./http/app.ts"
import { handlersOf } from "./http/handlers.ts"
import type { Limits } from "./http/limits.ts"
import { type Served, serve } from "./http/serve.ts"
import { openEngine } from "./main.ts"
import type { NamedSource } from "./outside/configured.ts"
import type { Channel } from "./runtime/channel.ts"
import { type Clock, machineClock } from "./runtime/clock.ts"
import type { Engine } from "./runtime/engine.ts"
import { storeKind } from "./store/address.ts"
import { openStore } from "./store/open-store.ts"
import { commandLog } from "./telemetry/command-log.ts"
import { isTraced } from "./telemetry/is-traced.ts"
import { metrics } from "./telemetry/metrics.ts"
import { recentCounts } from "./telemetry/recent-counts.ts"
import { measureRequests } from "./telemetry/request-metrics.ts"
import { traceRequests } from "./telemetry/request-traces.ts"
import { together } from "./telemetry/together.ts"
import { tracing } from "./telemetry/tracing.ts"
import { version } from "./version.ts"

export interface ServerOptions {
  /** A file, which is made if it is not there, or a PostgreSQL database, `postgres://…`; `memory` (the default) is forgotten when the server stops. */
  readonly store?: string
  /** `development`: whoever comes is the administrator. For loopback addresses only. */
  readonly mode: "development" | "production"
  readonly clock?: Clock
  readonly tokens?: TokenOptions
  readonly sessions?: SessionOptions
  /** Whether cookies are sent over https only; unless it is a development server, they are. */
  readonly isSecure?: boolean
  readonly limits?: Partial<Limits>
  readonly log?: Logger
  readonly proxies?: readonly string[]
  readonly origins?: readonly string[]
  readonly metricsToken?: string
  /** Other ways than their own lists by which people and systems are told; see `channelsFrom`. */
  readonly channels?: readonly Channel[]
  /** What conditions may read as `external.<name>`; see `sourcesFrom`. */
  readonly sources?: readonly NamedSource[]
  /** Every answer is checked against its schema: for tests. */
  readonly checkAnswers?: boolean
}

export interface Server {
  readonly engine: Engine
  readonly keys: Keys
  /** To ask without a network, `app.inject`. */
  readonly app: FastifyInstance
  listen(where?: { readonly host?: string; readonly port?: number; readonly grace?: number }): Promise<Served>
  /** Of a server that does not listen; otherwise what `listen` gave stops it. */
  close(): Promise<void>
}

/** Opens the store and everything around it. Nobody listens yet. */
export async function openServer(options: ServerOptions): Promise<Server> {
  const {
    store: name = "memory",
    mode,
    clock = machineClock,
    log,
    origins = [],
    isSecure = options.mode === "production",
  } = options
  const store = await openStore(name)
  const measured = metrics()
  const observers = [measured.observer, ...(isTraced() ? [tracing()] : []), ...(log ? [commandLog(log)] : [])]
  const engine = await openEngine({
    store,
    clock,
    isVerifyingApart: true,
    observer: together(observers),
    ...(options.channels && { channels: options.channels }),
  })
  for (const { name, source, timeout } of options.sources ?? []) engine.source(name, source, { timeout })
  const counts = recentCounts(() => engine.counts())
  const now = () => clock.now()
  const credentials = new Credentials(store, { now })
  const keys = new Keys(credentials)
  const sessions = new Sessions(credentials, options.sessions)
  const cookie = sessionCookie(isSecure)
  const app = openDoor({
    engine,
    version,
    mode,
    origins,
    handlers: handlersOf({
      keys,
      facts: { version, store: storeKind(name), startedAt: now() },
    }),
    authenticate: authenticator({
      ...{ mode, keys, sessions, cookie, now, origins },
      may: (agent, right) => engine.may(agent, right),
      isLookAlike: (agent) => engine.looksLikeAgent(agent),
      onFailure: ({ by, code }) => {
        measured.signInFailed(by)
        log?.warn({ by, code }, "a credential was not accepted")
      },
      ...(options.tokens && { tokens: tokensOf(options.tokens) }),
    }),
    changes: () => `${credentials.changes} ${engine.reorganised}`,
    browsers: { sessions, cookie },
    metrics: async () => ({ contentType: measured.contentType, text: await measured.page(await counts()) }),
    onStream: (change) => measured.streams(change),
    ...(options.limits && { limits: options.limits }),
    ...(log && { log }),
    ...(options.metricsToken !== undefined && { metricsToken: options.metricsToken }),
    ...(options.proxies && { proxies: options.proxies }),
    ...(options.checkAnswers && { checkAnswers: true }),
  })
  if (isTraced()) traceRequests(app)
  measureRequests(app, measured)
  return {
    ...{ engine, keys, app },
    listen: (where = {}) => serve({ app, engine, ...where }),
    async close() {
      await app.close()
      await engine.stop()
    },
  }
}

export { type ChannelSettings, channelsFrom } from "./channels/configured.ts"
export { type MailOptions, mail } from "./channels/mail.ts"
export { type WebhookOptions, webhook } from "./channels/webhook.ts"
export type { Limits } from "./http/limits.ts"
export type { Served } from "./http/serve.ts"
export { type NamedSource, type SourceSetting, sourcesFrom } from "./outside/configured.ts"
