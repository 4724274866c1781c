import type { Path, Place } from "../messages/findings.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { RejectionCode } from "../messages/rejections.ts"
import type { Locate } from "../model/source.ts"
import type { Expectation } from "./expectation.ts"
import type { ItemName } from "./item-name.ts"

/** A scenario: what happens to a bundle, step by step, and what is expected to be so in between. */
export interface Story {
  readonly name: string
  readonly place: Place
  /** Where its bundle is, relative to its own file. */
  readonly bundle?: string
  /** The moment it begins at. */
  readonly now: string
  readonly workers: ReadonlyMap<string, readonly Call[]>
  readonly steps: readonly Step[]
  readonly locate: Locate
}

/** What a scripted program does when it is called. */
export type Call =
  | { readonly do: "throw"; readonly message: string }
  | { readonly do: "return"; readonly data: JsonObject }
  | { readonly do: "hang" }

export interface Step {
  readonly path: Path
  /** As it was written: `complete: sellTickets`. */
  readonly title: string
  readonly action: Action
  /** The alias of a case; absent: the case started last. */
  readonly of?: string
  readonly by?: string
  readonly reason?: string
  /** It must be refused, with this code or any. */
  readonly refused?: RejectionCode | true
}

export type Action =
  | StartCase
  | ActOnItem
  | GiveData
  | GiveItem
  | Retry
  | Amend
  | Grant
  | ChangeHold
  | Remove
  | SetData
  | AddInstance
  | Raise
  | ReportUnforeseen
  | Learn
  | AnswerIntervention
  | TakeBack
  | Recheck
  | JumpTo
  | RollBack
  | Deploy
  | BindHandlers
  | Advance
  | SendMessage
  | Crash
  | Expect

export interface StartCase {
  readonly do: "start"
  readonly process: string
  readonly as?: string
  /** The case number it is started under. */
  readonly number?: string
  readonly data: JsonObject
}

export interface ActOnItem {
  readonly do: "start-item" | "accept" | "decline" | "hand-back" | "restart" | "skip" | "fail" | "wait"
  readonly item: ItemName
}

export interface Retry {
  readonly do: "retry"
  readonly item: ItemName
  readonly with?: "same" | "next"
}

/** Other needs for an item, as in a process. */
export interface Amend {
  readonly do: "amend"
  readonly item: ItemName
  readonly needs: JsonObject
}

/** An agent can do more than before. */
export interface Grant {
  readonly do: "grant"
  readonly agent: string
  readonly capabilities: readonly string[]
  readonly until?: string
}

export interface GiveData {
  readonly do: "update" | "complete" | "force-complete"
  readonly item: ItemName
  readonly data: JsonObject
}

export interface GiveItem {
  readonly do: "delegate" | "reassign"
  readonly item: ItemName
  readonly to: string
}

/** An item, the case, or what follows a task. */
export type Target = ItemTarget | CaseTarget | AfterTarget
export type ItemTarget = { readonly kind: "item"; readonly item: ItemName }
export type CaseTarget = { readonly kind: "case" }
export type AfterTarget = { readonly kind: "after"; readonly item: ItemName }

export interface ChangeHold {
  readonly do: "suspend" | "continue"
  readonly target: Target
}

export interface Remove {
  readonly do: "remove"
  readonly target: ItemTarget | CaseTarget
}

export interface SetData {
  readonly do: "set"
  readonly data: JsonObject
}

export interface AddInstance {
  readonly do: "add"
  readonly item: ItemName
  readonly element: Json
}

export interface Raise {
  readonly do: "raise"
  readonly class: string
  readonly item?: ItemName
  readonly with: JsonObject
}

export interface ReportUnforeseen {
  readonly do: "report"
  readonly title: string
  readonly text?: string
  readonly item?: ItemName
}

export interface Learn {
  readonly do: "learn"
  /** Its canonical name. */
  readonly on: string
  /** A task or block of the case's process (`review[2]` an instance), or a scope as in a bundle. */
  readonly at: string
  readonly if: string
  /** What stands under `then:`, as in a bundle. */
  readonly conclusion: Json
  readonly replace: boolean
  readonly undo: boolean
}

export interface AnswerIntervention {
  readonly do: "answer"
  /** The oldest open one of this class; absent: of any. */
  readonly class?: string
  readonly answer: JsonObject
}

/** The last answer given in the case. */
export interface TakeBack {
  readonly do: "take-back"
}

export interface Recheck {
  readonly do: "recheck"
  readonly target: ItemTarget | CaseTarget
}

/** The flow goes on at a step, instead of where the item stands, or all of the case. */
export interface JumpTo {
  readonly do: "jump"
  readonly target: ItemTarget | CaseTarget
  readonly to: string
}

/** Back to a task or activity: as seen from the case, or from an item, where there are several instances. */
export interface RollBack {
  readonly do: "rollback"
  readonly target: ItemTarget | CaseTarget
  readonly to: string
}

/** Live changes of what handlers are bound to. */
export interface BindHandlers {
  readonly do: "bind" | "unbind"
  readonly bindings: readonly BoundThere[]
}

export interface BoundThere {
  readonly handler: string
  /** Absent: wherever it is bound. */
  readonly at?: readonly string[]
  readonly with?: JsonObject
}

/** A live change. */
export interface Deploy {
  readonly do: "deploy"
  /** As in a bundle. */
  readonly definitions: JsonObject
}

export interface Advance {
  readonly do: "advance"
  readonly time: { readonly by: string } | { readonly to: string }
}

export interface SendMessage {
  readonly do: "message"
  readonly name: string
  readonly key?: Json
  readonly data: JsonObject
  /** The process it starts a case of if none fits, and what that is called. */
  readonly start?: string
  readonly as?: string
}

export interface Crash {
  readonly do: "crash"
}

export interface Expect {
  readonly do: "expect"
  readonly expectation: Expectation
}
