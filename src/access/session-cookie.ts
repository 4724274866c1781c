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

/** As a `Set-Cookie` header says it. A secret has no sign that would need to be written otherwise; one of the past ends it. */
export function cookieText({ name, path, secure }: SessionCookie, secret: string, expiresAt: number): string {
  const until = new Date(expiresAt).toUTCString()
  return `${name}=${secret}; Path=${path}; Expires=${until}; HttpOnly; SameSite=Strict${secure ? "; Secure" : ""}`
}

/** The session's secret in a `Cookie` header. */
export function sessionIn(header: string | undefined, { name }: SessionCookie): string | undefined {
  for (const part of header?.split(";") ?? []) {
    const at = part.indexOf("=")
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim() || undefined
  }
  return undefined
}
