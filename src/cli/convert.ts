import { stringify } from "yaml"
import { isForeign, isForeignText } from "../interchange/foreign-source.ts"
import type { Finding } from "../messages/findings.ts"
import type { BundleFile } from "../model/bundle.ts"
import { describeFinding } from "../model/describe-finding.ts"
import { type Converted, convert as converted } from "../runtime/converting.ts"
import { bundleFiles } from "./bundle-folder.ts"
import type { Command, Output } from "./command.ts"
import { exitCode } from "./exit-codes.ts"
import { file, yes } from "./flags.ts"
import { existing } from "./paths.ts"
import type { Surroundings } from "./surroundings.ts"
import { UsageError } from "./trouble.ts"

export const convert: Command = {
  section: "Definitions",
  summary: "Prints definitions in another format",
  more: [
    "Reads the files and folders given as one bundle; needs no server. What is WQM (XML) becomes YAML, everything else WQM, unless --to says otherwise.",
    "What the format has no words for is told, and left out. Exit codes: 0 all of it, 1 something had to be left out or is wrong, 2 it could not be read.",
  ],
  arguments: [
    { name: "path", kind: file, many: true, about: "Files and folders of one bundle; - reads what comes in" },
  ],
  flags: [
    { name: "to", kind: { type: "choice", of: ["wqm", "yaml", "json"] }, about: "The format" },
    { name: "strict", kind: yes, about: "Also 1 where only details were left out" },
  ],

  async run(given, output, around) {
    const what = await read(given.texts("path"), output, around)
    if (what === undefined) return exitCode.senseless
    const isWqm = typeof what === "string" ? isForeignText(what) : what.every(({ name }) => isForeign(name))
    const to = given.text("to") ?? (isWqm ? "yaml" : "wqm")
    const answer = converted(what, to === "wqm" ? "wqm" : "bundle")
    if (!answer.ok) return told(answer.rejection.findings ?? [], given.is("strict"), output)
    output.out(textOf(answer.value, to).trimEnd())
    return told(answer.value.findings, given.is("strict"), output)
  },
}

/** In a text of its own, findings would be in the way: they go where errors go. */
export function told(findings: readonly Finding[], isStrict: boolean, { err }: Output): number {
  for (const finding of findings) err(describeFinding(finding))
  const isRefused = findings.some(({ severity }) => isStrict || severity === "error")
  return isRefused ? exitCode.refused : exitCode.done
}

/** Undefined, and told, where there is nothing to read. */
async function read(
  given: readonly string[],
  { err }: Output,
  around: Surroundings,
): Promise<string | readonly BundleFile[] | undefined> {
  if (given.includes("-")) {
    if (given.length > 1) throw new UsageError("'-' stands alone.")
    return around.stdin()
  }
  const paths = await existing(given, err)
  const files = paths && (await Promise.all(paths.map(bundleFiles))).flat()
  if (files?.length === 0) err(`There is nothing to convert in ${given.join(", ")}.`)
  return files?.length === 0 ? undefined : files
}

function textOf({ wqm, bundle = {} }: Converted, to: string): string {
  if (wqm !== undefined) return wqm
  if (to === "json") return JSON.stringify(bundle, null, 2)
  return stringify(bundle, { lineWidth: 0, aliasDuplicateObjects: false })
}
