import { addDuration, parseDuration, parseMoment } from "../expressions/time.ts"
import type { Amount, Deadline } from "./definition.ts"
import type { Node, Process } from "./net.ts"

/** A bound whose figure is known beforehand. Those of one dimension can be compared. */
export interface FixedBound {
  readonly scope: string
  readonly word: "budget" | "deadline"
  readonly dimension: "amount" | "duration" | "date"
  readonly value: number
  /** As written. */
  readonly text: string
}

export interface Said {
  readonly budget?: Amount
  readonly deadline?: Deadline
}

/** What is said at a scope, as far as it does not depend on a case. */
export function fixedBounds(scope: string, { budget, deadline }: Said): readonly FixedBound[] {
  const bounds: FixedBound[] = []
  if (budget?.form === "number")
    bounds.push({ scope, word: "budget", dimension: "amount", value: budget.value, text: String(budget.value) })
  const duration = deadline?.form === "duration" ? parseDuration(deadline.duration) : undefined
  if (duration && deadline?.form === "duration")
    bounds.push({
      scope,
      word: "deadline",
      dimension: "duration",
      value: addDuration(0, duration),
      text: deadline.duration,
    })
  const moment = deadline?.form === "date" ? parseMoment(deadline.at) : undefined
  if (moment !== undefined && deadline?.form === "date")
    bounds.push({ scope, word: "deadline", dimension: "date", value: moment, text: deadline.at })
  return bounds
}

/** What a process says itself about one of its tasks or activities. */
export function boundsOfNode(process: Process, { name, task }: Node): readonly FixedBound[] {
  // What was written there is kept as it was read.
  return fixedBounds(`${process.name}/${name}`, (task?.scoped ?? {}) as Said)
}

export function boundsOfProcess(process: Process): readonly FixedBound[] {
  return fixedBounds(process.name, process.scoped as Said)
}

/** The activities around a node of a net, inner first. */
export function activitiesAround(process: Process, net: string): readonly Node[] {
  const found: Node[] = []
  for (let owner = process.nets.get(net)?.owner; owner; owner = process.nets.get(owner.net)?.owner) {
    const node = process.nets.get(owner.net)?.nodes.get(owner.node)
    if (node) found.push(node)
  }
  return found
}

/** The net a task or activity stands in. */
export function netWith(process: Process, task: string): string | undefined {
  for (const { name, nodes } of process.nets.values()) if (nodes.has(task)) return name
  return undefined
}
