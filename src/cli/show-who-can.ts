import type { Output } from "../client.ts"
import type { Looks } from "./looks.ts"
import { recordTable } from "./show-answer.ts"

/** How everybody stands to a task; and what it asks that only a case can tell. */
export function whoCanLines({ rows, needsCase }: Output<"whoCan">, looks: Looks): readonly string[] {
  return [
    ...recordTable(rows, ["agent", "obstacle", "reason", "standsInFor"], looks),
    ...needsCase.map(({ part, says }) => looks.paint("dim", `Only a case can tell: ${part} ${says}`)),
  ]
}
