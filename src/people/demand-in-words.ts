import type { About, Demand } from "../messages/people.ts"
import { listed, someOf } from "./in-words.ts"

/** What is demanded, said of one agent: `plays the role clerk and has the capability sign`. Empty if nothing is. */
export function saidOfOne(demand: Demand, about: Pick<About, "isProgram">): string {
  return listed(partsOf(demand, about).map(([one]) => one))
}

/** The same said of several: `play the role clerk and have the capability sign`. */
export function saidOfMany(demand: Demand, about: Pick<About, "isProgram">): string {
  return listed(partsOf(demand, about).map(([, many]) => many))
}

type Part = readonly [one: string, many: string]

function partsOf(
  { roles, capabilities, unit, agents, only, when, also = [] }: Demand,
  { isProgram }: Pick<About, "isProgram">,
) {
  const parts: Part[] = []
  if (isProgram) parts.push(["is a program", "are programs"])
  if (roles?.length) parts.push(beside("plays", "play", "role", roles))
  if (capabilities?.length) parts.push(beside("has", "have", "capability", capabilities))
  if (unit !== undefined) parts.push([`is in the unit ${unit}`, `are in the unit ${unit}`])
  if (agents) parts.push(oneOf(agents))
  if (only) parts.push(only.length > 0 ? oneOf(only) : ["did what came before", "did what came before"])
  if (when) parts.push([`meets \`${when.if}\``, `meet \`${when.if}\``])
  for (const { if: source, agent, role, unit: of } of also)
    if (agent === undefined && role === undefined && of === undefined)
      parts.push([`meets \`${source}\``, `meet \`${source}\``])
  return parts
}

function beside(one: string, many: string, what: "role" | "capability", names: readonly string[]): Part {
  const plural = what === "role" ? "roles" : "capabilities"
  const object = `the ${names.length === 1 ? what : plural} ${listed(names)}`
  return [`${one} ${object}`, `${many} ${object}`]
}

function oneOf(agents: readonly string[]): Part {
  if (agents.length === 0) return ["is asked for", "are asked for"]
  return [`is ${someOf(agents, "or")}`, `are ${someOf(agents, "or")}`]
}
