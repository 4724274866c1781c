import type { Refusal } from "../api/problems.ts"
import { describeFinding } from "../model/describe-finding.ts"
import type { Looks } from "./looks.ts"

/** `CODE: what happened`, what to do, and what is wrong in particular. */
export function refusalLines(
  refusal: Pick<Refusal, "message" | "remedy" | "fields" | "findings" | "differences" | "usedBy"> & {
    readonly code: string
  },
  { paint }: Looks,
): readonly string[] {
  const { code, message, remedy, fields = [], findings = [], differences = [], usedBy = [] } = refusal
  return [
    `${paint("red", `${code}:`)} ${sentence(message)}`,
    ...(remedy === "" ? [] : [`  ${remedy}`]),
    ...fields.map(({ field, code: what, message: why }) => `  ${field}: ${why} (${what})`),
    ...findings.map((finding) => describeFinding(finding)),
    ...differences.map(
      ({ name, here, there }) => `  ${name}: ${JSON.stringify(here)} here, ${JSON.stringify(there)} there`,
    ),
    ...usedBy.map((user) => `  used by ${user}`),
  ]
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)
