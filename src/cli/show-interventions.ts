import type { Input, Output } from "../client.ts"
import { exitCode } from "./exit-codes.ts"
import { localMoment } from "./local-moment.ts"
import type { Looks } from "./looks.ts"
import { tableLines } from "./table.ts"

/** Questions in a list, and how to look at one of them. */
export function interventionRowLines({ rows }: Output<"interventions">, looks: Looks): readonly string[] {
  if (rows.length === 0) return [looks.paint("dim", "None.")]
  const cells = rows.map((row) => [
    row.id,
    row.text,
    row.open ? "" : "yes",
    row.to ?? "",
    row.dueAt === undefined ? "" : localMoment(row.dueAt),
    row.class ?? "",
    row.process,
    row.at,
    localMoment(row.openedAt),
  ])
  const titles = ["ID", "TEXT", "ANSWERED", "TO", "DUE AT", "CLASS", "PROCESS", "AT", "OPENED AT"]
  return [
    ...tableLines(titles, cells, looks),
    looks.paint("dim", "'exlet intervention ID' tells what it is about, and how it can be answered."),
  ]
}

/** What came of each of many. */
export function answeredLines({ rows }: Output<"answerAll">, looks: Looks): readonly string[] {
  return resultLines(
    rows.map(({ isAnswered, rejection, ...row }) => ({
      ...row,
      result: isAnswered ? "answered" : refusedText(rejection),
    })),
    looks,
  )
}

export function answeredExit({ rows }: Output<"answerAll">): number {
  return rows.every(({ isAnswered }) => isAnswered) ? exitCode.done : exitCode.refused
}

export function reevaluatedLines({ rows }: Output<"reevaluate">, looks: Looks): readonly string[] {
  return resultLines(
    rows.map(({ now, proposed, rejection, ...row }) => {
      if (rejection) return { ...row, result: refusedText(rejection) }
      if (now) return { ...row, result: `now handled by rule #${now.node} of ${now.tree}: ${now.says}` }
      return { ...row, result: proposed === undefined ? "still open" : `asked anew, proposed: ${proposed}` }
    }),
    looks,
  )
}

/** What a tree would do about those that are open. */
export function handledLines({ handles }: Output<"treeHandles">): readonly string[] {
  if (handles === 0) return ["It would handle no open intervention."]
  const are = handles === 1 ? "1 open intervention" : `${handles} open interventions`
  return [`It would handle ${are}: 'exlet reevaluate' has the rules asked again.`]
}

/** What is to be done about those like one that was answered with a rule. */
export function alikeLines({ do: how, dryRun }: Input<"answer">): readonly string[] {
  if (how !== "teach" || dryRun) return []
  return ["Others like it may be answered by the rule too: 'exlet reevaluate' has the rules asked again."]
}

interface Result {
  readonly intervention: string
  readonly case?: string
  readonly process?: string
  readonly result: string
}

function resultLines(rows: readonly Result[], looks: Looks): readonly string[] {
  if (rows.length === 0) return [looks.paint("dim", "None is meant.")]
  const cells = rows.map(({ intervention, case: id = "", process = "", result }) => [intervention, id, process, result])
  return tableLines(["INTERVENTION", "CASE", "PROCESS", "RESULT"], cells, looks)
}

const refusedText = (rejection: { readonly code: string; readonly message: string } | undefined): string =>
  rejection === undefined ? "not answered" : `${rejection.code}: ${rejection.message}`
