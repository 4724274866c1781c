import { useCallback, useEffect, useRef, useState } from "react"
import { freshKey } from "../server/request-keys.ts"
import {
  again,
  type BulkRow,
  type BulkRun,
  begun,
  cancelled,
  ended,
  nextOf,
  type Outcome,
  planned,
} from "./bulk-run.ts"

interface Options {
  /** How many go in one request. */
  readonly batch?: number
  /** How many requests at a time. */
  readonly parallel?: number
  /** What came of each. Nothing is thrown for a refusal; what is thrown counts for all of them. */
  readonly execute: (rows: readonly BulkRow[], signal: AbortSignal) => Promise<ReadonlyMap<string, Outcome>>
  /** All have been tried. */
  readonly onOver?: () => void
}

export interface Bulk {
  readonly run: BulkRun | undefined
  start(ids: readonly string[]): void
  cancel(): void
  retry(): void
  forget(): void
}

/** Does a bulk run while whoever started it looks; leaving the page begins nothing more. */
export function useBulkRun(options: Options): Bulk {
  const latest = useRef(options)
  latest.current = options
  const [run, setRun] = useState<BulkRun>()
  const kept = useRef<BulkRun>(undefined)
  const stop = useRef(new AbortController())
  const underWay = useRef(0)

  const keep = useCallback((next: BulkRun | undefined) => {
    kept.current = next
    setRun(next)
  }, [])

  const pump = useCallback(() => {
    const { batch = 1, parallel = 4, execute, onOver } = latest.current
    const { signal } = stop.current
    while (underWay.current < parallel && kept.current && !signal.aborted) {
      const rows = nextOf(kept.current, batch)
      if (rows.length === 0) break
      underWay.current++
      keep(
        begun(
          kept.current,
          rows.map(({ id }) => id),
        ),
      )
      void execute(rows, signal)
        .catch((error: unknown) => new Map(rows.map(({ id }) => [id, { ok: false, text: textOf(error) }])))
        .then((outcomes) => {
          if (signal.aborted) return
          underWay.current--
          if (kept.current) keep(ended(kept.current, outcomes))
          pump()
          if (underWay.current === 0) onOver?.()
        })
    }
  }, [keep])

  const begin = useCallback(
    (next: BulkRun | undefined) => {
      keep(next)
      pump()
    },
    [keep, pump],
  )
  useEffect(() => {
    const controller = new AbortController()
    stop.current = controller
    return () => controller.abort()
  }, [])

  return {
    run,
    start: useCallback((ids) => begin(planned(ids, () => freshKey())), [begin]),
    cancel: useCallback(() => kept.current && keep(cancelled(kept.current)), [keep]),
    retry: useCallback(() => kept.current && begin(again(kept.current)), [begin]),
    forget: useCallback(() => {
      stop.current.abort()
      stop.current = new AbortController()
      underWay.current = 0
      keep(undefined)
    }, [keep]),
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
