import type { Deciding } from "./deciding.ts"
import type { Item } from "./family.ts"
import { raise } from "./raise.ts"

/** Nobody does such items: that is known at once, or when nobody has appeared in time. */
export function expectWorker(deciding: Deciding, item: Item): void {
  const { workerGrace = 0, now } = deciding.facts
  if (!lacksWorker(deciding, item)) return
  if (workerGrace === 0) missWorker(deciding, item)
  else {
    const timer = deciding.nextId("timer")
    deciding.emit({ type: "TimerArmed", timer, purpose: "worker", of: { item: item.id }, dueAt: now + workerGrace })
  }
}

/** An item nobody can do waits for an answer. */
export function missWorker(deciding: Deciding, item: Item): void {
  if (!lacksWorker(deciding, item)) return
  const worker = workerOf(deciding, item)
  raise(deciding, {
    class: "ResourceUnavailable",
    case: item.case,
    item: item.id,
    at: item.task,
    parameters: { worker, message: `there is no worker "${worker}"` },
    holds: { kind: "item", item: item.id },
  })
}

/** Its agent, where the match maker has chosen one, else the one its task names. */
export function workerOf(deciding: Deciding, item: Item): string {
  return item.agent ?? deciding.node(item).task?.worker ?? item.task
}

/** Whether a program does it, or is about to. */
export function isForProgram({ facts }: Deciding, { kind, status, agent }: Item): boolean {
  if (kind === "program") return true
  return kind === "work" && status === "allocated" && agent !== undefined && facts.people?.isProgram(agent) === true
}

/** Whether a program is at it: it has not told yet what came of it, nor has anybody started it by hand. */
export function isLeased({ status, lease, kept }: Item): boolean {
  return status === "started" && lease !== undefined && kept === undefined
}

function lacksWorker(deciding: Deciding, item: Item): boolean {
  const { hasWorker, people } = deciding.facts
  if (hasWorker === undefined || !isForProgram(deciding, item)) return false
  if (item.status === "allocated") return !hasWorker(workerOf(deciding, item))
  const isChosen = people !== undefined && deciding.node(item).task?.needs !== undefined
  return item.status === "enabled" && !isChosen && !hasWorker(workerOf(deciding, item))
}

/** A program failed or vanished: its item is enabled again, its attempt counted, held until somebody answers. */
export function failAttempt(deciding: Deciding, item: Item, attempt: number, message: string): void {
  const version = deciding.emit({ type: "AttemptFailed", item: item.id, attempt, message })
  deciding.because(version, () => {
    raise(deciding, {
      class: "ItemAbort",
      case: item.case,
      item: item.id,
      at: item.task,
      parameters: { message, attempt },
      holds: { kind: "item", item: item.id },
    })
  })
}
