import { type ArchivedFamily, type Criteria, type Damage, readWhere, search, summaryOf } from "../archive/searching.ts"
import { asCaseId, familyOf } from "../messages/ids.ts"
import type { FamilyRecord } from "../runtime/family-record.ts"
import { archiveIn, damageTold, fileTrouble, momentOf } from "./archive-flags.ts"
import type { Command, Output } from "./command.ts"
import { exitCode } from "./exit-codes.ts"
import { file, jsonFlag, text } from "./flags.ts"
import type { Given } from "./given.ts"
import { localMoment } from "./local-moment.ts"
import { looksOf } from "./looks.ts"
import { entryLines } from "./show-events.ts"
import { tableLines } from "./table.ts"
import { Trouble, UsageError } from "./trouble.ts"

const moments = ["started-before", "started-after", "ended-before", "ended-after"] as const

export const archived: Command = {
  section: "Looking after it",
  summary: "Looks for families in the files of an archive, and shows the history of one; needs no server",
  arguments: [{ name: "folder", kind: file, about: "Where the files are" }],
  flags: [
    { name: "case", kind: text, label: "CASE", about: "Shows what happened in the family of this case" },
    { name: "process", kind: text, label: "PROCESS", about: "Only families begun with this process" },
    {
      name: "state",
      kind: { type: "choice", of: ["running", "completed", "removed", "failed", "exhausted"] },
      about: "Only those whose first case ended so",
    },
    { name: "exception", kind: text, label: "CLASS", about: "Only those that had an exception of this class" },
    ...moments.map((name) => ({
      name,
      kind: text,
      label: "MOMENT|DURATION",
      about: `Only those ${name.replace("-", " ")} this moment, or so long ago${name.endsWith("after") ? "; at it as well" : ""}`,
    })),
    {
      name: "where",
      kind: text,
      label: "CONDITION",
      about: "Only those for which this holds of the data their first case ended with, as in 'amount > 99'",
    },
    { name: "text", kind: text, about: "Only those that have this text anywhere in their record, in capitals or not" },
    { ...jsonFlag, about: "One family a line, as JSON; with --case its whole record" },
  ],
  async run(given, output, around) {
    const folder = await archiveIn(given, around)
    const damages: Damage[] = []
    const criteria = criteriaOf(given, around.now())
    const newest = new Map<string, { readonly row: ArchivedFamily; readonly record: FamilyRecord | undefined }>()
    await fileTrouble(async () => {
      for await (const { record, file: found } of search(folder, criteria, (damage) => damages.push(damage))) {
        const row = summaryOf(record, found)
        if ((newest.get(row.family)?.row.version ?? 0) < row.version)
          newest.set(row.family, { row, record: given.has("case") ? record : undefined })
      }
    })
    if (given.has("case")) tellOne([...newest.values()][0]?.record, given, output, damages)
    else
      tellAll(
        [...newest.values()].map(({ row }) => row),
        given,
        output,
      )
    return damageTold(damages, given, output)
  },
}

function criteriaOf(given: Given, now: number): Criteria {
  const where = given.text("where")
  const condition = where === undefined ? undefined : readWhere(where)
  if (typeof condition === "string") throw new UsageError(`--where cannot be read: ${condition}`)
  const said = (name: string, as = name) => (given.has(name) ? { [as]: given.sure(name) } : {})
  const moment = (name: string, as: string) => {
    const at = momentOf(given, name, now)
    return at === undefined ? {} : { [as]: at }
  }
  return {
    ...(given.has("case") && { families: new Set([familyOf(asCaseId(given.sure("case")))]) }),
    ...said("process"),
    ...said("state"),
    ...said("exception"),
    ...said("text"),
    ...moment("started-before", "startedBefore"),
    ...moment("started-after", "startedAfter"),
    ...moment("ended-before", "endedBefore"),
    ...moment("ended-after", "endedAfter"),
    ...(condition && { where: condition }),
  }
}

function tellAll(rows: readonly ArchivedFamily[], given: Given, output: Output): void {
  const sorted = rows.toSorted((one, other) => one.endedAt - other.endedAt || (one.family < other.family ? -1 : 1))
  if (given.is("json")) for (const row of sorted) output.out(JSON.stringify(row))
  else if (sorted.length === 0) output.out(looksOf(output).paint("dim", "None."))
  else {
    const cells = sorted.map(({ family, process, state, startedAt, endedAt, exceptions, file: name }) => [
      family,
      process,
      state,
      localMoment(startedAt),
      localMoment(endedAt),
      exceptions === 0 ? "" : String(exceptions),
      name,
    ])
    const titles = ["CASE", "PROCESS", "STATE", "STARTED", "ENDED", "EXCEPTIONS", "FILE"]
    for (const line of tableLines(titles, cells, looksOf(output))) output.out(line)
  }
}

function tellOne(record: FamilyRecord | undefined, given: Given, output: Output, damages: readonly Damage[]): void {
  if (record === undefined) {
    damageTold(damages, given, output)
    throw noRecord(given.sure("case"), given.sure("folder"))
  }
  const lines = given.is("json") ? [JSON.stringify(record)] : entryLines(record.entries, new Map(), looksOf(output))
  for (const line of lines) output.out(line)
}

export const noRecord = (id: string, folder: string): Trouble =>
  new Trouble(
    "CASE_NOT_FOUND",
    `there is no record of ${id} in ${folder}`,
    "Look it up with 'exlet archived', or in the store with 'exlet cases'",
    exitCode.refused,
  )
