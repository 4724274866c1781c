import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { RefusedError } from "../../client.ts"
import { ask } from "./ask.ts"
import { useClient } from "./client.ts"
import { useFreshness } from "./use-freshness.ts"

export type Connection = "connecting" | "open" | "broken"

/**
 * Follows what happens on the server and lets go of answers that it makes old. What concerns one family is asked again at once;
 * lists at most every so often, however much happens.
 */
export function useLive(): Connection {
  const client = useClient()
  const queries = useQueryClient()
  const freshness = useFreshness()
  const [state, setState] = useState<Connection>("connecting")
  useEffect(() => {
    const stop = new AbortController()
    const follow = async () => {
      while (!stop.signal.aborted) {
        try {
          const { position } = await ask(client, "server", {}, stop.signal)
          const onConnection = (next: "open" | "broken") => {
            setState(next)
            // What is no part of history (rules, processes, people) may have changed meanwhile.
            if (next === "open") void freshness.changed(undefined)
          }
          for await (const entry of client.events({ after: position }, { signal: stop.signal, onConnection }))
            freshness.happened(entry)
        } catch (error) {
          if (stop.signal.aborted) return
          if (error instanceof RefusedError && error.status === 403) {
            // Whoever may not see what happens asks again now and then what there is for him.
            setState("open")
            await pause(unseenAfter, stop.signal)
            await freshness.changed(undefined)
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
      freshness.end()
    }
  }, [client, queries, freshness])
  return state
}

const unseenAfter = 5000

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener("abort", () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
