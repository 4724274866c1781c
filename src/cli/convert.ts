import { stringify } from "yaml"
import { isForeign } from "../interchange/foreign-source.ts"
import type { Finding } from "../messages/findings.ts"
import { describeFinding } from "../model/describe-finding.ts"
import { type Converted, convert as converted } from "../runtime/converting.ts"
import { bundleFiles } from "./bundle-folder.ts"
import type { Command, Output } from "./command.ts"
import { exitCode } from "./exit-codes.ts"
import { file, yes } from "./flags.ts"
import { existing } from "./paths.ts"

export const convert: Command = {
  section: "Definitions",
  summary: "Prints definitions in another format",
  more: [
    "Reads the files and folders given as one bundle; needs no server. What is WQM (XML) becomes YAML, everything else WQM, unless --to says otherwise.",
    "What the format has no words for is told, and left out. Exit codes: 0 all of it, 1 something had to be left out or is wrong, 2 it could not be read.",
  ],
  arguments: [{ name: "path", kind: file, many: true, about: "Files and folders of one bundle" }],
  flags: [
    { name: "to", kind: { type: "choice", of: ["wqm", "yaml", "json"] }, about: "The format" },
    { name: "strict", kind: yes, about: "Also 1 where only details were left out" },
  ],

  async run(given, output) {
    const paths = await existing(given.texts("path"), output.err)
    if (paths === undefined) return exitCode.senseless
    const files = (await Promise.all(paths.map(bundleFiles))).flat()
    if (files.length === 0) {
      output.err(`There is nothing to convert in ${paths.join(", ")}.`)
      return exitCode.senseless
    }
    const to = given.text("to") ?? (files.every(({ name }) => isForeign(name)) ? "yaml" : "wqm")
    const answer = converted(files, to === "wqm" ? "wqm" : "bundle")
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

function textOf({ wqm, bundle = {} }: Converted, to: string): string {
  if (wqm !== undefined) return wqm
  if (to === "json") return JSON.stringify(bundle, null, 2)
  return stringify(bundle, { lineWidth: 0, aliasDuplicateObjects: false })
}
