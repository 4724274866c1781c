import type { Input, Output } from "../api/operations.ts"
import { type ProblemDetails, type Refusal, refusalOf } from "../api/problems.ts"
import { basePath, type OperationName, routes, targetOf } from "../api/routes.ts"
import { ConnectionError } from "./connection-error.ts"
import { type Followed, follow } from "./event-stream.ts"
import { RefusedError } from "./refused-error.ts"

export interface Connection {
  /** Where the server is, as in `http://127.0.0.1:7400`; in a browser the page's own unless set. */
  readonly url?: string
  /** An API key or a token. */
  readonly token?: string
  /** Acts as somebody else, where that is allowed. */
  readonly as?: string
  /** Of a session in a browser. */
  readonly csrf?: string
  readonly fetch?: typeof fetch
}

export interface CallOptions {
  /** The same key again answers what the first did, and does nothing again. */
  readonly key?: string
  /** Refused if the family has another revision by then. */
  readonly expected?: number
  readonly signal?: AbortSignal
}

/** What came of it. A refusal is a value; a server that cannot be reached is thrown as a `ConnectionError`. */
export type Told<Value> =
  | { readonly ok: true; readonly value: Value }
  | {
      readonly ok: false
      readonly rejection: Refusal
      readonly status: number
      /** The refusal as it came over HTTP. */
      readonly problem: ProblemDetails
    }

type Special = "events" | "backup" | "backtest"

export type Client = {
  readonly [Name in Exclude<OperationName, Special>]: (
    ...call: Record<never, never> extends Input<Name>
      ? [input?: Input<Name>, options?: CallOptions]
      : [input: Input<Name>, options?: CallOptions]
  ) => Promise<Told<Output<Name>>>
} & {
  /**
   * Entries from a position on, without gap or repeat: a connection that breaks is taken up again where it was. Throws a
   * `RefusedError` when there is no going on: nobody is signed in any more, or history ends before that position.
   */
  events(input?: Input<"events">, options?: FollowOptions): AsyncGenerator<Output<"events">>
  backtest(
    input: Input<"backtest">,
    options?: CallOptions & { readonly onProgress?: (progress: Progress) => void },
  ): Promise<Told<Output<"backtest">>>
  /** The bytes of a copy of the store. */
  backup(input?: Input<"backup">, options?: CallOptions): Promise<Told<ReadableStream<Uint8Array>>>
}

export interface FollowOptions {
  readonly signal?: AbortSignal
  /** Told whenever the connection stands, and whenever it broke and is tried again. */
  readonly onConnection?: (state: "open" | "broken") => void
}

export interface Progress {
  readonly checked: number
  readonly of: number
}

/** Nothing is sent until a verb is called. */
export function connect(connection: Connection = {}): Client {
  const line = new Line(connection)
  const verbs = Object.keys(routes).map((name) => [
    name,
    (input: Fields = {}, options: CallOptions = {}) => line.ask(name as OperationName, input, options),
  ])
  return {
    ...Object.fromEntries(verbs),
    events: (input: Input<"events"> = {}, options: FollowOptions = {}) => line.follow(input, options),
    backtest: (input: Fields, options: CallOptions & { readonly onProgress?: (progress: Progress) => void } = {}) =>
      options.onProgress
        ? line.watch("backtest", input, options, options.onProgress)
        : line.ask("backtest", input, options),
    backup: (input: Fields = {}, options: CallOptions = {}) => line.download("backup", input, options),
  } as Client
}

type Fields = Readonly<Record<string, unknown>>

class Line {
  readonly #connection: Connection
  readonly #fetch: typeof fetch

  constructor(connection: Connection) {
    this.#connection = connection
    this.#fetch = connection.fetch ?? ((...call) => fetch(...call))
  }

  async ask(name: OperationName, input: Fields, options: CallOptions): Promise<Told<unknown>> {
    const response = await this.#send(name, input, options, "application/json")
    return response.ok ? { ok: true, value: await json(response) } : refused(response)
  }

  async download(name: OperationName, input: Fields, options: CallOptions): Promise<Told<ReadableStream<Uint8Array>>> {
    const response = await this.#send(name, input, options, "*/*")
    if (!response.ok) return refused(response)
    if (response.body === null) throw new ConnectionError("the server sent no file")
    return { ok: true, value: response.body }
  }

