import { type Damage, search } from "../archive/searching.ts"
import { type Output as Answer, type Client, type Input, RefusedError } from "../client.ts"
import { asCaseId, familyOf } from "../messages/ids.ts"
import type { FamilyRecord } from "../runtime/family-record.ts"
import { archiveIn, damageTold, fileTrouble } from "./archive-flags.ts"
import { noRecord } from "./archived.ts"
import type { Command, Output } from "./command.ts"
import { connected, connectionFlags } from "./connecting.ts"
import { counted } from "./counted.ts"
import { exitCode } from "./exit-codes.ts"
import { file, jsonFlag, text, yes } from "./flags.ts"
import type { Given } from "./given.ts"
import { looksOf } from "./looks.ts"
import { progressText } from "./progress.ts"
import { refusalLines } from "./show-refusal.ts"
import { Interrupted, UsageError } from "./trouble.ts"

type Adopted = Answer<"adoptRecords">["rows"][number]

export const unarchive: Command = {
  section: "Looking after it",
  summary: "Brings families back from the files of an archive into the store, as they were",
  more: ["Entries have the positions they had. What is there already stays as it is; the files stay as they are, too."],
  arguments: [
    { name: "folder", kind: file, about: "Where the files are" },
    { name: "cases", kind: text, many: true, optional: true, about: "A case of each family" },
  ],
  flags: [{ name: "all", kind: yes, about: "All of them" }, jsonFlag, ...connectionFlags],
  async run(given, output, around) {
    const folder = await archiveIn(given, around)
    const families = meantBy(given)
    return connected(given, around, ({ client }) =>
      fileTrouble(async () => {
        const damages: Damage[] = []
        const criteria = families ? { families } : {}
        const newest = new Map<string, string>()
        for await (const { record } of search(folder, criteria, (damage) => damages.push(damage)))
          if (versionIn(newest.get(record.family)) < record.version)
            newest.set(record.family, `${record.version} ${record.digest}`)
        const back = new BringingBack(client, newest.size, output)
        for await (const { record } of search(folder, criteria, () => undefined)) {
          if (around.signal.aborted) throw new Interrupted()
          if (newest.get(record.family) !== `${record.version} ${record.digest}`) continue
          // Of several alike the first is brought.
          newest.set(record.family, "")
          await back.add(record)
        }
        await back.send()
        output.progress?.("")
        const absent = [...(families ?? [])].filter((family) => !newest.has(family))
        return Math.max(tell(back.rows, absent, given, output), damageTold(damages, given, output))
      }),
    )
  },
}

const versionIn = (noted: string | undefined): number => Number.parseInt(noted ?? "0", 10)

/** Undefined: all. */
function meantBy(given: Given): ReadonlySet<string> | undefined {
  const cases = given.texts("cases")
  if (given.is("all") === cases.length > 0) throw new UsageError("Name cases, or say --all.")
  return given.is("all") ? undefined : new Set(cases.map((id) => familyOf(asCaseId(id))))
}

/** As many at a time as can be carried at once. */
class BringingBack {
  readonly rows: Adopted[] = []
  readonly #client: Client
  readonly #of: number
  readonly #output: Output
  #records: FamilyRecord[] = []
  #size = 0

  constructor(client: Client, of: number, output: Output) {
    this.#client = client
    this.#of = of
    this.#output = output
  }

  async add(record: FamilyRecord): Promise<void> {
    const size = JSON.stringify(record).length
    if (this.#size + size > largest || this.#records.length === most) await this.send()
    this.#records.push(record)
    this.#size += size
  }

  async send(): Promise<void> {
    if (this.#records.length === 0) return
    const records = this.#records as unknown as Input<"adoptRecords">["records"]
    this.#records = []
    this.#size = 0
    const told = await this.#client.adoptRecords({ records })
    if (!told.ok) throw new RefusedError(told.rejection, told.status)
    this.rows.push(...told.value.rows)
    this.#output.progress?.(progressText("families", this.rows.length, this.#of))
  }
}

const largest = 4 * 1024 * 1024
const most = 200

function tell(rows: readonly Adopted[], absent: readonly string[], given: Given, output: Output): number {
  const named = (outcome: string) => rows.filter((row) => row.outcome === outcome).map(({ family }) => family)
  const [adopted, there] = [named("adopted"), named("there")]
  const refused = rows.flatMap(({ family, rejection }) => (rejection ? [{ family, ...rejection }] : []))
  if (given.is("json")) output.out(JSON.stringify({ adopted, there, refused, absent }))
  else {
    output.out(`${counted(adopted.length, "family")} brought back.`)
    if (there.length > 0) output.out(`${counted(there.length, "family")} there already.`)
    for (const { family: _, ...rejection } of refused)
      for (const line of refusalLines(rejection, looksOf(output))) output.err(line)
    for (const family of absent) {
      const { code, message, remedy } = noRecord(family, given.sure("folder"))
      for (const line of refusalLines({ code, message, remedy }, looksOf(output))) output.err(line)
    }
  }
  return refused.length + absent.length > 0 ? exitCode.refused : exitCode.done
}
