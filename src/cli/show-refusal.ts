import { type Refusal, titleOf } from "../api/problems.ts"
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
    `${paint("red", `${code}:`)} ${sentence(withoutParts(message, [...fields, ...findings]))}`,
    ...(remedy === "" ? [] : [`  ${remedy}`]),
    ...fields.map(({ field, code: what, message: why }) => `  ${field}: ${why} (${what})`),
    ...findings.map((finding) => describeFinding(finding)),
    ...differences.map(
      ({ name, here, there }) => `  ${name}: ${JSON.stringify(here)} here, ${JSON.stringify(there)} there`,
    ),
    ...usedBy.map((user) => `  used by ${user}`),
  ]
}

/** As a door writes it; without a status, because no server has spoken. */
export function problemLine({ code, message, remedy }: { code: string; message: string; remedy: string }): string {
  return JSON.stringify({ type: `/docs/errors#${code}`, title: titleOf(code), detail: message, code, remedy })
}

/** Of a message that lists what is wrong: what stands before the list, since each part is told on a line of its own. */
function withoutParts(
  message: string,
  parts: readonly { readonly message: string; readonly field?: string }[],
): string {
  const begins = parts.map(({ field, message: why }) => message.indexOf(field === undefined ? why : `${field}: ${why}`))
  const first = Math.min(...begins.filter((place) => place > 0))
  return Number.isFinite(first) ? message.slice(0, first).replace(/:\s*$/, "") : message
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)
