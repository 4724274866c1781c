import { resolve } from "node:path"
import { type Client, connect } from "../client.ts"
import { withoutPassword } from "../store/address.ts"
import { exitCode } from "./exit-codes.ts"
import { type Flag, file, text } from "./flags.ts"
import type { Given } from "./given.ts"
import { isStoreThere, isThere, storeIn } from "./paths.ts"
import type { Surroundings } from "./surroundings.ts"
import { Trouble, UsageError } from "./trouble.ts"

/** Where a command goes to, and as whom. */
export const connectionFlags: readonly Flag[] = [
  { name: "url", kind: text, label: "URL", about: "The server; EXLET_URL unless set" },
  {
    name: "store",
    kind: file,
    about: "A file nobody else has open, or a database (postgres://…), without a server; EXLET_STORE unless set",
  },
  { name: "token", kind: text, label: "KEY", about: "An API key or a token; EXLET_TOKEN unless set" },
  { name: "as", kind: text, label: "AGENT", about: "Acts as this agent; EXLET_AS unless set" },
]

export const defaultUrl = "http://127.0.0.1:7400"
export const defaultStore = "exlet.db"

export interface Connected {
  readonly client: Client
  /** The URL, the file or the database, for messages. */
  readonly where: string
}

/** Does something with a client, and lets go of the file again if it was one. `makes`: a file that is not there is made. */
export async function connected<Result>(
  given: Given,
  around: Surroundings,
  work: (connected: Connected) => Promise<Result>,
  { makes = false }: { readonly makes?: boolean } = {},
): Promise<Result> {
  const place = await placeOf(given, around)
  const who = identity(given, around)
  if ("url" in place)
    return work({ client: connect({ url: place.url, fetch: around.fetch, ...who }), where: place.url })
  const path = storeIn(around.folder, place.store)
  if (!makes && !(await isStoreThere(path)))
    throw new Trouble(
      "STORE_NOT_FOUND",
      `There is no file ${place.store}`,
      "Name one that is there; deploy and keys create make a new one.",
      exitCode.unreachable,
    )
  const local = await around.openLocal(path)
  try {
    return await work({
      client: connect({ url: "http://localhost", fetch: local.fetch, ...who }),
      where: withoutPassword(place.store),
    })
  } finally {
    await local.close()
  }
}

/** Who asks, as flags or environment say it. */
export function agentOf(given: Given, { env }: Surroundings): string | undefined {
  return given.text("as") ?? (env.EXLET_AS || undefined)
}

export interface Local {
  readonly fetch: typeof fetch
  close(): Promise<void>
}

/** The file itself, for one who may do everything: the same door as over HTTP, without listening. */
export async function openLocal(path: string): Promise<Local> {
  const [{ openServer }, { injectedFetch }] = await Promise.all([import("../server.ts"), import("./injected-fetch.ts")])
  const server = await openServer({ store: path, mode: "development" })
  return { fetch: injectedFetch(server.app), close: () => server.close() }
}

export type Place = { readonly url: string } | { readonly store: string }

/** Flags over environment over what is there. */
export async function placeOf(given: Given, around: Surroundings): Promise<Place> {
  const said = oneOf(given.text("url"), given.text("store"), () => {
    throw new UsageError("Say --url or --store, not both.")
  })
  const { EXLET_URL: url, EXLET_STORE: store } = around.env
  const set = said ?? (url ? { url } : store ? { store } : undefined)
  if (set) return set
  if (await answers(defaultUrl, around)) return { url: defaultUrl }
  if (await isThere(resolve(around.folder, defaultStore))) return { store: defaultStore }
  throw new Trouble(
    "NOTHING_TO_TALK_TO",
    `No server answers at ${defaultUrl}, and there is no ${defaultStore} in this folder`,
    "Start one with 'exlet dev', name one with --url (EXLET_URL), or name a file with --store (EXLET_STORE).",
    exitCode.unreachable,
  )
}

function oneOf(url: string | undefined, store: string | undefined, both: () => never): Place | undefined {
  if (url !== undefined && store !== undefined) return both()
  if (url !== undefined) return { url }
  return store === undefined ? undefined : { store }
}

function identity(given: Given, around: Surroundings): { readonly token?: string; readonly as?: string } {
  const token = given.text("token") ?? (around.env.EXLET_TOKEN || undefined)
  const as = agentOf(given, around)
  return { ...(token !== undefined && { token }), ...(as !== undefined && { as }) }
}

async function answers(url: string, around: Surroundings): Promise<boolean> {
  const signal = AbortSignal.any([around.signal, AbortSignal.timeout(2000)])
  const response = await around.fetch(`${url}/healthz`, { signal }).catch(() => undefined)
  await response?.body?.cancel()
  return response !== undefined
}
