import { type CaseId, type Engine, type Event, familyOf, type ItemId, logLines } from "../main.ts"
import type { Output } from "./command.ts"

/** Prints each entry as it becomes durable, under a short name for its family. `upTo` waits until one is printed. */
export function follow(
  engine: Engine,
  output: Output,
  { after, isAll }: { readonly after: number; readonly isAll: boolean },
): { name(id: CaseId, name: string): void; upTo(position: number): Promise<void> } {
  const names = new Map<string, string>()
  const tasks = new Map<ItemId, string>()
  let printed = after
  void (async () => {
    for await (const entry of engine.history({ after })) {
      const lines = logLines([entry], tasks)
      const name = names.get(entry.family) ?? entry.family
      entry.events.forEach((event, index) => {
        if (isAll || telling.has(event.type)) output.out(`  ${(lines[index] ?? "").replaceAll(entry.family, name)}`)
      })
      printed = entry.position
    }
  })()
  return {
    name: (id, name) => names.set(familyOf(id), name),
    async upTo(position) {
      while (printed < position) await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

/** Records about what goes wrong. */
const telling: ReadonlySet<Event["type"]> = new Set<Event["type"]>([
  "ExceptionRaised",
  "ExceptionResolved",
  "DecisionMade",
  "RunStarted",
  "RunEnded",
  "HoldPlaced",
  "HoldLifted",
  "InterventionOpened",
  "InterventionAnswered",
  "Notified",
  "CaseRemoved",
  "CaseFailed",
])
