/** How much the door bears: sizes in bytes, times in milliseconds. */
export interface Limits {
  /** The largest body, where an operation does not say otherwise. */
  readonly body: number
  /** How deep JSON may be nested. */
  readonly depth: number
  /** The longest address, in characters. */
  readonly address: number
  /** All headers of a request together, its first line included. */
  readonly headers: number
  /** Requests being answered at a time; more are asked to come back. Those that wait on purpose, and streams, have limits of their own. */
  readonly requests: number
  /** Of one agent, or one address where nobody is signed in, those whose bodies are still to come; a quarter of all unless set. */
  readonly requestsEach: number
  /** Of one agent, answers to questions being made at a time; the others wait in line, up to `requestsEach`. */
  readonly workEach: number
  /** Requests that wait for something to happen, such as claims, at a time: in all and of one agent, a quarter of all unless set. */
  readonly waiting: number
  readonly waitingEach: number
  /** Bytes of answers that are ready but not taken yet, in all and for one agent. */
  readonly unread: number
  readonly unreadEach: number
  /** Event streams at a time, in all and of one agent. */
  readonly streams: number
  readonly streamsEach: number
  /** Connections at a time, whether or not anything comes over them. More than all of the above, so that idle ones shut nobody out. */
  readonly connections: number
  /** Requests a second from one agent, or from one address where nobody is signed in; 0 is any number. */
  readonly rate: number
  /** Within which the headers must have come, also on a connection over which nothing has come yet. */
  readonly headersWithin: number
  /** Within which the whole request must have come. */
  readonly requestWithin: number
  /** How long a connection is kept between two requests. */
  readonly keepAlive: number
  /** How long nothing at all may pass over a connection that is in use. */
  readonly silence: number
  /** How often a stream says that it is alive. */
  readonly heartbeat: number
  /** How long a reader, of a stream or any other answer, may take nothing. */
  readonly patience: number
  /** How often connections are looked at for those that are too slow. */
  readonly lookEvery: number
}

/** What was asked for, and the usual for the rest. */
export function limitsOf(asked: Partial<Limits>): Limits {
  const limits = { ...usual, ...asked }
  return {
    ...limits,
    requestsEach: asked.requestsEach ?? Math.ceil(limits.requests / 4),
    waitingEach: asked.waitingEach ?? Math.ceil(limits.waiting / 4),
  }
}

const usual: Omit<Limits, "requestsEach" | "waitingEach"> = {
  body: 1024 * 1024,
  depth: 64,
  address: 8192,
  headers: 32 * 1024,
  requests: 1000,
  workEach: 4,
  waiting: 10_000,
  unread: 512 * 1024 * 1024,
  unreadEach: 64 * 1024 * 1024,
  streams: 10_000,
  streamsEach: 100,
  connections: 40_000,
  rate: 2000,
  headersWithin: 10_000,
  requestWithin: 30_000,
  keepAlive: 30_000,
  silence: 300_000,
  heartbeat: 15_000,
  patience: 30_000,
  lookEvery: 2000,
}
