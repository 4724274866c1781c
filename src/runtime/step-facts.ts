import type { StepFacts } from "../exceptions/port.ts"
import type { Rules } from "../exceptions/rules.ts"
import type { AgentId } from "../messages/ids.ts"
import type { Staff } from "../messages/people.ts"
import type { Written } from "../messages/undoing.ts"
import { behind } from "../model/behind.ts"
import type { ScopedProperties } from "../model/definition.ts"
import { type Net, type Node, netOf, type Process } from "../model/net.ts"
import { saysItWrites, scopesAlong } from "./place-facts.ts"

interface StepOf {
  readonly task: string
  readonly agent?: AgentId | undefined
  readonly wrote?: Written | undefined
}

/** What a process says about one of its steps, whether or not a case has come to it. */
export function stepFacts(
  process: Process,
  of: StepOf,
  around: { readonly staff?: Staff | undefined; readonly rules: Rules },
): StepFacts | undefined {
  const net = netWith(process, of.task)
  if (net === undefined) return undefined
  const chain = chainFrom(process, net, of.task)
  const said = [...chain.map(({ task }) => task?.scoped ?? {}), process.scoped]
  const first = <Key extends keyof ScopedProperties>(key: Key): ScopedProperties[Key] | undefined =>
    said.find((scoped) => scoped[key] !== undefined)?.[key]
  const undo = first("undo")
  const { wrote } = of
  const oneOf = chain.slice(1).find(({ many }) => many)?.name
  return {
    scopes: scopesAlong(process, chain, of.agent, around, wrote && ((name) => isWritten(chain[0], wrote, name))),
    ...(undo !== undefined && { undo }),
    isIrreversible: first("irreversible") ?? false,
    ...(oneOf !== undefined && { oneOf }),
    leadsTo: (task) => behind(process, net.name, of.task).has(task),
  }
}

/** Where a task is done several times, its instances have its name; it itself is outside. */
function netWith(process: Process, name: string): Net | undefined {
  if (name.includes("~")) return undefined
  for (const net of process.nets.values()) {
    const node = net.nodes.get(name)
    if (node && node.kind !== "route" && net.name !== name) return net
  }
  return undefined
}

/** A step and what is around it, inner first: the step it stands in for as an alternative, and the activities. */
function chainFrom(process: Process, net: Net, name: string): readonly Node[] {
  const chain: Node[] = []
  for (let [at, node]: [Net | undefined, Node | undefined] = [net, net.nodes.get(name)]; at && node; ) {
    chain.push(node)
    for (let next: Node | undefined = node; next?.alternative; ) {
      next = at.nodes.get(next.alternative.of)
      if (next) chain.push(next)
    }
    const { owner }: Net = at
    at = owner && netOf(process, owner.net)
    node = owner && at?.nodes.get(owner.node)
  }
  return chain
}

/** What an execution has written, or its task says that it writes. */
function isWritten(node: Node | undefined, wrote: Written, name: string): boolean {
  return Object.hasOwn(wrote.values, name) || (node?.task !== undefined && saysItWrites(node.task, name))
}
