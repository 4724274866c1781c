import type { Finding, Report } from "../messages/findings.ts"
import type { BundledProcess } from "./bundle-document.ts"
import type { Process } from "./net.ts"
import { disagreement, sharedNames } from "./shared-data.ts"
import { type Locate, placed } from "./source.ts"

/** Checks that the processes of a bundle agree about what they share: else no case of the one can join a case of the other. */
export function checkSharedInBundle(definitions: readonly BundledProcess[], report: (finding: Finding) => void): void {
  const first = new Map<string, Declaring>()
  for (const { definition, locate } of definitions) {
    const declaring = { name: definition.name, variables: definition.data }
    for (const name of sharedNames(declaring)) {
      const other = first.get(name)
      if (other === undefined) first.set(name, declaring)
      else checkAgreement(name, declaring, other, locate, report)
    }
  }
}

type Declaring = Pick<Process, "name" | "variables">

function checkAgreement(
  name: string,
  declaring: Declaring,
  other: Declaring,
  locate: Locate,
  report: (finding: Finding) => void,
): void {
  const message = disagreement(name, other, declaring)
  const type = declaring.variables.get(name)
  if (message === undefined || type === undefined) return
  const finding = {
    code: "SHARED_DIFFERENTLY",
    severity: "warning",
    path: type.path,
    message: `${message}: no two cases of them can have one case number.`,
    remedy: "Give both the same type, rename one of the two, or do not share it.",
  } as const
  report(placed(finding, locate))
}

/** Checks that a worklet agrees with the process it is started for about what both share. */
export function checkSharedWith(from: Process, to: Process, path: Parameters<Report>[0]["path"], report: Report): void {
  for (const name of sharedNames(from)) {
    const message = disagreement(name, from, to)
    if (message === undefined) continue
    report({
      code: "SHARED_DIFFERENTLY",
      severity: "error",
      path,
      message: `${message}: the one cannot be started for the other.`,
      remedy: "Give both the same type, rename one of the two, or do not share it.",
    })
  }
}

/** Checks that nothing is passed to a worklet that it shares anyway. */
export function checkGivenShared(
  from: Process,
  to: Process,
  given: Iterable<string>,
  at: (name: string) => Parameters<Report>[0]["path"],
  report: Report,
): void {
  for (const name of given) {
    if (!from.variables.get(name)?.shared || !to.variables.get(name)?.shared) continue
    report({
      code: "SHARED_GIVEN",
      severity: "warning",
      path: at(name),
      message: `'${from.name}' and '${to.name}' share '${name}': another value than the family has is refused.`,
      remedy: "Leave it out, or write it by 'set' before.",
    })
  }
}
