import type { Finding } from "../messages/findings.ts"
import type { BundleFile } from "../model/bundle.ts"
import { describeFinding } from "../model/describe-finding.ts"
import { allFindings, examine } from "../runtime/examining.ts"
import { verifyDeployable } from "../witness/verify.ts"
import { answered } from "./answered.ts"
import { bundleFiles } from "./bundle-folder.ts"
import type { Command, Output } from "./command.ts"
import { connected, connectionFlags } from "./connecting.ts"
import { counted } from "./counted.ts"
import { exitCode } from "./exit-codes.ts"
import { file, jsonFlag, yes } from "./flags.ts"
import type { Given } from "./given.ts"
import { existing } from "./paths.ts"

export const verify: Command = {
  section: "Definitions",
  summary: "Tells everything that is wrong or doubtful in a bundle",
  more: [
    "Reads the files and folders given as one bundle and prints what it finds. Needs no server, unless --deployed asks for one.",
    "Exit codes: 0 no errors, 1 errors, 2 it could not be read.",
  ],
  arguments: [{ name: "path", kind: file, many: true, optional: true, about: "Files and folders of one bundle" }],
  flags: [
    { name: "strict", kind: yes, about: "Counts warnings as errors" },
    { name: "deployed", kind: yes, about: "Together with what is deployed" },
    { ...jsonFlag, about: "One finding a line, as JSON" },
    ...connectionFlags,
  ],

  async run(given, output, around) {
    const paths = await existing(given.texts("path"), output.err)
    if (paths === undefined) return exitCode.senseless
    const files = (await Promise.all(paths.map(bundleFiles))).flat()
    if (files.length === 0) {
      output.err(`There is nothing to verify in ${paths.join(", ")}.`)
      return exitCode.senseless
    }
    if (!given.is("deployed")) return told(await verified(files), given, output)
    return connected(given, around, async ({ client }) => {
      const asked = await client.verify({ files: files.map(({ name, text }) => ({ name, text })) })
      return asked.ok ? told(asked.value.findings as readonly Finding[], given, output) : answered(asked, given, output)
    })
  },
}

/** With errors in it, what may go wrong when it runs has to wait. */
async function verified(files: readonly BundleFile[]): Promise<readonly Finding[]> {
  const { findings } = examine(files)
  if (findings.some(({ severity }) => severity === "error")) return findings
  return allFindings(findings, await verifyDeployable(files))
}

function told(findings: readonly Finding[], given: Given, { out }: Output): number {
  for (const finding of findings) out(given.is("json") ? JSON.stringify(finding) : describeFinding(finding))
  const errors = findings.filter(({ severity }) => severity === "error").length
  if (!given.is("json")) out(`${counted(errors, "error")}, ${counted(findings.length - errors, "warning")}`)
  return errors > 0 || (given.is("strict") && findings.length > 0) ? exitCode.refused : exitCode.done
}
