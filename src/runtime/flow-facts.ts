import { doneSteps } from "../engine/done-steps.ts"
import type { Family } from "../engine/family.ts"
import { liveBehind, namesBehind } from "../engine/following.ts"
import { withAncestors } from "../engine/holds.ts"
import { behindDone, framesHaving, inHandAt, isUnderWay, underWay, unfinished } from "../engine/under-way.ts"
import type { FlowFacts, StepInFrame, StepNamed } from "../exceptions/port.ts"
import type { Awaited } from "../messages/handling.ts"
import type { HoldTarget } from "../messages/holds.ts"
import type { CaseId, ItemId } from "../messages/ids.ts"
import type { Process } from "../model/net.ts"

/** The flow of a family, as the exception machine looks at it. */
export class FlowOf implements FlowFacts {
  readonly #family: Family
  readonly #processOf: (id: CaseId) => Process

  constructor(family: Family, processOf: (id: CaseId) => Process) {
    this.#family = family
    this.#processOf = processOf
  }

  underWay(id: CaseId, at: StepNamed): readonly Awaited[] {
    return underWay(this.#family, this.#processOf(id), id, at)
  }

  isUnderWay(awaited: Awaited): boolean {
    const id = this.#family.frames.get(awaited.frame)?.case
    return id !== undefined && isUnderWay(this.#family, this.#processOf(id), awaited)
  }

  inHand(id: CaseId, at: StepNamed): readonly ItemId[] {
    return inHandAt(this.#family, this.#processOf(id), id, at)
  }

  unfinished(id: CaseId, at: StepNamed & { readonly task: string }): readonly Awaited[] {
    return unfinished(this.#family, this.#processOf(id), id, at)
  }

  isDone(id: CaseId, task: string): boolean {
    return doneSteps(this.#family, this.#processOf(id), id, task).length > 0
  }

  namesBehind(id: CaseId, task: string): readonly string[] {
    const process = this.#processOf(id)
    const frames = framesHaving(this.#family, process, id, task)
    return [...new Set(frames.flatMap((frame) => namesBehind(this.#family, process, { frame: frame.id, task })))]
  }

  behindDone(id: CaseId, task: string) {
    return behindDone(this.#family, this.#processOf(id), id, task)
  }

  behind(id: CaseId, task: string): readonly ItemId[] {
    const frames = framesHaving(this.#family, this.#processOf(id), id, task)
    return [...new Set(frames.flatMap((frame) => this.behindIn({ frame: frame.id, task })))]
  }

  behindIn(step: StepInFrame): readonly ItemId[] {
    const id = this.#family.frames.get(step.frame)?.case
    return id === undefined ? [] : liveBehind(this.#family, this.#processOf(id), step).map((item) => item.id)
  }

  isAt(id: ItemId, task: string): boolean {
    const item = this.#family.items.get(id)
    if (item === undefined || item.task === task) return item !== undefined
    const block = this.#processOf(item.case).blocks.get(task)
    if (block === undefined) return false
    return withAncestors(this.#family, item).some(
      (each) => this.#family.frames.get(each.frame)?.net === block.net && block.region.nodes.has(each.task),
    )
  }

  caseOf(target: HoldTarget): CaseId | undefined {
    if (target.kind === "item") return this.#family.items.get(target.item)?.case
    return target.kind === "after" ? this.#family.frames.get(target.frame)?.case : target.case
  }
}
