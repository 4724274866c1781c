import type { LocalFinding } from "../../src/messages/findings.ts"
import { readBundle } from "../../src/model/bundle.ts"
import { compileProcess } from "../../src/model/compile.ts"
import type { Process } from "../../src/model/net.ts"

/** A process ready to run, from its YAML. A definition with an error is a mistake of the test. */
export function compiled(yaml: string, tell: (finding: { readonly code: string }) => void = () => {}): Process {
  const bundle = readBundle([{ name: "process.yaml", text: outdented(yaml) }])
  const [found] = bundle.definitions
  const findings: (LocalFinding | (typeof bundle.findings)[number])[] = [...bundle.findings]
  if (found === undefined) throw new Error(`no process:\n${JSON.stringify(findings, null, 2)}`)
  const process = compileProcess(found.definition, 1, (finding) => findings.push(finding as LocalFinding))
  const errors = findings.filter(({ severity }) => severity === "error")
  if (errors.length > 0) throw new Error(errors.map(({ code, message }) => `${code}: ${message}`).join("\n"))
  for (const finding of findings) tell(finding)
  return process
}

/** The same text without the indentation all its lines share; a text without `process:` gets one called `p`. */
function outdented(yaml: string): string {
  const lines = yaml.split("\n")
  const depths = lines.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length)
  const text = lines.map((line) => line.slice(Math.min(...depths))).join("\n")
  if (/\bprocess:/.test(text)) return text
  return text.startsWith("{") ? `{ process: p, ${text.slice(1)}` : `process: p\n${text}`
}
