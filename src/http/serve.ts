import type { FastifyInstance } from "fastify"
import type { Engine } from "../runtime/engine.ts"

export interface ServeOptions {
  readonly app: FastifyInstance
  readonly engine: Engine
  /** A loopback address unless set. */
  readonly host?: string
  /** Any free one if 0; 7400 unless set. */
  readonly port?: number
  /** How many milliseconds requests under way, and then programs, get to finish; 10,000 unless set. */
  readonly grace?: number
}

export interface Served {
  /** Where it can be reached, as `http://127.0.0.1:7400`. */
  readonly url: string
  /** Takes nothing new, says goodbye to streams, finishes what is under way, and stops the engine. */
  stop(): Promise<void>
}

export async function serve(options: ServeOptions): Promise<Served> {
  const { app, engine, host = "127.0.0.1", port = 7400, grace = 10_000 } = options
  // Where many connect at once the system would refuse those it has no room for until they are looked at.
  const url = await app.listen({ host, port, backlog: 4096 })
  let stopped: Promise<void> | undefined
  const stop = async () => {
    const late = setTimeout(() => app.server.closeAllConnections(), grace)
    try {
      await app.close()
    } finally {
      clearTimeout(late)
      await engine.stop({ grace })
    }
  }
  return {
    url,
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

/** What is needed of the process. */
export interface Signals {
  on(signal: "SIGTERM" | "SIGINT" | "SIGHUP", listener: () => void): unknown
  exit(code: number): void
}

/** Stops when told to and exits with 0, or with 1 if that fails; told a second time, exits at once. */
export function stopOnSignal(served: Served, signals: Signals = process): void {
  let isStopping = false
  const stop = () => {
    if (isStopping) return signals.exit(1)
    isStopping = true
    served.stop().then(
      () => signals.exit(0),
      () => signals.exit(1),
    )
  }
  signals.on("SIGTERM", stop)
  signals.on("SIGINT", stop)
  // The terminal is closed, or a service manager means what it says.
  signals.on("SIGHUP", stop)
}
