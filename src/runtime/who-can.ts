import { type CasePart, generalDemand } from "../engine/general-demand.ts"
import type { Rules } from "../exceptions/rules.ts"
import type { Assessment } from "../messages/people.ts"
import { type Node, type Process, rootNet } from "../model/net.ts"
import { explainMatch } from "../people/match.ts"
import { scopesAlong } from "./place-facts.ts"
import { rulesAt } from "./qualifying.ts"
import type { Staffing } from "./staffing.ts"

/** How everybody stands to a task, whatever the case. */
export interface WhoCan {
  /** Those who could have it first, best first; then why each of the others cannot. Nobody where anybody may have anything. */
  readonly rows: readonly Assessment[]
  /** What is asked besides, and only a case can tell. */
  readonly needsCase: readonly CasePart[]
}

/** As things are now; undefined: the process has no such task, or it is nothing that anybody does. */
export function whoCan(
  process: Process,
  task: string,
  { staff, organisation, workload }: Staffing,
  { now, rules }: { readonly now: number; readonly rules: Rules },
): WhoCan | undefined {
  const chain = chainTo(process, task)
  const [node] = chain
  if (node?.task === undefined || (node.kind !== "work" && node.kind !== "program")) return undefined
  const { demand, needsCase } = generalDemand(
    node.task.needs,
    rulesAt(scopesAlong(process, chain, undefined, { rules }), rules),
  )
  const about = {
    now,
    task: `${process.name}/${task}`,
    declined: [],
    ...(node.kind === "program" && { isProgram: true }),
  }
  return { rows: staff ? explainMatch(organisation, workload, demand, about) : [], needsCase }
}

/** A step and the activities around it, inner first. */
function chainTo(process: Process, name: string): readonly Node[] {
  for (const net of process.nets.values()) {
    const node = net.nodes.get(name)
    if (node) return [node, ...(net.name === rootNet ? [] : chainTo(process, net.name))]
  }
  return []
}
