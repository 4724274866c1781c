import { publicName } from "../engine/raise.ts"
import { numberOf } from "../messages/ids.ts"
import type { CaseItem, CaseView } from "../runtime/views.ts"
import type { ItemName } from "./item-name.ts"

/** The item a name means when something is done to it: the oldest live one; if none is live, the newest that has ended. */
export function itemMeant(view: CaseView, name: ItemName, purpose: Purpose): CaseItem | undefined {
  const items = candidates(view, name, purpose)
  return items.find((item) => !isOver(item)) ?? items.at(-1)
}

/** The item a name means when one looks: the newest incarnation. */
export function newestItem(view: CaseView, name: ItemName): CaseItem | undefined {
  return candidates(view, name, "any").at(-1)
}

/** `enabled`, or `held enabled` when it is suspended; what has ended is not held by anything. */
export function statusOf(item: CaseItem): string {
  return item.held && !isOver(item) ? `held ${item.status}` : item.status
}

export function isOver({ status }: CaseItem): boolean {
  return ended.has(status)
}

/**
 * A task with many instances in net form and each of its instances have the same name: whoever does work means an instance,
 * everybody else the whole.
 */
export type Purpose = "work" | "any"

const ended: ReadonlySet<string> = new Set(["completed", "force-completed", "failed", "skipped", "removed"])

/** Oldest first. */
function candidates(view: CaseView, { task, instances }: ItemName, purpose: Purpose): readonly CaseItem[] {
  const all = view.items
    .filter((item) => publicName(item.task) === task && isInstance(item, instances))
    .toSorted((one, other) => numberOf(one.id) - numberOf(other.id))
  const preferred = all.filter((item) => (purpose === "work" ? item.kind !== "activity" : !isOneOfMany(item)))
  return preferred.length > 0 ? preferred : all
}

/** Given fewer instances than there are blocks around it, they are those of the innermost. */
function isInstance(item: CaseItem, instances: readonly number[]): boolean {
  const inner = item.instances.slice(item.instances.length - instances.length)
  return (
    instances.length <= item.instances.length && inner.every(({ instance }, index) => instance === instances[index])
  )
}

function isOneOfMany(item: CaseItem): boolean {
  return item.instances.some(({ of }) => of === item.task)
}
