import type { Deciding } from "./deciding.ts"
import type { Item } from "./family.ts"
import { raise } from "./raise.ts"

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
