import { type CaseId, numberOf, type RunId } from "../messages/ids.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { Rejection } from "../messages/rejections.ts"
import type { Undo, Written } from "../messages/undoing.ts"
import type { Occasion } from "./asking.ts"
import type { Run } from "./handling.ts"
import { openQuestion } from "./interventions.ts"
import { eventOfUndo, planRollback } from "./plan-rollback.ts"
import type { Reacting } from "./reacting.ts"
import { trailTo } from "./rollback.ts"
import { reasonFor } from "./rollback-holds.ts"
import type { Rollback } from "./rollback-state.ts"
import { startWorklet } from "./worklets.ts"

/** How far a rollback has come: it is through, has to wait, or wants a run of its own to undo something. */
export type Onward =
  | {
      readonly ok: true
      readonly waits?: true
      readonly worklets?: readonly CaseId[]
      readonly begins?: {
        readonly occasion: Occasion
        readonly program: Omit<Extract<Undo["way"], { by: "exlet" }>, "by">
      }
    }
  | { readonly ok: false; readonly message: string }

/** A run begins to roll back. */
export function beginRollback(reacting: Reacting, run: Run, to: string): Onward {
  const found = trailTo(reacting, run, to)
  if ("code" in found) return { ok: false, message: found.message }
  planRollback(reacting, run, found.of, found.trail)
  return goOn(reacting, run.id)
}

/** Undoes one after the other until something has to be waited for; when all are undone, the step is enabled again. */
export function goOn(reacting: Reacting, id: RunId): Onward {
  for (;;) {
    const run = reacting.draft.runs.get(id)
    const rollback = run?.rollback
    if (run === undefined || rollback === undefined) return { ok: true }
    if (rollback.pending === "told") endUndo(reacting, run)
    else if (rollback.pending) return { ok: true, waits: true }
    else {
      const undo = rollback.undos[rollback.done]
      const onward = undo ? undoNext(reacting, run, rollback, undo) : finish(reacting, run, rollback)
      if (onward) return onward
    }
  }
}

/** What worklets, a run or a person had to do is done: that one is undone. */
export function endUndo(reacting: Reacting, run: Run): void {
  const undo = run.rollback?.undos[run.rollback.done]
  if (undo) markUndone(reacting, run, undo, {})
}

/** Something was not undone: whoever answers the exception says how to go on. What is held stays held. */
export function undoFailed(reacting: Reacting, run: Run, message: string): void {
  const { rollback } = run
  if (rollback === undefined) return
  const { to, undos, done } = rollback
  const task = undos[done]?.task ?? to
  const { port } = reacting
  const depth = Math.max(run.depth, rollback.depth ?? 0)
  port.because(numberOf(run.id), () =>
    reacting.within(Math.max(depth, reacting.depth), () => {
      const exception = reacting.raise({
        type: "RaiseException",
        class: "RollbackIncomplete",
        case: run.case,
        at: port.case(run.case)?.process ?? run.at,
        parameters: { to, task, done, of: undos.length, message },
        depth,
      })
      if (exception) reacting.record({ type: "UndoFailed", run: run.id, task, exception, message })
    }),
  )
}

/** The run whose rollback an exception has brought to a stop. */
export function stoppedBy({ draft }: Reacting, exception: string | undefined): Run | undefined {
  if (exception === undefined) return undefined
  for (const run of draft.runs.values()) if (run.rollback?.failure?.exception === exception) return run
  return undefined
}

/** What was not undone is tried once more, or left as it is. */
export function resume(reacting: Reacting, run: Run, how: "retry" | "skip"): void {
  const undo = run.rollback?.undos[run.rollback.done]
  if (how === "skip" && undo) markUndone(reacting, run, { ...undo, way: { by: "nobody" } }, {})
  else reacting.record({ type: "UndoRetried", run: run.id, depth: reacting.depth })
}

