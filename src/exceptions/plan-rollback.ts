import type { Json, JsonObject } from "../messages/json.ts"
import type { Finished, TrailFacts, TrailOf, Undo, UndoWay, Written } from "../messages/undoing.ts"
import { type Advice, ask, namesAsked } from "./asking.ts"
import type { Run } from "./handling.ts"
import { openQuestion } from "./interventions.ts"
import type { StepFacts } from "./port.ts"
import type { Reacting } from "./reacting.ts"
import { holdTrail } from "./rollback-holds.ts"
import { isSharedBy } from "./shared-data.ts"
import { says } from "./step-text.ts"

/** Plans what is to be undone and how, and holds what came of it. Whoever has to agree first is asked. */
export function planRollback(reacting: Reacting, run: Run, of: TrailOf, trail: TrailFacts): void {
  const until = reacting.port.version
  const undos = undosOf(reacting, run, of, trail)
  const irreversible = undos.filter(({ isIrreversible }) => isIrreversible)
  const data = reacting.port.case(of.case)?.data ?? {}
  const names = new Set(undos.flatMap(({ wrote }) => Object.keys(wrote?.values ?? {})))
  const isFirst = run.rollback === undefined
  const asks = isFirst && irreversible.length > 0
  reacting.record({
    type: "RollbackPlanned",
    run: run.id,
    to: of.to,
    item: trail.item,
    ...(of.within && { within: of.within }),
    undos,
    until,
    now: Object.fromEntries([...names].map((name): [string, Json] => [name, data[name] ?? null])),
    ...(asks && { asks }),
  })
  holdTrail(reacting, run, of, trail)
  if (asks) openQuestion(reacting, run, { text: consentText(of.to, irreversible) })
}

/** What rules and exlets know of an undo: the exception it answers, the task, and how far back it goes. */
export function eventOfUndo(run: Run, to: string, task: string): JsonObject {
  return { class: run.exception ? run.on : "compensating", task, to }
}

/** Newest first. What nobody but worklets did in place of an item is undone with them where the item itself says nothing. */
function undosOf(reacting: Reacting, run: Run, of: TrailOf, { finished, written }: TrailFacts): readonly Undo[] {
  const undos: Undo[] = []
  const kept = new Map(Object.entries(written))
  for (const done of finished.toReversed()) {
    const { way, isIrreversible } = wayOf(reacting, run, of, done)
    const isElsewhere = done.case !== of.case
    if (isElsewhere) {
      const spoken = wayAround(reacting, of, finished, done)
      if ((spoken ?? way.by) === "rollback") undos.push(...sharedUndo(reacting, of, done, kept))
      if (spoken !== undefined || way.by === "rollback") continue
    }
    // What stays may not be overwritten by undoing what came before it.
    if (way.by === "void" || way.by === "nobody")
      for (const name of Object.keys(done.wrote.values)) kept.set(name, Math.max(done.version, kept.get(name) ?? 0))
    const wrote = way.by === "void" ? done.wrote : free(done, kept)
    undos.push({
      item: done.item,
      ...(isElsewhere && { case: done.case }),
      task: done.task,
      way,
      ...(isIrreversible && { isIrreversible }),
      ...(wrote && { wrote }),
      ...(done.locals && { locals: done.locals }),
      ...(ownOf(reacting, of, done) ?? {}),
    })
  }
  return undos
}

function wayOf(
  reacting: Reacting,
  run: Run,
  of: TrailOf,
  done: Finished,
): { readonly way: UndoWay; readonly isIrreversible?: true } {
  if (done.kind === "activity" || done.kind === "wait") return { way: { by: "rollback" } }
  const step = reacting.port.step(done)
  const isIrreversible = step?.isIrreversible ? ({ isIrreversible: true } as const) : {}
  const way = said(reacting, run, of, done) ?? written(step?.undo, step?.isIrreversible ?? false)
  return { way, ...isIrreversible }
}

function written(undo: StepFacts["undo"] | { readonly worklet: string }, isIrreversible: boolean): UndoWay {
  if (typeof undo === "object") return { by: "worklet", worklet: undo.worklet }
  if (undo === "none") return { by: "person" }
  return { by: undo ?? (isIrreversible ? "nobody" : "rollback") }
}

