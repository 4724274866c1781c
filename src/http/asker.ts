import type { FastifyRequest } from "fastify"
import type { Shown } from "../access/authenticate.ts"

/** What a request shows of who asks. */
export function shownBy({ method, headers }: FastifyRequest): Shown {
  return {
    method,
    authorization: headers.authorization,
    apiKey: one(headers["x-api-key"]),
    cookie: headers.cookie,
    csrf: one(headers["x-csrf-token"]),
    origin: headers.origin,
    host: headers.host,
    site: one(headers["sec-fetch-site"]),
    referer: headers.referer,
    as: named(one(headers["exlet-as"])),
  }
}

const one = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === "string" ? header : header?.join(", ")

/** Node reads headers as Latin-1; names are UTF-8. */
function named(header: string | undefined): string | undefined {
  return header === undefined ? undefined : Buffer.from(header, "latin1").toString("utf8")
}
