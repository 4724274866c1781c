/**
 * The door for programs that talk to a server: every verb of the HTTP API as a function with its types. Works in Node and in
 * browsers, needs nothing but `fetch`.
 *
 * @example
 * ```ts
 * import { connect } from "exlet/client"
 * const exlet = connect({ url: "http://127.0.0.1:7400", token: "exlet_…" })
 * const started = await exlet.start({ process: "order", data: { amount: 99 } })
 * if (started.ok) console.log(started.value.case)
 * ```
 */
export type { Input, Output } from "./api/operations.ts"
export type { ProblemDetails, Refusal } from "./api/problems.ts"
export type { OperationName } from "./api/routes.ts"
export {
  type CallOptions,
  type Client,
  type Connection,
  connect,
  type FollowOptions,
  type Told,
} from "./client/client.ts"
export { ConnectionError } from "./client/connection-error.ts"
export type { Followed } from "./client/event-stream.ts"
export { RefusedError } from "./client/refused-error.ts"
