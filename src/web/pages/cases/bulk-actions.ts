import type { Client, Input } from "../../../client.ts"
import type { IconName } from "../../parts/icon.tsx"

/** What can be done with many cases at once. */
export const bulkActions = {
  suspendCase: { title: "Suspend", done: "suspended", icon: "held", takes: "nothing" },
  continueCase: { title: "Continue", done: "continued", icon: "started", takes: "nothing" },
  recheckCase: { title: "Recheck", done: "rechecked", icon: "rules", takes: "nothing" },
  jump: { title: "Jump", done: "moved", icon: "right", takes: "step" },
  rollback: { title: "Roll back", done: "rolled back", icon: "undo", takes: "step" },
  setData: { title: "Set data", done: "changed", icon: "edit", takes: "data" },
  removeCase: { title: "Remove", done: "removed", icon: "removed", takes: "nothing", isDangerous: true },
} as const satisfies Readonly<Record<string, BulkWords>>

interface BulkWords {
  readonly title: string
  readonly done: string
  readonly icon: IconName
  /** What has to be said with it. */
  readonly takes: "nothing" | "step" | "data"
  readonly isDangerous?: true
}

export type BulkAction = keyof typeof bulkActions

/** What goes with it for each case. */
export type BulkParameters = Pick<Input<"jump">, "to"> | Pick<Input<"setData">, "data"> | Record<never, never>

interface Asked {
  readonly case: string
  readonly reason?: string
  readonly dryRun?: boolean
}

type Verb = (
  input: Asked,
  options: { readonly key?: string; readonly signal: AbortSignal },
) => ReturnType<Client["suspendCase"]>

export const verbOf = (client: Client, action: BulkAction): Verb => client[action] as Verb
