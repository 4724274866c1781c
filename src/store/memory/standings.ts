import type { CaseId } from "../../messages/ids.ts"
import type { CaseExceptionCount, RaisedCount, Standing, StepCounts } from "../port.ts"
import { casesOf, isInTrouble, openExceptions } from "./cases.ts"
import { counted } from "./counts.ts"
import type { MemoryDisk } from "./disk.ts"

export function stepCountsOf(disk: MemoryDisk, process: string, of?: number | readonly CaseId[]): StepCounts {
  const meant = meantIn(disk, process, of)
  const items = [...disk.items.values()].filter((row) => row.live).flatMap(meant)
  const exceptions = openExceptions(disk).flatMap(meant)
  return {
    items: counted(items.map(({ row: { task, status, held }, version }) => ({ task, status, held, version }))),
    exceptions: counted(exceptions.map(({ row: { at, class: name }, version }) => ({ at, class: name, version }))),
  }
}

export function caseExceptionCountsOf(
  disk: MemoryDisk,
  process: string,
  of?: number | readonly CaseId[],
): readonly CaseExceptionCount[] {
  const ofCases = openExceptions(disk).filter(({ at, item }) => at === process && item === undefined)
  const rows = ofCases.flatMap(meantIn(disk, process, of))
  return counted(rows.map(({ row, version }) => ({ class: row.class, version })))
}

/** Of rows of cases those that are meant, each with the version of its case. */
function meantIn(disk: MemoryDisk, process: string, of: number | readonly CaseId[] | undefined) {
  const among = typeof of === "object" ? new Set(of) : undefined
  return <Row extends { readonly process: string; readonly case: CaseId }>(row: Row) => {
    const version = disk.cases.get(row.case)?.version
    const isMeant = among ? among.has(row.case) : of === undefined || version === of
    return row.process === process && version !== undefined && isMeant ? [{ row, version }] : []
  }
}

export function standingsOf(disk: MemoryDisk, since: number, now: number): readonly Standing[] {
  const standings = new Map<string, { -readonly [Name in keyof Standing]: Standing[Name] }>()
  const of = (process: string) => {
    const known = standings.get(process) ?? { process, ...nothing }
    standings.set(process, known)
    return known
  }
  for (const row of casesOf(disk, { limit: Number.POSITIVE_INFINITY })) {
    const { process, state, held, endedAt } = row
    const isRunning = state === "running"
    const hasEnded = endedAt !== undefined && endedAt >= since
    if (!isRunning && !hasEnded && !isInTrouble(row)) continue
    const standing = of(process)
    if (isRunning) standing.running++
    if (isRunning && held) standing.held++
    if (isInTrouble(row)) standing.trouble++
    if (hasEnded) standing.ended++
    if (hasEnded && state === "completed") standing.completed++
  }
  for (const { process, open, dueAt } of disk.interventions.values()) {
    if (!open) continue
    const standing = of(process)
    standing.interventions++
    if (dueAt !== undefined && dueAt <= now) standing.overdue++
  }
  return [...standings.values()]
}

const nothing = { running: 0, held: 0, trouble: 0, ended: 0, completed: 0, interventions: 0, overdue: 0 }

export function raisedIn({ exceptions }: MemoryDisk, from: number, to: number, stretch: number) {
  const raised = [...exceptions.values()].filter(({ raisedAt }) => raisedAt >= from && raisedAt < to)
  return counted(
    raised.map(
      ({ process, class: name, raisedAt }): Omit<RaisedCount, "count"> => ({
        stretch: Math.floor((raisedAt - from) / stretch),
        process,
        class: name,
      }),
    ),
  )
}
