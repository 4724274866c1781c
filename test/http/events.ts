import { basePath } from "../../src/api/routes.ts"
import type { Output } from "../../src/client.ts"
import type { World } from "./world.ts"

export type Entry = Output<"events">

export interface Listening {
  readonly key?: string
  readonly as?: string
  readonly query?: Readonly<Record<string, string | number | boolean>>
  readonly lastEventId?: number
  /** The last one that is wanted: the connection is cut after it. */
  readonly until: (entry: Entry, index: number) => boolean
  /** The stream has begun: what happens from now on is told. */
  readonly ready?: () => Promise<void>
}

/** Reads server-sent events as a browser would, and goes away when it has what it wants. Checks that ids are positions. */
export async function readEvents(world: World, listening: Listening): Promise<readonly Entry[]> {
  const { key, as, query = {}, lastEventId, until, ready } = listening
  const written = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  const gone = new AbortController()
  const response = await fetch(`${world.url}${basePath}/events?${new URLSearchParams(written)}`, {
    headers: {
      accept: "text/event-stream",
      ...(key !== undefined && { authorization: `Bearer ${world.secret(key)}` }),
      ...(as !== undefined && { "exlet-as": as }),
      ...(lastEventId !== undefined && { "last-event-id": String(lastEventId) }),
    },
    signal: gone.signal,
  })
  if (response.status !== 200 || !response.headers.get("content-type")?.startsWith("text/event-stream")) {
    throw new Error(`no stream: ${response.status} ${await response.text()}`)
  }
  await ready?.()
  const entries: Entry[] = []
  try {
    for await (const { id, data } of blocksOf(response)) {
      const entry = JSON.parse(data) as Entry
      if (String(entry.position) !== id) throw new Error(`event ${id} is the entry at ${entry.position}`)
      entries.push(entry)
      if (until(entry, entries.length - 1)) return entries
    }
    return entries
  } finally {
    gone.abort()
  }
}

/** Events with data, in the order they come. Comments keep a connection alive and say nothing. */
async function* blocksOf(response: Response): AsyncGenerator<{ readonly id: string; readonly data: string }> {
  const decoder = new TextDecoder()
  let rest = ""
  for await (const chunk of response.body ?? []) {
    rest += decoder.decode(chunk, { stream: true })
    const blocks = rest.split("\n\n")
    rest = blocks.pop() ?? ""
    for (const block of blocks) {
      const lines = block.split("\n").map((line) => /^(\w+): ?(.*)$/.exec(line))
      const of = (name: string) => lines.filter((line) => line?.[1] === name).map((line) => line?.[2] ?? "")
      const name = of("event")[0] ?? "entry"
      if (of("data").length > 0 && (name === "entry" || name === "message")) {
        yield { id: of("id")[0] ?? "", data: of("data").join("\n") }
      }
    }
  }
}
