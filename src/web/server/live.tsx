import { type QueryClient, useQueryClient } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { RefusedError } from "../../client.ts"
import { ask } from "./ask.ts"
import { useClient } from "./client.ts"
import { type Asked, isOutdated } from "./outdated.ts"

export type Connection = "connecting" | "open" | "broken"

/**
 * Follows what happens on the server and lets go of answers that it makes old. What concerns one family is asked again at once;
 * lists at most every so often, however much happens.
 */
export function useLive(): Connection {
  const client = useClient()
  const queries = useQueryClient()
  const [state, setState] = useState<Connection>("connecting")
  useEffect(() => {
    const stop = new AbortController()
    const watched = new Watched(queries)
    const follow = async () => {
      while (!stop.signal.aborted) {
        try {
          const { position } = await ask(client, "server", {}, stop.signal)
          const onConnection = (next: "open" | "broken") => {
            setState(next)
            // What is no part of history (rules, processes, people) may have changed meanwhile.
            if (next === "open") void queries.invalidateQueries()
          }
          for await (const entry of client.events({ after: position }, { signal: stop.signal, onConnection }))
            watched.happened(entry.family)
        } catch (error) {
          if (stop.signal.aborted) return
          if (error instanceof RefusedError && error.status === 403) {
            // Whoever may not see what happens asks again now and then what there is for him.
            setState("open")
            await pause(unseenAfter, stop.signal)
            await queries.invalidateQueries()
            continue
          }
          setState("broken")
          if (error instanceof RefusedError && error.status === 401)
            await queries.invalidateQueries({ queryKey: ["me"] })
          await pause(2000, stop.signal)
        }
      }
    }
    void follow()
    return () => {
      stop.abort()
      watched.end()
    }
  }, [client, queries])
  return state
}

const unseenAfter = 5000
const familiesAfter = 120
const listsAfter = 1500

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener("abort", () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

class Watched {
  readonly #queries: QueryClient
  readonly #families = new Set<string>()
  #soon: ReturnType<typeof setTimeout> | undefined
  #later: ReturnType<typeof setTimeout> | undefined
  #listsAt = 0

  constructor(queries: QueryClient) {
    this.#queries = queries
  }

  happened(family: string): void {
    this.#families.add(family)
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined
      const families = new Set(this.#families)
      this.#families.clear()
      this.#letGo((asked) => isOutdated(asked, families) === "family")
    }, familiesAfter)
    const wait = Math.max(familiesAfter, this.#listsAt + listsAfter - Date.now())
    this.#later ??= setTimeout(() => {
      this.#later = undefined
      this.#listsAt = Date.now()
      this.#letGo((asked) => isOutdated(asked, new Set()) === "list")
    }, wait)
  }

  end(): void {
    clearTimeout(this.#soon)
    clearTimeout(this.#later)
  }

  #letGo(isOld: (asked: Asked) => boolean): void {
    void this.#queries.invalidateQueries({
      predicate: ({ queryKey: [name, , of] }) => isOld({ name: String(name), ...(typeof of === "string" && { of }) }),
    })
  }
}
