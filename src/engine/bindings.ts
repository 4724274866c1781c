import type { Bindings } from "../expressions/expression.ts"
import { formatMoment } from "../expressions/time.ts"
import { widerList } from "../expressions/wider-lists.ts"
import type { FrameId } from "../messages/ids.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import { type Process, stepNames } from "../model/net.ts"
import { stateBehind } from "./done-steps.ts"
import { caseNumberOf, type Family, type Frame, type Item } from "./family.ts"
import { dataOf } from "./shared-data.ts"
import { countOf, duringRound, isNamed, resultOf, roundOf, type StateName, statesOf } from "./states.ts"

/** The values expressions see at a place in a running case: its data, its instance's own values, and the system's names. */
export function bindingsAt(
  family: Family,
  process: Process,
  frame: Frame,
  now: number,
  own?: OwnValues,
): Required<Bindings> {
  const instance = family.cases.get(frame.case)
  const data = dataOf(family, instance)
  return {
    value(name) {
      if (own?.values && Object.hasOwn(own.values, name)) return own.values[name]
      const local = localValue(family, frame, name)
      if (local !== undefined) return local
      if (Object.hasOwn(data, name)) return data[name]
      if (name === "item" && own?.item) return itemValue(own.item, frame)
      switch (name) {
        case "now":
          return formatMoment(now)
        case "family":
          return { id: family.id, number: caseNumberOf(family) }
        case "case":
          return (
            instance && {
              id: instance.id,
              process: instance.process,
              version: instance.version,
              startedAt: formatMoment(instance.startedAt),
              startedBy: instance.startedBy,
            }
          )
        case "notReady":
        case "ready":
        case "executing":
        case "suspended":
        case "done":
        case "aborted":
          return namesIn(family, process, frame, name)
        default:
          return undefined
      }
    },
    call(name, [first, second]) {
      const about = String(first)
      switch (name) {
        case "result":
          return resultOf(family, frame, about)
        case "count":
          return countOf(family, frame.case, about)
        case "round":
          return about === own?.entering ? 0 : roundOf(family, frame, about)
        case "duringRound":
          return duringRound(family, process, frame.case, about, Number(second))
        default:
          return undefined
      }
    },
  }
}

/** What stands before the case's data: an item's own. */
export interface OwnValues {
  readonly values?: JsonObject
  readonly item?: Item
  /** The loop that is just being entered: its rounds count anew. */
  readonly entering?: string
}

/** The values of an instance, and of the instances around it, inner first. */
export function localValue(family: Family, frame: Frame, name: string): Json | undefined {
  for (let at: Frame | undefined = frame; at?.item !== undefined; at = outerFrame(family, at)) {
    if (Object.hasOwn(at.locals, name)) return at.locals[name]
  }
  return undefined
}

export function outerFrame(family: Family, frame: Frame): Frame | undefined {
  const owner = frame.item && family.items.get(frame.item)
  return owner && family.frames.get(owner.frame as FrameId)
}

function namesIn(family: Family, process: Process, frame: Frame, state: StateName): Json {
  const names: string[] = []
  for (const [name, own] of statesOf(family, process, frame.case)) if (own === state && isNamed(name)) names.push(name)
  return widerList(names, (text) => {
    const step = stepBefore(text)
    return (
      step !== undefined && stepNames(process).has(step) && stateBehind(family, process, frame.case, step) === state
    )
  })
}

/** `B3+` is what follows B3: the step before it. */
export const stepBefore = (text: string): string | undefined => (text.endsWith("+") ? text.slice(0, -1) : undefined)

function itemValue(item: Item, frame: Frame): Json {
  return {
    id: item.id,
    task: item.task,
    attempt: item.attempt,
    enabledAt: formatMoment(item.enabledAt),
    ...(item.agent && { agent: item.agent }),
    ...(frame.item && { instance: frame.instance }),
  }
}
