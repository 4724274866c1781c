import type { EventOf } from "../messages/events.ts"
import type { ExceptionId, FrameId, InterventionId, ItemId, RunId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import type { Undo } from "../messages/undoing.ts"
import type { HandlingDraft, Run } from "./handling.ts"

/** How far a run has come that rolls back to a step. */
export interface Rollback {
  readonly to: string
  /** The item of that step. */
  readonly item: ItemId
  readonly within?: FrameId
  /** Newest first. */
  readonly undos: readonly Undo[]
  /** The version of the last event it was planned with: what was done later is not among them. */
  readonly until: number
  /** How many of them are through. */
  readonly done: number
  /** What the variables to be put back hold, unless somebody else has written them since. */
  readonly now: JsonObject
  readonly pending?: Pending
  /** What keeps it from going on. */
  readonly failure?: { readonly exception: ExceptionId; readonly message: string }
  /** How deep the run lay that had something tried once more. */
  readonly depth?: number
}

/** What it waits for: that somebody agrees, a worklet, another run or a person, or an answer to what went wrong. */
type Pending = "consent" | "worklet" | "exlet" | "person" | "told" | "answer"

export const rollbackFolders = {
  RollbackPlanned(draft: HandlingDraft, event: EventOf<"RollbackPlanned">): void {
    const { to, item, within, undos, until, now, asks } = event
    change(draft, event.run, ({ rollback }) => {
      const through = rollback?.undos.slice(0, rollback.done) ?? []
      const planned = { to, item, undos: [...through, ...undos], until, done: through.length, now }
      return {
        rollback: {
          ...planned,
          ...(within && { within }),
          ...(asks && { pending: "consent" }),
          ...(rollback?.depth !== undefined && { depth: rollback.depth }),
        },
      }
    })
  },
  UndoStarted(draft: HandlingDraft, { run: id, by, worklets = [] }: EventOf<"UndoStarted">): void {
    const given = worklets.map((worklet) => draft.worklets.get(worklet)?.given ?? {})
    change(draft, id, ({ rollback }) => ({
      worklets,
      open: worklets,
      given,
      ...(rollback && { rollback: { ...rollback, pending: by } }),
    }))
  },
  UndoFailed(draft: HandlingDraft, { run, exception, message }: EventOf<"UndoFailed">): void {
    onward(draft, run, (rollback) => ({ ...rollback, pending: "answer", failure: { exception, message } }))
  },
  UndoRetried(draft: HandlingDraft, { run, depth }: EventOf<"UndoRetried">): void {
    onward(draft, run, (rollback) => ({ ...ready(rollback), depth }))
  },
  ItemUndone(draft: HandlingDraft, { run, data = {}, unset = [] }: EventOf<"ItemUndone">): void {
    if (run === undefined) return
    const gone = Object.fromEntries(unset.map((name) => [name, null]))
    onward(draft, run, (rollback) => ({
      ...ready(rollback),
      done: rollback.done + 1,
      now: { ...rollback.now, ...data, ...gone },
    }))
  },
  RolledBack(draft: HandlingDraft, { run: id }: EventOf<"RolledBack">): void {
    const run = draft.runs.get(id)
    if (run === undefined) return
    const { rollback: _, ...rest } = run
    draft.runs.set(id, rest)
  },
}

/** A rollback that asked was answered. */
export function noteAnswer(draft: HandlingDraft, id: InterventionId): void {
  const asking = draft.interventions.get(id)?.run
  if (asking === undefined) return
  onward(draft, asking, (rollback) => {
    if (rollback.pending === "person") return { ...rollback, pending: "told" }
    return rollback.pending === "consent" ? ready(rollback) : rollback
  })
}

/** What a run has written itself is no stranger's writing. */
export function noteOwnWriting(draft: HandlingDraft, id: RunId, data: JsonObject): void {
  onward(draft, id, (rollback) => ({ ...rollback, now: { ...rollback.now, ...data } }))
}

function ready({ pending: _, failure: __, ...rollback }: Rollback): Rollback {
  return rollback
}

function onward(draft: HandlingDraft, id: RunId, next: (rollback: Rollback) => Rollback): void {
  change(draft, id, ({ rollback }) => (rollback ? { rollback: next(rollback) } : {}))
}

function change(draft: HandlingDraft, id: RunId, changes: (run: Run) => Partial<Run>): void {
  const run = draft.runs.get(id)
  if (run) draft.runs.set(id, { ...run, ...changes(run) })
}
