import { statfs } from "node:fs/promises"
import { dirname, resolve } from "node:path"
import type { Client } from "../client.ts"
import { fileOf, storeKind } from "../store/address.ts"
import { StoreError } from "../store/error.ts"
import type { Command, Output } from "./command.ts"
import { connected, connectionFlags, placeOf } from "./connecting.ts"
import { counted } from "./counted.ts"
import { databaseFindings } from "./database-findings.ts"
import { exitCode } from "./exit-codes.ts"
import { type Finding, megabytes, ok, trouble, warning } from "./finding.ts"
import { jsonFlag } from "./flags.ts"
import type { Given } from "./given.ts"
import { type Colour, looksOf } from "./looks.ts"
import { examineFile } from "./store-file.ts"
import type { Surroundings } from "./surroundings.ts"
import { Trouble } from "./trouble.ts"

export const doctor: Command = {
  section: "Looking after it",
  summary: "Looks at everything that could be in the way, and says what to do",
  more: [
    "Node, the file or the server, the clock, and what waits for people and programs. Exit code 1 if there is trouble.",
  ],
  arguments: [],
  flags: [jsonFlag, ...connectionFlags],
  async run(given, output, around) {
    const isMissing = (result: Finding) => result.verdict === "trouble"
    const findings = [node(process.versions.node), ...(await placeFindings(given, around))]
    if (!findings.some(isMissing)) findings.push(...(await workFindings(given, around).catch(notLookedAt)))
    for (const finding of findings) tell(finding, given, output)
    return findings.some(isMissing) ? exitCode.refused : exitCode.done
  },
}

const oldestNode = [22, 18] as const

export function node(version: string): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  const isNew = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])
  return isNew ? ok("node", version) : trouble("node", `${version} is too old`, `Use ${oldestNode.join(".")} or later.`)
}

async function placeFindings(given: Given, around: Surroundings): Promise<readonly Finding[]> {
  try {
    const place = await placeOf(given, around)
    if ("store" in place)
      return storeKind(place.store) === "postgres"
        ? await databaseFindings(place.store, around.now)
        : await fileFindings(resolve(around.folder, fileOf(place.store)))
    return await connected(given, around, ({ client, where }) => serverFindings(where, client, around))
  } catch (error) {
    return [trouble("place", error instanceof Error ? error.message : String(error), remedyOf(error))]
  }
}

/** What is about the store and not about the work is a finding; a bug is thrown. */
function notLookedAt(error: unknown): readonly Finding[] {
  if (!(error instanceof StoreError || error instanceof Trouble)) throw error
  return [trouble("work", `cannot be looked at: ${error.message}`, remedyOf(error))]
}

const remedyOf = (error: unknown): string => {
  if (error instanceof StoreError) return "Check the address, and that the database is there."
  return error instanceof Trouble ? error.remedy : "Check --url, and that the server runs."
}

async function fileFindings(path: string): Promise<readonly Finding[]> {
  const { bytes, entries, migration, newestMigration } = examineFile(path)
  const { bavail, bsize } = await statfs(dirname(path))
  const free = bavail * bsize
  return [
    ok("file", `${path}: sound, ${megabytes(bytes)}, ${entries} entries`),
    migration === newestMigration
      ? ok("migration", `${migration}, the newest`)
      : warning(
          "migration",
          `${migration} of ${newestMigration}`,
          "It is brought up to date when it is opened. Make a copy first.",
        ),
    free > 2 * bytes + spare
      ? ok("disk", `${megabytes(free)} free`)
      : warning("disk", `only ${megabytes(free)} free`, "Make room: a backup needs as much again as the file."),
  ]
}

const spare = 256 * 1024 * 1024

async function serverFindings(url: string, client: Client, around: Surroundings): Promise<readonly Finding[]> {
  const told = await client.server({}, { signal: around.signal })
  if (!told.ok) return [trouble("server", `${url}: ${told.rejection.message}`, told.rejection.remedy)]
  const { version, store, now } = told.value
  const difference = Math.abs(around.now() - now)
  return [
    ok("server", `${url}: version ${version} on ${store}`),
    difference < 5000
      ? ok("clock", "the server's and this machine's agree")
      : warning(
          "clock",
          `the server's is ${Math.round(difference / 1000)} s away from this machine's`,
          "Set both by NTP.",
        ),
  ]
}

