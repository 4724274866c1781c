import { stringify } from "yaml"
import type { Client } from "../client.ts"
import { writeWqm } from "../interchange/wqm/write-wqm.ts"
import { readBundleValues } from "../model/bundle.ts"
import { answered } from "./answered.ts"
import type { Command, Output } from "./command.ts"
import { connected, connectionFlags } from "./connecting.ts"
import { told as leftOut } from "./convert.ts"
import { exitCode } from "./exit-codes.ts"
import { jsonFlag, text, yes } from "./flags.ts"
import type { Given } from "./given.ts"
import { progressText } from "./progress.ts"
import type { Surroundings } from "./surroundings.ts"
import { Interrupted, UsageError } from "./trouble.ts"

export const exporting: Command = {
  section: "Looking after it",
  summary: "Prints everything that is deployed, or everything that has happened",
  more: [
    "export bundle > all.yaml          what is deployed, rules as they stand now; can be deployed elsewhere",
    "export history > all.ndjson       one entry a line; what happens meanwhile is not missed, and not waited for",
  ],
  arguments: [{ name: "what", kind: { type: "choice", of: ["bundle", "history"] }, about: "What is printed" }],
  flags: [
    { name: "family", kind: text, label: "FAMILY", about: "Of history: only this family's" },
    { name: "after", kind: { type: "integer", least: 0 }, about: "Of history: only entries after this position" },
    { ...jsonFlag, about: "The bundle as JSON instead of YAML" },
    { name: "wqm", kind: yes, about: "The bundle as WQM (XML), as far as it can be said; the rest is told" },
    ...connectionFlags,
  ],
  run(given, output, around) {
    const isBundle = given.text("what") === "bundle"
    if (!isBundle && given.is("wqm")) throw new UsageError("--wqm is for 'export bundle'.")
    if (given.is("wqm") && given.is("json")) throw new UsageError("--wqm and --json exclude each other.")
    if (isBundle && (given.has("family") || given.has("after")))
      throw new UsageError("--family and --after are for 'export history'.")
    const work = isBundle ? exportBundle : exportHistory
    return connected(given, around, ({ client }) => work(client, given, output, around))
  },
}

async function exportBundle(client: Client, given: Given, output: Output): Promise<number> {
  const told = await client.bundle()
  if (!told.ok) return answered(told, given, output)
  if (given.is("wqm")) {
    const { text, findings } = writeWqm(readBundleValues([told.value]))
    output.out(text.trimEnd())
    return leftOut(findings, false, output)
  }
  const written = given.is("json")
    ? JSON.stringify(told.value, null, 2)
    : stringify(told.value, { lineWidth: 0, aliasDuplicateObjects: false })
  output.out(written.trimEnd())
  return exitCode.done
}

/** Page by page, never more in memory than one. */
async function exportHistory(client: Client, given: Given, output: Output, around: Surroundings): Promise<number> {
  const family = given.text("family")
  let after = given.number("after") ?? 0
  let count = 0
  for (;;) {
    if (around.signal.aborted) throw new Interrupted()
    const input = { after, limit: 1000, ...(family !== undefined && { family }) }
    const told = await client.entries(input, { signal: around.signal })
    if (!told.ok) return answered(told, given, output)
    const { rows, next } = told.value
    for (const entry of rows) output.out(JSON.stringify(entry))
    count += rows.length
    output.progress?.(progressText("entries", count))
    await output.drained?.()
    if (next === undefined) return exitCode.done
    after = next
  }
}
