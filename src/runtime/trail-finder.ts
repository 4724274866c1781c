import { apply } from "../engine/apply.ts"
import { type Draft, emptyFamily } from "../engine/draft.ts"
import type { Family } from "../engine/family.ts"
import { follow } from "../engine/follow.ts"
import { isItemOf, newTrail, type Trail } from "../engine/trail.ts"
import type { Entry, Event } from "../messages/events.ts"
import { familyOf, type ItemId } from "../messages/ids.ts"
import type { TrailOf } from "../messages/undoing.ts"

/**
 * Finds what has come of a step in the past of its family. It is told that past, from the beginning, as often as it asks for it,
 * and keeps no more of it than came of the step.
 */
export class TrailFinder {
  readonly #of: TrailOf
  readonly #takenBack: { readonly after: number; readonly until: number }[] = []
  readonly #done = new Set<ItemId>()
  readonly #trail: Trail
  readonly #passes: ((event: Event, before: Family, entry: number) => void)[]
  #pass: ((event: Event, before: Family, entry: number) => void) | undefined
  #draft: Draft

  constructor(of: TrailOf) {
    this.#of = of
    this.#trail = newTrail(of)
    this.#draft = emptyFamily(familyOf(of.case))
    this.#passes = [
      (event, before) => this.#noteTakenBack(event, before),
      ...(of.item ? [] : [(event: Event, before: Family) => this.#noteDone(event, before)]),
      (event, before, entry) => this.#follow(event, before, entry),
    ]
  }

  /** Whether it has to be told everything once more. */
  begins(): boolean {
    this.#draft = emptyFamily(this.#draft.id)
    this.#pass = this.#passes.shift()
    return this.#pass !== undefined
  }

  see(entry: Entry): void {
    for (const event of entry.events) {
      this.#pass?.(event, this.#draft, entry.version)
      apply(this.#draft, event, entry)
    }
  }

  /** Up to the last event it was told. What comes later may well begin a later trail. */
  get trail(): Trail {
    return { ...this.#trail, item: this.#of.item }
  }

  /** What happened since an answer that was taken back has never been. */
  #noteTakenBack(event: Event, { version }: Family): void {
    if (event.type === "AnswerTakenBack") this.#takenBack.push({ after: event.to, until: version + 1 })
  }

  #hasBeen({ version }: Family): boolean {
    return !this.#takenBack.some(({ after, until }) => version + 1 > after && version + 1 <= until)
  }

  /** Which item of the step was last done and is not undone; of an activity, which was last begun. */
  #noteDone(event: Event, family: Family): void {
    if (!this.#hasBeen(family)) return
    switch (event.type) {
      case "ItemStarted":
        this.#doneAnew(family, event.item, true)
        return
      case "ItemCompleted":
      case "ItemForceCompleted":
      case "ItemFailed":
      case "ItemSkipped":
        this.#doneAnew(family, event.item, false)
        return
      case "ItemRemoved":
      case "ItemUndone":
      case "RolledBack":
        this.#done.delete(event.item)
        return
      case "FlowRewound":
        for (const item of event.passed ?? []) this.#done.delete(item)
        return
      default:
    }
  }

  #doneAnew(family: Family, id: ItemId, isActivity: boolean): void {
    const item = family.items.get(id)
    if (item === undefined || (item.kind === "activity") !== isActivity || !isItemOf(this.#of, family, item)) return
    this.#done.delete(id)
    this.#done.add(id)
  }

  #follow(event: Event, family: Family, entry: number): void {
    this.#trail.item = this.#of.item ?? [...this.#done].at(-1) ?? nobody
    if (this.#hasBeen(family)) follow(this.#trail, family, event, entry)
    else this.#trail.version = family.version + 1
  }
}

const nobody = "" as ItemId
