import type { DestinationStream, Logger } from "pino"
import { pino } from "pino"

export interface LogOptions {
  /** `info` unless set; `silent` for none. */
  readonly level?: string
  /** The standard output unless set. */
  readonly to?: DestinationStream
}

/** A log of one JSON object a line. What shows who somebody is never gets into it. */
export function openLog({ level = "info", to }: LogOptions = {}): Logger {
  const options = {
    level,
    base: null,
    redact: { paths: secrets, censor: "…" },
    // The usual one has the query, which may hold what nobody should read later.
    serializers: { req: ({ method, id }: { readonly method: string; readonly id: string }) => ({ method, id }) },
  }
  return to === undefined ? pino(options) : pino(options, to)
}

const headers = ["authorization", "cookie", "set-cookie", "x-api-key", "x-csrf-token"]
const secrets = [
  ...headers.flatMap((name) => [`["${name}"]`, `headers["${name}"]`, `*.headers["${name}"]`]),
  ...["secret", "token", "csrf"].flatMap((name) => [name, `*.${name}`]),
]
