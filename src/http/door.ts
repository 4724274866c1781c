import type { FastifyBaseLogger } from "fastify"
import type { Authenticate } from "../access/authenticate.ts"
import type { SessionCookie } from "../access/session-cookie.ts"
import type { Sessions } from "../access/sessions.ts"
import type { Engine } from "../runtime/engine.ts"
import type { Admission } from "./admission.ts"
import type { EntryFeed } from "./entry-feed.ts"
import type { EventStreams } from "./event-streams.ts"
import type { Handlers } from "./handler.ts"
import type { Limits } from "./limits.ts"

/** Sessions of browsers, and how a browser keeps one. */
export interface SessionDesk {
  readonly sessions: Pick<Sessions, "beginSession" | "endSession">
  readonly cookie: SessionCookie
}

export interface MetricsText {
  readonly contentType: string
  readonly text: string
}

export interface DoorOptions {
  readonly engine: Engine
  readonly handlers: Handlers
  readonly authenticate: Authenticate
  /** Another value after anything on which it depends who is let in has changed; without it only time tells. */
  readonly changes?: () => unknown
  /** Without them nobody can sign in with a browser. */
  readonly browsers?: SessionDesk
  readonly version: string
  /** `development`: nothing is limited in rate, and metrics are open. */
  readonly mode?: "production" | "development"
  readonly limits?: Partial<Limits>
  /** None unless set. */
  readonly log?: FastifyBaseLogger
  /** Other sites whose pages may call, as `https://board.example`; none unless set. */
  readonly origins?: readonly string[]
  readonly metrics?: () => Promise<MetricsText>
  /** Told when an event stream is opened (1) or has ended (-1). */
  readonly onStream?: (change: 1 | -1) => void
  /** Whoever sends it as a bearer may read the metrics, and nothing else. */
  readonly metricsToken?: string
  /** Addresses of proxies whose `X-Forwarded-For` is believed; none unless set. */
  readonly proxies?: readonly string[]
  /** Every answer is checked against its schema, and is a failure if it does not fit: for tests. */
  readonly checkAnswers?: boolean
}

/** An open door: what it was opened with, and what all requests share. */
export interface Door extends Omit<DoorOptions, "limits"> {
  readonly limits: Limits
  readonly admission: Admission
  readonly streams: EventStreams
  readonly feed: EntryFeed
  /** Nothing new is taken any more. */
  isStopping: boolean
  /** Aborted when the server begins to stop: whoever waits for something is answered. */
  readonly stopping: AbortController
}
