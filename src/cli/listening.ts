import { exitCode } from "./exit-codes.ts"
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
  void [settings, mode]
  throw new Trouble("NOT_SUPPORTED", "There is no server yet", "Wait for it.", exitCode.unreachable)
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
