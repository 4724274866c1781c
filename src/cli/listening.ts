import { rm } from "node:fs/promises"
import { exitCode } from "./exit-codes.ts"
import { isStoreThere } from "./paths.ts"
import type { Settings } from "./settings.ts"
import { Trouble } from "./trouble.ts"

/** A server that listens. */
export interface Listening {
  readonly url: string
  /** Takes nothing new, finishes what is under way. */
  close(): Promise<void>
}

/**
 * Opens the store and listens on it; `development`: whoever comes may do everything. Where it must not listen it throws what
 * `unsafe` says; where it cannot, because the port is taken, the store is closed again and the error has the code EADDRINUSE.
 */
export async function listen(settings: Settings, mode: "development" | "production"): Promise<Listening> {
  // Only a command that serves needs all of it.
  const [{ channelsFrom, openServer, sourcesFrom }, { openLog }, { destination }] = await Promise.all([
    import("../server.ts"),
    import("../http/log.ts"),
    import("pino"),
  ])
  const { host, port, auth, proxies, origins, metrics, limits } = settings
  const { issuer, audience, ...tokens } = auth.tokens
  const isOpen = mode === "development" || !auth.required
  const isNew = settings.store !== "memory" && !(await isStoreThere(settings.store))
  const server = await openServer({
    store: settings.store,
    mode: isOpen ? "development" : "production",
    log: openLog({ level: settings.log.level, ...(mode === "development" && { to: destination(2) }) }),
    ...{ sessions: auth.sessions, limits, proxies, origins },
    channels: channelsFrom(settings),
    sources: sourcesFrom(settings.sources),
    ...(issuer !== undefined && { tokens: { issuer, audience: audience ?? [], ...tokens } }),
    ...(metrics.token !== undefined && { metricsToken: metrics.token }),
  })
  try {
    const keys = await server.keys.listKeys()
    const now = Date.now()
    const isLive = keys.some(({ revokedAt, expiresAt = now + 1 }) => revokedAt === undefined && now < expiresAt)
    const refusal = unsafe(settings, isLive)
    if (refusal) throw refusal
    const served = await server.listen({ host, port })
    return { url: served.url, close: () => served.stop() }
  } catch (error) {
    await server.close()
    // Nothing is left behind by a server that never was.
    if (isNew) for (const end of ["", "-wal", "-shm"]) await rm(`${settings.store}${end}`, { force: true })
    throw error
  }
}

export const isPortTaken = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "EADDRINUSE"

export function portTaken({ port }: Settings): Trouble {
  return new Trouble("PORT_TAKEN", `Port ${port} is taken`, "Say another with --port.", exitCode.unreachable)
}

/** Why a server must not listen there; undefined: it may. */
export function unsafe({ host, auth }: Settings, hasKeys: boolean): Trouble | undefined {
  if (isLoopback(host)) return undefined
  if (!auth.required)
    return new Trouble(
      "AUTH_REQUIRED",
      `Without sign-in a server listens on a loopback address only, not on ${host}`,
      "Leave --no-auth out, or listen on 127.0.0.1.",
    )
  if (hasKeys || auth.tokens.issuer !== undefined) return undefined
  return new Trouble(
    "AUTH_MISSING",
    `Nobody could sign in, so it does not listen on ${host}: there is no API key, and no issuer of tokens is set`,
    "Make a key first: exlet keys create administrator --store FILE. Or set auth.tokens.issuer and auth.tokens.audience.",
  )
}

export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host)
}
