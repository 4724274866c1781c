import { administrator } from "../messages/ids.ts"
import type { Rejection, RejectionCode } from "../messages/rejections.ts"
import { type Answer, accept, refuse } from "../runtime/answer.ts"
import { StoreError } from "../store/error.ts"
import { actingAs, type May } from "./acting.ts"
import { isCsrfToken } from "./csrf.ts"
import { KEY_PREFIX, type Keys } from "./keys.ts"
import { isLoopbackHost, isOwnOrigin } from "./origins.ts"
import type { Principal } from "./principal.ts"
import { csrfMissing, notSignedIn, originForeign, signInUnavailable } from "./refusals.ts"
import { type SessionCookie, sessionIn } from "./session-cookie.ts"
import type { Sessions } from "./sessions.ts"
import { onceKnown, type Soon } from "./soon.ts"
import { badToken, type Tokens } from "./tokens.ts"

/** What a request shows of who asks; headers as they came. */
export interface Shown {
  readonly method: string
  readonly authorization?: string | undefined
  /** `X-Api-Key` */
  readonly apiKey?: string | undefined
  readonly cookie?: string | undefined
  /** `X-Csrf-Token` */
  readonly csrf?: string | undefined
  readonly origin?: string | undefined
  readonly host?: string | undefined
  /** `Sec-Fetch-Site` */
  readonly site?: string | undefined
  readonly referer?: string | undefined
  /** As whom he wants to act, if not as himself. */
  readonly as?: string | undefined
}

export interface AuthenticatorOptions {
  /** `development`: whoever comes without a credential is the administrator. For a server that listens on a loopback address. */
  readonly mode: "production" | "development"
  readonly keys: Keys
  readonly sessions: Sessions
  readonly cookie: SessionCookie
  readonly tokens?: Tokens
  readonly now: () => number
  /** What the organisation allows: `engine.may`. */
  readonly may: May
  /** Whether a name looks like that of another agent: no token speaks for it. */
  readonly isLookAlike?: (agent: string) => boolean
  /** Origins that count as the server's own besides the host it is called by, such as `https://exlet.example`. */
  readonly origins?: readonly string[]
  /** Told of everybody who showed something that was not accepted; not of those who showed nothing. */
  readonly onFailure?: (failure: SignInFailure) => void
}

export interface SignInFailure {
  readonly code: RejectionCode
  readonly message: string
  /** What was tried. */
  readonly by: Principal["by"]
}

/** At once for whoever came a moment ago with the same key. */
export type Authenticate = (shown: Shown) => Soon<Answer<Principal>>

/**
 * Says who asks. What is shown on purpose (a bearer, a key) counts before what a browser sends along, and is not made good by
 * it. Every attempt costs the same: a hash and at most one read.
 */
export function authenticator(options: AuthenticatorOptions): Authenticate {
  return (shown) =>
    onceKnown(holderOf(shown, options), ([by, holder]) => {
      if (!holder.ok) {
        const { code, message } = holder.rejection
        if (by !== undefined) options.onFailure?.({ code, message, by })
        return holder
      }
      return shown.as === undefined ? holder : actingAs(holder.value, shown.as, options.may)
    })
}

type Attempt = readonly [by: Principal["by"] | undefined, holder: Answer<Principal>]

function holderOf(shown: Shown, options: AuthenticatorOptions): Soon<Attempt> {
  const { mode, keys, now } = options
  if (mode === "development") {
    const foreign = foreignTo(shown, options)
    if (foreign !== undefined) return ["development", refuse(foreign)]
  }
  const { authorization, apiKey } = shown
  if (authorization !== undefined) return bearer(authorization, options)
  if (apiKey !== undefined) return attempt("key", keys.keyHolder(apiKey, now()))
  return withCookie(shown, options)
}

async function withCookie(shown: Shown, options: AuthenticatorOptions): Promise<Attempt> {
  const { mode, now } = options
  const secret = sessionIn(shown.cookie, options.cookie)
  if (secret !== undefined) {
    const [by, holder] = await attempt("session", options.sessions.sessionHolder(secret, now()))
    const behind = holder.ok ? holder.value.behind : undefined
    if (behind !== undefined && !options.may(behind, "administer")) return [by, refuse(actsNoLonger(behind))]
    if (holder.ok) return [by, inBrowser(holder.value, secret, shown, options)]
    // A cookie left behind by an earlier server is no reason to shut out who needs none.
    if (mode === "production") return [by, holder]
  }
  if (mode === "development") return ["development", accept({ agent: administrator, scope: {}, by: "development" })]
  return [undefined, refuse(notSignedIn("nobody is signed in", "Sign in, or send a key or token as a bearer"))]
}

function attempt(by: Principal["by"], asked: Soon<Answer<Principal>>): Soon<Attempt> {
  return asked instanceof Promise ? looked(by, asked) : [by, asked]
}

async function looked(by: Principal["by"], asked: Promise<Answer<Principal>>): Promise<Attempt> {
  try {
    return [by, await asked]
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    return [by, refuse(signInUnavailable("keys and sessions cannot be looked up"))]
  }
}

function bearer(authorization: string, { keys, tokens, now, isLookAlike }: AuthenticatorOptions): Soon<Attempt> {
  const text = /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
  if (text === undefined) return ["token", refuse(notSignedIn("the Authorization header is no bearer", sendBearer))]
  if (text.startsWith(KEY_PREFIX)) return attempt("key", keys.keyHolder(text, now()))
  if (tokens === undefined) return ["token", refuse(notSignedIn("no tokens are accepted here", "Send a key"))]
  return attempt(
    "token",
    tokens.tokenHolder(text, now()).then((holder) => withoutTwin(holder, isLookAlike)),
  )
}

/** The issuer's names are often for people to choose. */
function withoutTwin(holder: Answer<Principal>, isLookAlike: AuthenticatorOptions["isLookAlike"]): Answer<Principal> {
  return holder.ok && isLookAlike?.(holder.value.agent)
    ? refuse(badToken("its name passes for another agent's"))
    : holder
}

const sendBearer = "Send `Authorization: Bearer` and a key or token"

/** A browser sends its cookie whoever's page asks; so the page must show that it is ours. */
function inBrowser(
  principal: Principal,
  secret: string,
  shown: Shown,
  { origins }: AuthenticatorOptions,
): Answer<Principal> {
  if (!isOwnOrigin(shown, origins)) return refuse(foreignOrigin)
  const isSafe = ["GET", "HEAD", "OPTIONS"].includes(shown.method.toUpperCase())
  return isSafe || isCsrfToken(secret, shown.csrf) ? accept(principal) : refuse(csrfMissing)
}

/** Why a development server does not answer: it was called by a foreign name, or by a page of another site. */
export function foreignTo(
  shown: Pick<Shown, "host" | "origin" | "site" | "referer">,
  { origins }: Pick<AuthenticatorOptions, "origins">,
): Rejection | undefined {
  if (!isLoopbackHost(shown.host)) {
    return originForeign("a development server answers only to localhost and loopback addresses")
  }
  return isOwnOrigin(shown, origins) ? undefined : foreignOrigin
}

const actsNoLonger = (behind: string) =>
  notSignedIn(`the session has ended: ${behind} may not act as another any more`, "Sign in as yourself")

const foreignOrigin = originForeign("a page of another site asked for this")
