import type { FastifyBaseLogger } from "fastify"
import type { Desk } from "../access/desk.ts"
import type { Principal } from "../access/principal.ts"
import type { Output } from "../api/operations.ts"
import type { Refusal } from "../api/problems.ts"
import type { RecordedEntry } from "../messages/events.ts"
import type { Engine } from "../runtime/engine.ts"
import type { Admission } from "./admission.ts"
import type { EntryFeed } from "./entry-feed.ts"
import type { EventStreams } from "./event-streams.ts"
import type { Handlers } from "./handler.ts"
import type { Limits } from "./limits.ts"

/** What a request shows of who asks; headers as they came. */
export interface Shown {
  readonly method: string
  readonly authorization?: string | undefined
  readonly apiKey?: string | undefined
  readonly cookie?: string | undefined
  readonly csrf?: string | undefined
  readonly origin?: string | undefined
  readonly host?: string | undefined
  readonly as?: string | undefined
}

export type Told<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly rejection: Refusal }

export type Authenticate = (shown: Shown) => Promise<Told<Principal>>

/** Sessions of browsers. */
export interface SessionDesk {
  readonly cookie: {
    readonly name: string
    readonly path: "/"
    readonly httpOnly: true
    readonly sameSite: "strict"
    readonly secure: boolean
  }
  begin(
    principal: Principal,
  ): Promise<Told<{ readonly secret: string; readonly csrf: string; readonly expiresAt: number }>>
  end(secret: string): Promise<void>
  /** What a page must send along with every change. */
  csrf(secret: string): string
}

/** Which entries somebody wants to hear of. */
export interface EntryFilter {
  readonly family?: string
  readonly process?: string
  readonly agent?: string
}

/** What of an entry whoever asks may see and wants to; undefined: nothing. */
export type Seen = (desk: Desk, entry: RecordedEntry, filter: EntryFilter) => Promise<Output<"events"> | undefined>

export interface MetricsText {
  readonly contentType: string
  readonly text: string
}

export interface DoorOptions {
  readonly engine: Engine
  readonly handlers: Handlers
  readonly authenticate: Authenticate
  readonly seen: Seen
  /** Without them nobody can sign in with a browser. */
  readonly sessions?: SessionDesk
  /** Writes a copy of the store to a file that is not there yet. Without it there are no backups. */
  readonly backup?: (file: string) => Promise<Told<unknown>>
  readonly version: string
  /** `development`: nothing is limited in rate, and metrics are open. */
  readonly mode?: "production" | "development"
  readonly limits?: Partial<Limits>
  /** None unless set. */
  readonly log?: FastifyBaseLogger
  /** Other sites whose pages may call, as `https://board.example`; none unless set. */
  readonly origins?: readonly string[]
  readonly metrics?: () => Promise<MetricsText>
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
}
