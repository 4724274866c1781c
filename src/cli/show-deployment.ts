import type { Output } from "../client.ts"
import type { Finding } from "../messages/findings.ts"
import { describeFinding } from "../model/describe-finding.ts"
import { counted } from "./counted.ts"
import type { Looks } from "./looks.ts"

/** What is new, how much is as it was, and what is doubtful. */
export function deploymentLines(deployment: Output<"deploy">, { paint }: Looks): readonly string[] {
  const {
    processes,
    exlets,
    classes,
    dataClasses,
    trees,
    handlers,
    bindings,
    patterns,
    constraints,
    organisation,
    findings,
  } = deployment
  const parts = [
    ["process", processes],
    ["exlet", exlets],
    ["class", classes],
    ["data class", dataClasses],
    ["rule tree", trees],
    ["handler", handlers],
    ["binding", bindings],
    ["pattern", patterns],
    ["constraint", constraints],
    ["of the organisation", organisation],
  ] as const
  const all = parts.flatMap(([what, rows]) => rows.map((row) => ({ what, ...row })))
  const fresh = all.filter(({ isNew }) => isNew)
  return [
    ...fresh.map(({ what, name, version }) => `${paint("green", "new")}  ${what} ${name} v${version}`),
    ...findings.map((finding) => describeFinding(finding as Finding)),
    `${counted(fresh.length, "definition")} deployed, ${all.length - fresh.length} as before.`,
  ]
}
