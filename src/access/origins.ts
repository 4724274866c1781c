/** Where a request came from, as a browser says it. */
export interface Provenance {
  readonly origin?: string | undefined
  readonly host?: string | undefined
  /** `Sec-Fetch-Site`: how the page that asks is related to this server. */
  readonly site?: string | undefined
  readonly referer?: string | undefined
}

/**
 * Whether a page of this server asks, or no page at all. `own`: origins that count as the server's own, for one behind a
 * proxy that calls it by another name. A browser names no origin for images, scripts, frames and links, which are all GETs:
 * there it says how the page is related to the server, or, if it is old, which page it is.
 */
export function isOwnOrigin({ origin, host, site, referer }: Provenance, own: readonly string[] = []): boolean {
  if (origin !== undefined) return isSame(origin, host, own)
  if (site !== undefined) return site === "same-origin" || site === "none"
  if (referer === undefined) return true
  return isSame(URL.canParse(referer) ? new URL(referer).origin : referer, host, own)
}

function isSame(origin: string, host: string | undefined, own: readonly string[]): boolean {
  if (own.includes(origin)) return true
  if (host === undefined || !URL.canParse(origin)) return false
  const { protocol, host: asked } = new URL(origin)
  if (protocol !== "http:" && protocol !== "https:") return false
  return asked === hostOf(protocol, host)?.host
}

/**
 * Whether the server was called by a name of this machine itself. Another site can have its own name point here, so that
 * its pages count as this server's (DNS rebinding); its name gives it away.
 */
export function isLoopbackHost(host: string | undefined): boolean {
  const name = host === undefined ? undefined : hostOf("http:", host)?.hostname
  return name !== undefined && (/^(.+\.)?localhost$/.test(name) || /^127(\.\d+){3}$/.test(name) || name === "[::1]")
}

/** A host header as addresses have it: in lower case, without a port that goes without saying. */
function hostOf(protocol: string, host: string): URL | undefined {
  const text = `${protocol}//${host}`
  if (/[/?#@\\\s]/.test(host) || !URL.canParse(text)) return undefined
  return new URL(text)
}
