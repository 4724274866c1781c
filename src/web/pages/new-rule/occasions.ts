import type { Drawing, DrawnKind } from "../../../model/drawing.ts"
import { eventTitle } from "../../words/rule-words.ts"
import { nodesInOrder } from "../../words/step-order.ts"

/** Something rules can be asked about in a process. */
export interface Occasion {
  /** A checkpoint; or `exception`: whatever has gone wrong. */
  readonly on: "itemPre" | "itemPost" | "casePre" | "casePost" | "select" | "exception"
  readonly title: string
  /** Where it may be; none: at the case. */
  readonly steps: readonly Step[]
  /** Whether it is learnt from what is under way, or from what is over. */
  readonly isLive: boolean
}

interface Step {
  readonly task: string
  readonly title: string
}

/** What somebody may want to teach about, the most usual first. Worklets are picked only where the process says so. */
export function occasions(net: Pick<Drawing, "nets">): readonly Occasion[] {
  const nodes = nodesInOrder(net)
  const named = (isMeant: (node: (typeof nodes)[number]) => boolean): readonly Step[] =>
    nodes.flatMap((node) => (node.task !== undefined && isMeant(node) ? [{ task: node.task, title: node.title }] : []))
  const steps = named(({ kind }) => done.includes(kind))
  const nominated = named(({ isNominated }) => isNominated === true)
  const checkpoint = (on: Exclude<Occasion["on"], "exception">, at: readonly Step[], isLive: boolean): Occasion => ({
    on,
    title: eventTitle(on).title,
    steps: at,
    isLive,
  })
  return [
    ...(steps.length > 0 ? [checkpoint("itemPre", steps, true), checkpoint("itemPost", steps, false)] : []),
    checkpoint("casePre", [], true),
    checkpoint("casePost", [], false),
    ...(nominated.length > 0 ? [checkpoint("select", nominated, true)] : []),
    { on: "exception", title: "Something that went wrong", steps: [], isLive: false },
  ]
}

const done: readonly DrawnKind[] = ["task", "program", "activity"]