/** What the rules on `compensating` say, if they say anything. */
function said(
  reacting: Reacting,
  run: Run,
  of: TrailOf,
  { item, task, case: id, agent, wrote }: Finished,
): UndoWay | undefined {
  const { port } = reacting
  const parameters = eventOfUndo(run, of.to, task)
  const asked = namesAsked({ on: "compensating", parameters }, port.rules.classes)
  if (!asked.some((on) => port.rules.wants(on))) return undefined
  const scopes = port.step({ case: id, task, agent, wrote })?.scopes ?? []
  const advice = ask(reacting, {
    on: "compensating",
    case: id,
    ...(port.item(item) && { item }),
    at: task,
    parameters,
    by: run.by,
    depth: run.depth,
    scopes,
  })
  return advice && wayBy(reacting, advice)
}

/** An exlet, or else a worklet, may be called by its name alone. */
function wayBy({ port }: Reacting, { conclusion, handler, with: given }: Advice): UndoWay | undefined {
  const bound = { ...(handler !== undefined && { handler }), ...(given && { with: given }) }
  switch (conclusion.kind) {
    case "undo":
      return written(conclusion.way, false)
    case "steps":
      return { by: "exlet", exlet: says(conclusion), steps: conclusion.steps, ...bound }
    case "exlet": {
      const exlet = port.rules.exlet(conclusion.name)
      if (exlet === undefined) return port.process(conclusion.name) && { by: "worklet", worklet: conclusion.name }
      const { name, steps, deadline, budget } = exlet
      const bounds = { ...(deadline !== undefined && { deadline }), ...(budget !== undefined && { budget }) }
      return { by: "exlet", exlet: name, steps, ...bounds, ...bound }
    }
    default:
      return { by: "nobody" }
  }
}

/** Where the item has a way of its own, that is the way of all that was done for it. */
function wayAround(
  reacting: Reacting,
  of: TrailOf,
  finished: readonly Finished[],
  inner: Finished,
): StepFacts["undo"] | undefined {
  const { port } = reacting
  for (let parent = port.case(inner.case)?.parent; parent; parent = port.case(parent.case)?.parent) {
    const outer = finished.find(({ item }) => item === parent?.item)
    const undo = outer && port.step(outer)?.undo
    if (undo !== undefined || parent.case === of.case) return undo
  }
  return undefined
}

/** The data of a worklet goes with it; what it wrote of what is shared is put back. */
function sharedUndo(
  { port }: Reacting,
  of: TrailOf,
  done: Finished,
  kept: ReadonlyMap<string, number>,
): readonly Undo[] {
  const [here, there] = [port.case(of.case), port.case(done.case)]
  const isShared = ([name]: readonly [string, Json]) => isSharedBy(name, here, there)
  const only = (values: JsonObject): JsonObject => Object.fromEntries(Object.entries(values).filter(isShared))
  const shared = { ...done, wrote: { values: only(done.wrote.values), before: only(done.wrote.before) } }
  const wrote = free(shared, kept)
  return wrote ? [{ item: done.item, case: done.case, task: done.task, way: { by: "rollback" }, wrote }] : []
}

/** What can be put back: nobody else has written it since. */
function free({ wrote, version }: Finished, kept: ReadonlyMap<string, number>): Written | undefined {
  const names = Object.keys(wrote.values).filter((name) => (kept.get(name) ?? 0) < version)
  if (names.length === 0) return undefined
  const only = (values: JsonObject) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
  return { values: only(wrote.values), before: only(wrote.before) }
}

function ownOf({ port }: Reacting, of: TrailOf, done: Finished): { readonly own: JsonObject } | undefined {
  const elsewhere = done.case === of.case ? {} : (port.case(done.case)?.data ?? {})
  const own = { ...elsewhere, ...done.own }
  return Object.keys(own).length > 0 ? { own } : undefined
}

function consentText(to: string, irreversible: readonly Undo[]): string {
  const named = irreversible.map(({ task, way }) => (way.by === "nobody" ? `${task} (stays as it is)` : task))
  return `The rollback to ${to} concerns what cannot be taken back: ${named.join(", ")}. Confirm to roll back all the same.`
}
