import type { EventOf } from "../messages/events.ts"
import type { CaseId, ExceptionId, ItemId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import type { PlainEvent } from "../messages/plain-events.ts"
import type { Looking } from "./port.ts"
import { isSharedBy } from "./shared-data.ts"

/** Something that happened and is no exception: where, and what it is called in each case of the family. */
export interface Happening {
  readonly case: CaseId
  readonly item?: ItemId
  /** The task, block or process it happened at. */
  readonly at: string
  readonly parameters: JsonObject
  /** What rules of its own case call it, the nearest first. */
  readonly names: readonly string[]
  /** The exception that is all of it: the ladder asks the rules of its own case. */
  readonly of?: ExceptionId
  /** Whether a case has ended with it: its own rules are asked all the same. */
  readonly isEnd?: true
  /** Whether somebody raised it: then a task's arc may lead elsewhere because of it. */
  readonly isRaised?: true
  /** What rules of another case call it. */
  namesIn(port: Looking, other: CaseId): readonly string[]
}

/** `done(B3)` as its own case calls it; elsewhere it is `done(laptop-order/B3)`, and `done(B3)` where there is no other B3. */
export function happeningOf(event: PlainEvent): Happening {
  const { kind, name, case: id, item, process, parameters } = event
  const plain = `${kind}(${name})`
  const full = `${kind}(${process}/${name})`
  const isOfCase = name === process && item === undefined
  const isEverywhere = kind === "message" || (isOfCase && kind !== "written")
  return {
    case: id,
    ...(item && { item }),
    at: kind === "written" || kind === "message" ? process : name,
    parameters,
    names: isEverywhere ? [plain] : [plain, full],
    ...(isOfCase && (kind === "done" || kind === "aborted") && { isEnd: true }),
    namesIn(port, other) {
      if (isEverywhere) return [plain]
      const hasOwn = kind === "written" ? hasVariableOfItsOwn(port, other, id, name) : port.hasStep(other, name)
      return hasOwn ? [full] : [full, plain]
    },
  }
}

/** What both share is the same variable, whichever of them has written it. */
function hasVariableOfItsOwn(port: Looking, other: CaseId, id: CaseId, name: string): boolean {
  const [theirs, here] = [port.case(other), port.case(id)]
  return theirs?.variables.has(name) === true && !isSharedBy(name, theirs, here)
}

/** What a person, a program or an exlet raised: it has one name for all. */
export function raisedEvent({ name, case: id, item, at, parameters, of }: EventOf<"EventRaised">): Happening {
  const where = { case: id, ...(item && { item }), at, ...(of && { of }) }
  return { ...where, parameters, names: [name], isRaised: true, namesIn: () => [name] }
}
