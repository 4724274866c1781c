import type { Output } from "../client.ts"
import { counted } from "./counted.ts"
import { localMoment } from "./local-moment.ts"
import type { Looks } from "./looks.ts"
import { recordTable } from "./show-answer.ts"

/** How much there is of everything. */
export function countLines(counts: Output<"counts">, looks: Looks): readonly string[] {
  const part = (title: string, rows: readonly object[], columns: readonly string[]) =>
    rows.length === 0 ? [] : [looks.paint("bold", title), ...recordTable(rows, columns, looks), ""]
  return [
    ...part("Cases", counts.casesByState, ["process", "state", "held", "count"]),
    ...part("Items", counts.itemsByStatus, ["process", "kind", "status", "held", "count"]),
    ...part("Open exceptions", counts.exceptions, ["class", "process", "at", "count"]),
    ...part("Ready for programs", counts.readyItems, ["worker", "count"]),
    ...part("On their way to people", counts.deliveries, ["channel", "givenUp", "count"]),
    `${counted(counts.interventions, "open intervention")}, ${counted(counts.quarantined, "family")} in quarantine`,
  ]
}

/** The secret is alone on its line, so that it can be cut out. */
export function newKeyLines({ key, secret }: Output<"createKey">, { paint }: Looks): readonly string[] {
  const until = key.expiresAt === undefined ? "" : `, good until ${localMoment(key.expiresAt)}`
  return [
    `Key ${key.id} for ${key.agent}${until}. This is its secret; it is not shown again:`,
    paint("bold", secret),
    "Use it with --token or EXLET_TOKEN, or over HTTP as 'Authorization: Bearer …'.",
  ]
}
