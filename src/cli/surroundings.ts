import { text } from "node:stream/consumers"
import { openLocal } from "./connecting.ts"
import { listen } from "./listening.ts"

/** Everything a command has from the machine it runs on. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where files are looked for. */
  readonly folder: string
  /** Ctrl-C. */
  readonly signal: AbortSignal
  readonly fetch: typeof fetch
  stdin(): Promise<string>
  readonly openLocal: typeof openLocal
  readonly listen: typeof listen
  now(): number
}

/** Those of this process. */
export function surroundings(signal: AbortSignal): Surroundings {
  return {
    env: process.env,
    folder: process.cwd(),
    signal,
    fetch: (...call) => fetch(...call),
    stdin: () => text(process.stdin),
    openLocal,
    listen,
    now: () => Date.now(),
  }
}
