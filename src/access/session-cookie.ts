/** How a session is kept in a browser: out of the reach of scripts, and never sent along from another site. */
export interface SessionCookie {
  readonly name: string
  readonly path: "/"
  readonly httpOnly: true
  readonly sameSite: "strict"
  readonly secure: boolean
}

/** `secure` unless the server is reached over plain http, which only a loopback address should be. */
export function sessionCookie(secure: boolean): SessionCookie {
  // Browsers take a name with this prefix only from the host itself, over https and for all paths: no neighbour can plant one.
  return { name: secure ? "__Host-exlet" : "exlet", path: "/", httpOnly: true, sameSite: "strict", secure }
}

/** The session's secret in a `Cookie` header. */
export function sessionIn(header: string | undefined, { name }: SessionCookie): string | undefined {
  for (const part of header?.split(";") ?? []) {
    const at = part.indexOf("=")
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim() || undefined
  }
  return undefined
}