/** What waits, as far as whoever asks may know. */
async function workFindings(given: Given, around: Surroundings): Promise<readonly Finding[]> {
  return connected(given, around, async ({ client }) => {
    const told = await client.counts({}, { signal: around.signal })
    if (!told.ok) return [warning("work", `cannot be looked at: ${told.rejection.message}`, told.rejection.remedy)]
    const { quarantined, interventions, readyItems: ready, exceptions, deliveries } = told.value
    return [
      quarantined === 0
        ? ok("quarantine", "empty")
        : trouble(
            "quarantine",
            `${counted(quarantined, "family")} set aside`,
            "See 'exlet quarantine list' and 'exlet log FAMILY'; release them when the cause is mended.",
          ),
      interventions === 0
        ? ok("interventions", "nobody is asked anything")
        : warning(
            "interventions",
            `${counted(interventions, "question")} for a person`,
            "See 'exlet interventions'; 'exlet answer' answers one.",
          ),
      ...exceptions
        .filter(({ class: name }) => nobodyThere.has(name))
        .map(({ class: name, process: of, at, count }) =>
          warning(
            "people",
            `${counted(count, "item")} nobody can have: ${name} at ${at} of ${of}`,
            `See 'exlet exceptions --class ${name}' and 'exlet organisation candidates ITEM'.`,
          ),
        ),
      ...(ready.length === 0 ? [ok("programs", "no item waits for one")] : []),
      ...ready.map(({ worker, count }) =>
        warning(
          "programs",
          `${counted(count, "item")} waiting for '${worker}'`,
          `See that one asks for them: exlet worker ${worker} -- COMMAND.`,
        ),
      ),
      ...(await stalledFindings(client, around)),
      ...deliveries
        .filter(({ givenUp }) => givenUp)
        .map(({ channel, count }) =>
          warning(
            "deliveries",
            `${counted(count, "letter")} given up by ${channel}`,
            `See 'exlet deliveries --given-up'; 'exlet resend --channel ${channel}' tries again.`,
          ),
        ),
    ]
  })
}

/** What has no reason to move, in as many cases as are looked at in a reasonable time. */
async function stalledFindings(client: Client, { signal }: Surroundings): Promise<readonly Finding[]> {
  const found: Finding[] = []
  let after: string | undefined
  for (let pages = 0; pages < mostPages; pages++) {
    const told = await client.stalled({ limit: 1000, ...(after !== undefined && { after }) }, { signal })
    if (!told.ok) return [warning("stalled", `cannot be looked at: ${told.rejection.message}`, told.rejection.remedy)]
    for (const { case: id, at, message, exception } of told.value.rows) {
      const says = `${at} of case ${id} does not move: ${message}`
      const remedy = exception ? "See 'exlet interventions'." : "It will be asked about; see 'exlet case'."
      if (found.length < mostStalled) found.push(warning("stalled", says, remedy))
    }
    after = told.value.next
    if (after === undefined) break
  }
  if (found.length > 0) return found
  return [ok("stalled", after === undefined ? "nothing" : `nothing in ${mostPages * 1000} cases`)]
}

const mostPages = 5
const mostStalled = 20

/** ResourceUnavailable, and what it is in particular. */
const nobodyThere: ReadonlySet<string> = new Set([
  "ResourceUnavailable",
  "NoSuchCapability",
  "AllAbsent",
  "AllBusy",
  "AllDeclined",
])

const colours: Readonly<Record<Finding["verdict"], Colour>> = { ok: "green", warning: "yellow", trouble: "red" }

function tell(finding: Finding, given: Given, output: Output): void {
  const { what, verdict, says, remedy } = finding
  const shown = looksOf(output).paint(colours[verdict], (verdict === "ok" ? "OK" : verdict).padEnd(7))
  const lines = [
    `${shown}  ${what.padEnd(13)} ${says}`,
    ...(remedy === undefined ? [] : [`${" ".repeat(23)} ${remedy}`]),
  ]
  for (const line of given.is("json") ? [JSON.stringify(finding)] : lines) output.out(line)
}
