import { parseArgs } from "node:util"
import { describeFinding } from "../model/describe-finding.ts"
import { examine } from "../runtime/examining.ts"
import { bundleFiles } from "./bundle-folder.ts"
import type { Command } from "./command.ts"
import { existing } from "./paths.ts"

export const verify: Command = {
  summary: "Tells everything that is wrong or doubtful in a bundle.",
  usage: "<bundle>… [--strict] [--json]",
  help: [
    "Reads the files and folders given as one bundle and prints what it finds.",
    "  --strict  counts warnings as errors",
    "  --json    one finding a line, as JSON",
    "",
    "Exit codes: 0 no errors, 1 errors, 2 it could not be read.",
  ],

  async run(args, { out, err }) {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const paths = await existing(positionals, err)
    if (paths === undefined) return 2
    const files = (await Promise.all(paths.map(bundleFiles))).flat()
    if (files.length === 0) {
      err(`There is nothing to verify in ${paths.join(", ")}.`)
      return 2
    }
    const { findings } = examine(files)
    for (const finding of findings) out(values.json ? JSON.stringify(finding) : describeFinding(finding))
    const errors = findings.filter(({ severity }) => severity === "error").length
    if (!values.json) out(`${counted(errors, "error")}, ${counted(findings.length - errors, "warning")}`)
    return errors > 0 || (values.strict && findings.length > 0) ? 1 : 0
  },
}

const options = { strict: { type: "boolean", default: false }, json: { type: "boolean", default: false } } as const

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`