/** Gives what is to be waited for; nothing if it is undone, or everybody is asked what to do about it. */
function undoNext(reacting: Reacting, run: Run, rollback: Rollback, undo: Undo): Onward | undefined {
  const { item, task, way } = undo
  switch (way.by) {
    case "rollback":
      markUndone(reacting, run, undo, restoring(reacting, run, rollback, undo))
      return undefined
    case "void":
    case "nobody":
      markUndone(reacting, run, undo, {})
      return undefined
    case "worklet": {
      const { item: _, ...at } = run
      const started = startWorklet(reacting, at, { worklet: way.worklet }, true, undo.own)
      if (!started.ok) {
        undoFailed(reacting, run, `${way.worklet}: ${started.message}`)
        return { ok: true, waits: true }
      }
      const worklets = [started.case]
      reacting.record({ type: "UndoStarted", run: run.id, item, task, by: "worklet", worklets })
      return { ok: true, waits: true, worklets }
    }
    case "exlet": {
      reacting.record({ type: "UndoStarted", run: run.id, item, task, by: "exlet" })
      const { port } = reacting
      const inCase = undo.case && port.case(undo.case)?.isRunning ? undo.case : run.case
      const isThere = inCase === (undo.case ?? run.case) && port.item(item) !== undefined
      const occasion = {
        on: "compensating",
        case: inCase,
        ...(isThere && { item }),
        at: task,
        parameters: eventOfUndo(run, rollback.to, task),
        by: run.by,
        depth: run.depth - 1,
        for: run.id,
      }
      const { by: _, ...program } = way
      return { ok: true, waits: true, begins: { occasion, program } }
    }
    case "person":
      reacting.record({ type: "UndoStarted", run: run.id, item, task, by: "person" })
      openQuestion(reacting, run, {
        text: `${task} can only be undone by hand, for the rollback to ${rollback.to}. Confirm when it is.`,
      })
      return { ok: true, waits: true }
  }
}

function markUndone(
  reacting: Reacting,
  run: Run,
  undo: Undo,
  restored: Pick<Extract<Parameters<Reacting["order"]>[0], { type: "UndoItem" }>, "data" | "unset" | "locals">,
): void {
  const { item, task, way, wrote } = undo
  const of = undo.case ?? run.case
  const output = way.by === "void" && wrote ? { output: wrote.values } : {}
  reacting.order({ type: "UndoItem", item, case: of, task, way: way.by, run: run.id, ...restored, ...output })
}

/** What was there before, where what is there now is nobody else's. */
function restoring({ port }: Reacting, run: Run, { now }: Rollback, { wrote, locals }: Undo) {
  const data = port.case(run.case)?.data ?? {}
  const isOurs = (name: string) => JSON.stringify(data[name] ?? null) === JSON.stringify(now[name] ?? null)
  return {
    ...(wrote && partsOf(wrote, isOurs)),
    ...(locals && { locals: localParts(locals) }),
  }
}

function partsOf({ values, before }: Written, isOurs: (name: string) => boolean) {
  const names = Object.keys(values).filter(isOurs)
  const data: Record<string, Json> = {}
  for (const name of names) if (Object.hasOwn(before, name)) data[name] = before[name] as Json
  const unset = names.filter((name) => !Object.hasOwn(before, name))
  return {
    ...(Object.keys(data).length > 0 && { data: data as JsonObject }),
    ...(unset.length > 0 && { unset }),
  }
}

function localParts(locals: NonNullable<Undo["locals"]>) {
  const { data = {}, unset } = partsOf(locals, () => true)
  return { frame: locals.frame, values: data, ...(unset && { unset }) }
}

/** Everything planned is undone. What was done meanwhile is undone too; then the flow goes back. */
function finish(reacting: Reacting, run: Run, rollback: Rollback): Onward | undefined {
  const { port } = reacting
  const { to, within } = rollback
  const of = { case: run.case, to, ...(within && { within }) }
  const trail = port.trail({ ...of, item: rollback.item })
  if (trail === undefined) return stuck(reacting, run, `"${to}" cannot be gone back to any more`)
  const meanwhile = trail.finished.filter(({ version }) => version > rollback.until)
  if (meanwhile.length > 0) {
    planRollback(reacting, run, of, { ...trail, finished: meanwhile })
    return undefined
  }
  const refused: Rejection | undefined = reacting.order({
    type: "Rewind",
    case: run.case,
    to,
    rewinding: trail.rewinding,
    passed: trail.passed,
  })
  if (refused) return stuck(reacting, run, refused.message)
  const held = [...port.holds()].filter(
    ({ owner, reason }) => owner.kind === "run" && owner.run === run.id && reason === reasonFor(to),
  )
  reacting.record({ type: "RolledBack", run: run.id, case: run.case, to, item: trail.item })
  if (held.length > 0) reacting.order({ type: "LiftHolds", holds: held.map(({ id }) => id) })
  return { ok: true }
}

function stuck(reacting: Reacting, run: Run, message: string): Onward {
  undoFailed(reacting, run, message)
  return { ok: true, waits: true }
}
