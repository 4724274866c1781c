import type { Known } from "./check-names.ts"
import { anything } from "./compile-task.ts"
import type { DataType } from "./definition.ts"
import { isCheckpoint } from "./event-names.ts"
import { eventType, eventTypeOfAny } from "./event-type.ts"
import type { Node, Process } from "./net.ts"
import type { HandlerDefinition } from "./repertoire.ts"
import type { RuleNames } from "./vocabulary.ts"

/** Where a tree holds, in terms of what is deployed: everywhere, in a process, or at one of its tasks or activities. */
export interface RuleScope {
  readonly process?: Process
  readonly node?: Node
}

/** The task or activity of that name, however deep; blocks and unnamed parts are no places for rules. */
export function findNode(process: Process, name: string): Node | undefined {
  for (const { nodes } of process.nets.values()) {
    const node = nodes.get(name)
    if (node !== undefined && isPlace(node)) return node
  }
  return undefined
}

/** The names of all tasks and activities. */
export function nodeNames(process: Process): readonly string[] {
  return [...process.nets.values()].flatMap(({ nodes }) => [...nodes.values()].filter(isPlace).map(({ name }) => name))
}

/** What conditions and steps of a tree on this event see there. */
export function namesAt({ process, node }: RuleScope, on: string, known: KnownClasses): RuleNames {
  const { classes, dataClasses } = known
  const event = isCheckpoint(on) ? undefined : eventType(on, classes)
  return {
    ...(process && { variables: process.variables, locals: localsWithin(process, node) }),
    ...(event !== undefined && { event }),
    classNames: { classes, dataClasses },
  }
}

/** What classes there are. */
export type KnownClasses = Pick<Known, "classes" | "dataClasses">

/** The same for a handler: besides, its parameters and the event's own go by their names. */
export function handlerNames(
  scope: RuleScope,
  { on, parameters }: Pick<HandlerDefinition, "on" | "parameters">,
  known: KnownClasses,
): RuleNames {
  const [first = ""] = on
  const { event: _, ...names } = namesAt(scope, first, known)
  const event = eventTypeOfAny(
    on.filter((each) => !isCheckpoint(each)),
    known.classes,
  )
  return {
    ...names,
    ...(event !== undefined && { event }),
    parameters,
    isOpen: !on.every(isCheckpoint) && event === undefined,
  }
}

/** What instances add at this task, or at any inside this activity or process: events of all of them get here. */
function localsWithin(process: Process, node: Node | undefined): ReadonlyMap<string, DataType> {
  const locals = new Map<string, DataType>()
  const nodes = node === undefined ? [...process.nets.values()].flatMap(nodesOf) : [node, ...nodesInside(process, node)]
  for (const { task } of nodes)
    for (const [name, type] of task?.locals ?? [])
      locals.set(name, (locals.get(name) ?? type) === type ? type : anything)
  return locals
}

function nodesInside(process: Process, { name }: Node): readonly Node[] {
  const net = process.nets.get(name)
  return net === undefined ? [] : nodesOf(net).flatMap((node) => [node, ...nodesInside(process, node)])
}

function nodesOf({ nodes }: { readonly nodes: ReadonlyMap<string, Node> }): readonly Node[] {
  return [...nodes.values()]
}

function isPlace({ kind, name }: Node): boolean {
  return kind !== "route" && !name.includes("~")
}
