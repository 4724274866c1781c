import { engineAgent, instanceFrame } from "../messages/ids.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { ManySpec, Node } from "../model/net.ts"
import { netOf } from "../model/net.ts"
import { collected } from "./collecting.ts"
import { evaluateAt, instanceFrameOf, type Output } from "./data.ts"
import type { Deciding } from "./deciding.ts"
import { endItem, removeItem } from "./ending.ts"
import type { Item } from "./family.ts"
import { isHeldItself } from "./holds.ts"
import { goInto, tokensInto } from "./moving.ts"
import { raise } from "./raise.ts"
import { start } from "./starting.ts"

/** Opens an activity: one frame, or one for each element. */
export function startActivity(deciding: Deciding, item: Item): void {
  const node = deciding.node(item)
  const elements = node.many ? elementsOf(deciding, item, node.many) : [undefined]
  if (elements === undefined) return
  const version = start(deciding, item, { agent: engineAgent })
  if (node.many) deciding.instances += elements.length
  deciding.because(version, () => {
    elements.forEach((element, index) => {
      openFrame(deciding, item, node, index + 1, element)
    })
    if (elements.length === 0) completeActivity(deciding, deciding.item(item.id))
  })
}

export function openFrame(
  deciding: Deciding,
  item: Item,
  node: Node,
  instance: number,
  element: Json | undefined,
): void {
  const frame = instanceFrame(item.id, deciding.item(item.id).opened + 1)
  const process = deciding.process(item.case)
  const net = netOf(process, item.task)
  const [entry = net.start, ...also] = item.into === undefined ? [] : tokensInto(process, net, item.into)
  const locals = node.many && element !== undefined ? { [node.many.as]: element } : undefined
  const version = deciding.emit({
    type: "FrameOpened",
    frame,
    item: item.id,
    net: item.task,
    instance,
    start: entry,
    ...(also.length > 0 && { also }),
    ...(locals && { locals }),
  })
  if (item.into !== undefined) goInto(deciding, frame, item.into)
  deciding.arrived(frame, [entry, ...also], version)
}

/** An instance has ended, or a hold was lifted: enough instances, or the last, end the activity. */
export function activityMoved(deciding: Deciding, item: Item): void {
  const node = deciding.node(item)
  const { open, completed } = item
  if (completed >= (node.many?.enough ?? 1) || (open === 0 && completed > 0)) completeActivity(deciding, item)
  else if (open === 0) removeItem(deciding, item)
}

/** It has failed, and nothing is left in it. */
export function isEmptied({ kind, status, opened, open, completed }: Item): boolean {
  return kind === "activity" && status === "started" && opened > 0 && open === 0 && completed === 0
}

/** Ends an activity whose instances are through, with what it collects from them. One that is held waits to be let go. */
export function completeActivity(deciding: Deciding, item: Item): void {
  if (isHeldItself(deciding.draft, item, deciding.process(item.case))) return
  const { many } = deciding.node(item)
  const gathered = many ? collected(deciding, item, many) : { writes: {} }
  if ("writes" in gathered) endItem(deciding, item, "ItemCompleted", withLocals(deciding, item, gathered.writes))
  else trouble(deciding, item, gathered.class, gathered.parameters)
}

/** What is collected inside an instance that is collected from in its turn is that instance's as well. */
function withLocals(deciding: Deciding, item: Item, writes: JsonObject): Output {
  const collects = deciding.node(item).task?.collects
  const values = Object.fromEntries(Object.entries(writes).filter(([name]) => collects?.has(name)))
  const process = deciding.process(item.case)
  const instance = instanceFrameOf({ family: deciding.draft, process, frame: deciding.frame(item.frame) })
  if (!instance || Object.keys(values).length === 0) return { writes }
  return { writes, locals: { frame: instance.id, values } }
}

function elementsOf(deciding: Deciding, item: Item, many: ManySpec): readonly Json[] | undefined {
  const at = {
    family: deciding.draft,
    process: deciding.process(item.case),
    frame: deciding.frame(item.frame),
    now: deciding.facts.now,
  }
  const outcome = evaluateAt(at, many.elements)
  if (!outcome.ok)
    return trouble(deciding, item, "EvaluationFailed", {
      expression: many.elements.source,
      message: outcome.error.message,
    })
  if (!Array.isArray(outcome.value)) {
    return trouble(deciding, item, "EvaluationFailed", { expression: many.elements.source, message: "is not a list" })
  }
  const size = outcome.value.length
  if (size > 0 && (size < many.min || size > many.max)) {
    return trouble(deciding, item, "ConstraintViolation", {
      message: `${size} elements, but it needs ${many.min} to ${many.max}`,
      size,
    })
  }
  if (size === 0 && many.min > 0) {
    return trouble(deciding, item, "ConstraintViolation", {
      message: `no elements, but it needs at least ${many.min}`,
      size,
    })
  }
  if (deciding.instances + size > mostInstances) {
    const others = deciding.instances > 0 ? ` with the ${deciding.instances} opened before it` : ""
    const message = `${size} elements${others} are more than the ${mostInstances} instances that one step opens`
    return trouble(deciding, item, "ConstraintViolation", { message, size })
  }
  return outcome.value
}

/** Instances that one decision opens at most, in all its activities together: while it is made, everybody else waits. */
const mostInstances = 1000

function trouble(deciding: Deciding, item: Item, name: string, parameters: JsonObject): undefined {
  raise(deciding, {
    class: name,
    case: item.case,
    item: item.id,
    at: item.task,
    parameters,
    holds: { kind: "item", item: item.id },
  })
  return undefined
}
