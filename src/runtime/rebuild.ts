import { absorb, type Draft, draftOver, emptyFamily, endedExceptions } from "../engine/draft.ts"
import { evolve } from "../engine/evolve.ts"
import { isLeased } from "../engine/programs.ts"
import { fold } from "../exceptions/fold.ts"
import { absorbHandling, emptyHandling, handlingOver } from "../exceptions/handling.ts"
import type { Event } from "../messages/events.ts"
import type { FamilyId } from "../messages/ids.ts"
import type { Staff } from "../messages/people.ts"
import { emptyBatch } from "../store/empty-batch.ts"
import type { Store } from "../store/port.ts"
import { allEntries } from "./families.ts"
import { answeredRows, type Changes, type FindProcess, noChanges, project } from "./projection.ts"

/**
 * Writes the read models anew from the entries, family by family; or the exceptions alone, where the others are as they should be.
 * Cut short, it begins again and comes to the same.
 */
export async function rebuildReadModels(
  store: Store,
  { what, now }: { readonly what: true | "exceptions"; readonly now: number },
  find: FindProcess,
  staff?: Staff,
): Promise<void> {
  const seen = new Set<FamilyId>()
  let changes = noChanges()
  for (let position = 0; ; ) {
    const entries = await store.entriesAfter(position, page)
    for (const { family, events } of entries) {
      if (seen.has(family) || (what === "exceptions" && !events.some(isRaised))) continue
      seen.add(family)
      await rebuildFamily(store, family, { find, staff, now }, changes)
    }
    await write(
      store,
      what === "exceptions"
        ? { ...noChanges(), exceptions: changes.exceptions, answers: changes.answers, undone: changes.undone }
        : changes,
    )
    changes = noChanges()
    const last = entries.at(-1)
    if (last === undefined) break
    position = last.position
  }
  await store.rebuilt()
}

const page = 1000

const isRaised = ({ type }: Event): boolean => type === "ExceptionRaised"

async function rebuildFamily(
  store: Store,
  id: FamilyId,
  { find, staff, now }: { readonly find: FindProcess; readonly staff: Staff | undefined; readonly now: number },
  changes: Changes,
): Promise<void> {
  const family: Draft = emptyFamily(id)
  const handling = emptyHandling()
  for await (const { at, by, events, ...entry } of allEntries(store, id)) {
    const draft = draftOver(family)
    const steps = evolve(draft, { ...entry, at, by, events })
    const ended = endedExceptions(draft)
    absorb(family, draft)
    const after = handlingOver(handling)
    for (const event of events) fold(after, event, { at, by })
    project(family, { at, by, steps, handling: { before: handling, after }, ended, staff }, find, changes)
    absorbHandling(handling, after)
  }
  // No entry says how long a program elsewhere has been alive: it has its whole lease again.
  for (const item of family.items.values()) {
    const { isRemote, lease = 0, attempt } = item
    if (isRemote && isLeased(item))
      changes.alarms.set(item.id, { family: id, id: item.id, kind: "lease", dueAt: now + lease, attempt })
  }
}

/** Broadcasts and experience are no read models: what was delivered is not sent again, what was counted not counted again. */
async function write(store: Store, changes: Changes): Promise<void> {
  const { cases, items, withdrawn, undone, alarms, expectations, interventions } = changes
  await store.commit({
    ...emptyBatch,
    cases: [...cases.values()],
    items: [...items.values()],
    withdrawn: [...withdrawn],
    undone: [...undone],
    alarms: [...alarms.values()],
    expectations: [...expectations.values()],
    exceptions: answeredRows(changes),
    interventions: [...interventions.values()],
  })
}
