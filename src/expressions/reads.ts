import { isFinding, parse } from "./parse.ts"
import { type Node, partsOf } from "./syntax.ts"

/** What an expression looks at besides the data and items of its own case. */
export interface Reads {
  readonly organisation: boolean
  readonly history: boolean
  /** Whether it asks about other cases of its process. */
  readonly past: boolean
  /** Whether it asks sources outside. */
  readonly outside: boolean
  /** Steps it asks about by name: `"sell" in done`, `count("sell")`. */
  readonly steps: ReadonlySet<string>
  /** Whether it asks about steps without naming them, as in `size(done)`. */
  readonly anyStep: boolean
}

/** Returns what an expression looks at; undefined where it cannot be read. What it hides behind a name of its own counts too. */
export function readsOf(source: string): Reads | undefined {
  const node = parse(source)
  if (isFinding(node)) return undefined
  const found = {
    organisation: false,
    history: false,
    past: false,
    outside: false,
    steps: new Set<string>(),
    anyStep: false,
  }
  note(node, found)
  return found
}

interface Found {
  organisation: boolean
  history: boolean
  past: boolean
  outside: boolean
  readonly steps: Set<string>
  anyStep: boolean
}

function note(node: Node, found: Found): void {
  // Who has an item is seen with the item; what else is known of them is the organisation's.
  if (node.kind === "field" && node.field === "id" && isNamed(node.of, "agent")) return
  if (node.kind === "in" && node.right.kind === "name" && stateSets.has(node.right.name)) {
    noteStep(node.left, found)
    note(node.left, found)
    return
  }
  if (node.kind === "call" && node.receiver === undefined && stepFunctions.has(node.name))
    noteStep(node.arguments[0], found)
  if (node.kind === "call" && node.receiver === undefined && pastFunctions.has(node.name)) found.past = true
  if (node.kind === "name") {
    if (node.name === "org" || node.name === "agent") found.organisation = true
    if (node.name === "history") found.history = true
    if (node.name === "external") found.outside = true
    if (stateSets.has(node.name)) found.anyStep = true
  }
  for (const part of partsOf(node)) note(part, found)
}

function noteStep(step: Node | undefined, found: Found): void {
  if (step?.kind === "literal" && typeof step.value === "string") found.steps.add(step.value)
  else found.anyStep = true
}

const isNamed = (node: Node, name: string): boolean => node.kind === "name" && node.name === name

const stateSets: ReadonlySet<string> = new Set(["notReady", "ready", "executing", "suspended", "done", "aborted"])
const stepFunctions: ReadonlySet<string> = new Set(["result", "count", "round", "duringRound"])
const pastFunctions: ReadonlySet<string> = new Set(["pastCases", "pastExceptions"])
