import { setTimeout as pause } from "node:timers/promises"
import { ConnectionError, type Told } from "../client.ts"

export interface Patience {
  readonly signal: AbortSignal
  /** Told before each new attempt. */
  readonly onTrouble: (message: string) => void
  /** How many milliseconds to wait the first time; each further time is twice as long, up to half a minute. */
  readonly first?: number
  /** How many attempts; any number unless set. */
  readonly attempts?: number
}

/** Asks until there is an answer: a server that cannot be reached, or is too busy, is asked again later. */
export async function retrying<Value>(ask: () => Promise<Told<Value>>, patience: Patience): Promise<Told<Value>> {
  const { signal, onTrouble, first = 500, attempts = Number.POSITIVE_INFINITY } = patience
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt >= attempts || signal.aborted
    const told = await ask().catch((error: unknown) => {
      if (error instanceof ConnectionError && !isLast) return error
      throw error
    })
    const isGone = told instanceof ConnectionError
    if (!isGone && (told.ok || isLast || ![429, 503].includes(told.status))) return told
    onTrouble(isGone ? told.message : told.rejection.message)
    await pause(Math.min(first * 2 ** (attempt - 1), 30_000), undefined, { signal })
  }
}
