import type { Desk } from "../access/desk.ts"
import type { Input, Output } from "../api/operations.ts"
import type { Refusal } from "../api/problems.ts"
import type { OperationName } from "../api/routes.ts"
import type { TurnedAway } from "./turned-away.ts"

/** What a handler is given besides the input. */
export interface Asking {
  readonly desk: Desk
  readonly key?: string
  readonly expected?: number
  /** Lets others do something, where the work so far was long; to be asked between any two reads. */
  readonly turn: () => Promise<void>
  /** Whoever asked has gone. */
  readonly signal: AbortSignal
  /** Nobody waits any longer: whoever asked has gone, or the server stops. */
  readonly over: AbortSignal
  /** What is to be done if the answer does not get as far as his connection. */
  readonly ifLost: (work: () => void) => void
  /** Why he would not be let in any more; undefined: he would. To be asked after waiting. */
  readonly turnedAway: TurnedAway
  /** Of a session: what its page must send along with every change. */
  readonly csrf?: string
  /** Where somebody wants to be told how far it is. */
  readonly onProgress?: (progress: { readonly checked: number; readonly of: number }) => void
}

export type Handled<Value> =
  | { readonly ok: true; readonly value: Value; readonly revision?: number }
  | { readonly ok: false; readonly rejection: Refusal }

/** What is not JSON in, JSON out is done by the door itself. */
export type HandledName = Exclude<OperationName, "events" | "backup" | "signIn" | "signOut">

export type Handler<Name extends OperationName> = (input: Input<Name>, asking: Asking) => Promise<Handled<Output<Name>>>

export type Handlers = { readonly [Name in HandledName]: Handler<Name> }
/** Those of some of the names. */
export type HandlersOf<Name extends HandledName> = { readonly [Each in Name]: Handler<Each> }