  /** Progress comes as events; the last is the result. */
  async watch(
    name: OperationName,
    input: Fields,
    options: CallOptions,
    onProgress: (progress: Progress) => void,
  ): Promise<Told<unknown>> {
    const response = await this.#send(name, input, options, "text/event-stream")
    if (!response.ok) return refused(response)
    for await (const { event, data } of follow(response)) {
      if (event === "progress") onProgress(JSON.parse(data) as Progress)
      if (event === "result") return { ok: true, value: JSON.parse(data) }
      if (event === "problem") return refusal(JSON.parse(data) as ProblemDetails)
    }
    throw new ConnectionError("the connection broke before the result came")
  }

  async *follow(input: Input<"events">, { signal, onConnection }: FollowOptions): AsyncGenerator<unknown> {
    let { after } = input
    for (let pause = 0; !signal?.aborted; ) {
      try {
        const { live, ...rest } = input
        const begin = after === undefined ? { ...rest, ...(live && { live }) } : { ...rest, after }
        const response = await this.#send("events", begin, signal ? { signal } : {}, "text/event-stream")
        if (!response.ok && response.status < 500 && response.status !== 429) {
          const told = await refused(response)
          throw new RefusedError(told.rejection, told.status)
        }
        if (response.ok) onConnection?.("open")
        for await (const { id, data, event } of follow(response) as AsyncIterable<Followed>) {
          pause = 0
          if (id !== undefined) after = Number(id)
          if (event === undefined || event === "entry") yield JSON.parse(data)
        }
      } catch (error) {
        if (signal?.aborted) return
        if (error instanceof RefusedError) throw error
      }
      if (signal?.aborted) return
      onConnection?.("broken")
      pause = Math.min(pause * 2 + 200, 10_000)
      await sleep(pause, signal)
    }
  }

  async #send(name: OperationName, input: Fields, options: CallOptions, accept: string): Promise<Response> {
    const { url = "", token, as, csrf } = this.#connection
    const { method, path, parameters } = targetOf(name)
    const filled = path.replace(/:(\w+)/g, (_, parameter: string) => encodeURIComponent(String(input[parameter])))
    const rest = Object.entries(input).filter(([key, value]) => !parameters.includes(key) && value !== undefined)
    const query = method === "GET" && rest.length > 0 ? `?${new URLSearchParams(rest.map(asText))}` : ""
    const address = `${url.replace(/\/+$/, "")}${basePath}${filled}${query}`
    const headers: Record<string, string> = {
      accept,
      ...(method === "POST" && { "content-type": "application/json" }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(as !== undefined && { "exlet-as": headerText(as) }),
      ...(csrf !== undefined && { "x-csrf-token": csrf }),
      ...(options.key !== undefined && { "idempotency-key": options.key }),
      ...(options.expected !== undefined && { "if-match": `"${options.expected}"` }),
    }
    try {
      return await this.#fetch(address, {
        method,
        headers,
        ...(method === "POST" && { body: JSON.stringify(Object.fromEntries(rest)) }),
        ...(options.signal && { signal: options.signal }),
      })
    } catch (error) {
      if (options.signal?.aborted) throw error
      throw new ConnectionError(`could not reach ${url || "the server"}: ${because(error)}`, { cause: error })
    }
  }
}

const asText = ([key, value]: [string, unknown]): [string, string] => [key, String(value)]

async function json(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (error) {
    throw new ConnectionError("what came back is not JSON: is this an Exlet server?", { cause: error })
  }
}

async function refused(response: Response): Promise<Extract<Told<never>, { readonly ok: false }>> {
  const problem = (await json(response)) as ProblemDetails
  if (typeof problem?.code !== "string")
    throw new ConnectionError(`the server answered ${response.status} without a code`)
  return refusal(problem)
}

function refusal(problem: ProblemDetails): Extract<Told<never>, { readonly ok: false }> {
  return { ok: false, rejection: refusalOf(problem), status: problem.status, problem }
}

function because(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}

function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds)
    function done() {
      clearTimeout(timer)
      signal?.removeEventListener("abort", done)
      resolve()
    }
    signal?.addEventListener("abort", done)
  })
}

/** Headers carry bytes, each written as a character below 256: names go as UTF-8. */
function headerText(name: string): string {
  return String.fromCharCode(...new TextEncoder().encode(name))
}
