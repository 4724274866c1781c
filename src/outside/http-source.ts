import type { Json, JsonObject } from "../messages/json.ts"
import type { Source, SourceContext } from "../runtime/sources.ts"

/** An outside source over HTTP: what conditions read as `external.<name>`. */
export interface HttpSourceOptions {
  readonly name: string
  /** Where it is asked. `{case}`, `{item}` and `{data.name}` in the path or query are replaced, percent-encoded. */
  readonly url: string
  readonly method?: "GET" | "POST"
  /** Sent with each request, such as `authorization`. Never shown, logged or recorded. */
  readonly headers?: Readonly<Record<string, string>>
  /** The case's data sent as JSON with a POST; none unless named. */
  readonly sends?: readonly string[]
  /** Milliseconds until it counts as failed; 5,000 unless set. */
  readonly timeout?: number
  /** Bytes of an answer that are read at most; 64 KiB unless set. */
  readonly size?: number
}

export const usualTimeout = 5000
const usualSize = 65_536

/** Returns a source that asks one address and nothing else: redirects are not followed, and the host is never made of data. */
export function httpSource(options: HttpSourceOptions): Source {
  const { method = "GET", timeout = usualTimeout, size = usualSize } = options
  return async (context) => {
    const target = addressOf(options.url, context)
    const signal = AbortSignal.timeout(timeout)
    try {
      const answer = await fetch(target, {
        method,
        redirect: "manual",
        signal,
        headers: { accept: "application/json", "user-agent": "exlet", ...bodyType(method), ...options.headers },
        ...(method === "POST" && { body: JSON.stringify(bodyOf(context, options.sends ?? [])) }),
      })
      return await jsonIn(answer, size)
    } catch (error) {
      throw new Error(reasonOf(error, timeout))
    }
  }
}

const bodyType = (method: string) => (method === "POST" ? { "content-type": "application/json" } : {})

/** `{data.vat}` in an address, as in the case that asks. */
const SLOT = /\{([^{}]*)\}/g

/** The names in an address that are to be replaced. */
export function slotsIn(url: string): readonly string[] {
  return [...url.matchAll(SLOT)].map(([, name = ""]) => name)
}

function addressOf(template: string, context: SourceContext): URL {
  const base = new URL(template.replaceAll(SLOT, "x"))
  const text = template.replaceAll(SLOT, (_, name: string) => encodeURIComponent(slotValue(name, context)))
  const target = new URL(text)
  // A value that walks out of the path would ask something else.
  if (target.origin !== base.origin || segments(target) !== segments(base))
    throw new Error("a value of the case does not fit into the address")
  return target
}

const segments = ({ pathname }: URL): number => pathname.split("/").length

function slotValue(name: string, { case: id, item, data }: SourceContext): string {
  if (name === "case") return id
  if (name === "item") return item ?? ""
  const key = name.slice("data.".length)
  const value = Object.hasOwn(data, key) ? data[key] : undefined
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    const text = String(value)
    // These are steps in a path, however they are encoded.
    if (text === "." || text === ".." || text === "") throw new Error(`"${key}" does not fit into the address`)
    return text
  }
  throw new Error(`"${key}" has no value that fits into the address`)
}

function bodyOf({ case: id, item, data }: SourceContext, names: readonly string[]): JsonObject {
  const sent = Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(data, name) ? [[name, data[name] ?? null]] : [])),
  )
  return { case: id, ...(item && { item }), data: sent }
}

async function jsonIn(answer: Response, size: number): Promise<Json> {
  if (answer.status < 200 || answer.status > 299) {
    await leave(answer.body)
    const isMoved = answer.status >= 300 && answer.status < 400
    throw new Error(`answered ${answer.status}${isMoved ? ": redirects are not followed" : ""}`)
  }
  if (answer.status === 204) return null
  const text = await textWithin(answer, size)
  try {
    const value: Json = JSON.parse(text)
    return value
  } catch {
    throw new Error("answered something that is no JSON")
  }
}

async function textWithin(answer: Response, size: number): Promise<string> {
  const reader = answer.body?.getReader()
  if (reader === undefined) return ""
  const parts: Uint8Array[] = []
  let length = 0
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.byteLength
    if (length > size) {
      await leave(reader)
      throw new Error(`answered more than ${size} bytes`)
    }
    parts.push(read.value)
  }
  return Buffer.concat(parts).toString("utf8")
}

/** Nobody reads the rest. What became of it changes nothing of what is known already. */
async function leave(body: Pick<ReadableStream, "cancel"> | null): Promise<void> {
  await body?.cancel().catch(() => undefined)
}

/** What `fetch` throws says little and may hold the address; its cause has a code. */
function reasonOf(error: unknown, timeout: number): string {
  if (!(error instanceof Error)) return "could not be asked"
  if (error.name === "TimeoutError") return `not answered within ${timeout} ms`
  const { cause } = error
  if (cause === undefined) return error.message
  return cause instanceof Error && "code" in cause ? String(cause.code) : "could not be asked"
}
