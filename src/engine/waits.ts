import type { Json } from "../messages/json.ts"
import type { WaitSpec } from "../model/net.ts"
import { evaluateAt, outputOf } from "./data.ts"
import type { Deciding } from "./deciding.ts"
import { endItem } from "./ending.ts"
import type { Item, KeptMessage } from "./family.ts"
import { isHeld, isHeldItself } from "./holds.ts"
import { raise } from "./raise.ts"
import { arm } from "./timers.ts"

/** A wait is enabled: its clock starts, or it listens for its message. */
export function beginWait(deciding: Deciding, item: Item): void {
  const { wait } = deciding.node(item)
  if (wait === undefined) return
  const trouble = begin(deciding, item, wait)
  if (trouble !== undefined) {
    raise(deciding, {
      class: "EvaluationFailed",
      case: item.case,
      item: item.id,
      at: item.task,
      parameters: { message: trouble },
      holds: { kind: "item", item: item.id },
    })
  }
}

/** Its time has come. Held by more than its case, it stays until it is let go. */
export function waitIsOver(deciding: Deciding, item: Item): void {
  if (isHeldItself(deciding.draft, item, deciding.process(item.case)))
    deciding.emit({ type: "OutputKept", item: item.id, data: {} })
  else endItem(deciding, item, "ItemCompleted")
}

/** Takes a message that has arrived for a wait, if there is one and nobody holds it. */
export function takeMessage(deciding: Deciding, item: Item): void {
  const { awaits } = item
  if (awaits === undefined || isHeld(deciding.draft, item, deciding.process(item.case))) return
  for (const message of deciding.draft.messages.values()) {
    if (message.case !== item.case || !isAwaited(message, awaits)) continue
    const output = outputOf(standing(deciding, item), item, message.data)
    if (!("writes" in output)) continue
    const version = deciding.emit({ type: "MessageTaken", message: message.id, item: item.id })
    deciding.because(version, () => endItem(deciding, item, "ItemCompleted", output))
    return
  }
}

export function isAwaited(message: Pick<KeptMessage, "name" | "key">, awaits: NonNullable<Item["awaits"]>): boolean {
  return message.name === awaits.name && sameKey(message.key, awaits.key)
}

export function standing(deciding: Deciding, item: Item) {
  const process = deciding.process(item.case)
  return {
    family: deciding.draft,
    process,
    frame: deciding.frame(item.frame),
    node: deciding.node(item),
    now: deciding.facts.now,
  }
}

function begin(deciding: Deciding, item: Item, wait: WaitSpec): string | undefined {
  const frame = deciding.frame(item.frame)
  if (wait.form === "after") return arm(deciding, frame, "wait", { item: item.id }, wait)
  if (wait.form === "until")
    return arm(deciding, frame, "wait", { item: item.id }, { form: "expression", expression: wait.until })
  let key: Json = null
  if (wait.key) {
    const outcome = evaluateAt(standing(deciding, item), wait.key)
    if (!outcome.ok) return outcome.error.message
    key = outcome.value
  }
  deciding.emit({ type: "MessageAwaited", item: item.id, name: wait.message, key })
  takeMessage(deciding, deciding.item(item.id))
  return undefined
}

/** Keys are compared as text, so that 42 from a form and "42" from a letter are the same order. */
function sameKey(one: Json, other: Json): boolean {
  return keyText(one) === keyText(other)
}

export function keyText(key: Json): string {
  return typeof key === "object" ? JSON.stringify(key) : String(key)
}
