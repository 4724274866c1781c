import { type LiteralCall, literalCalls } from "../expressions/literal-calls.ts"
import type { ExpressionText } from "./definition.ts"
import type { KnownOrganisation } from "./known-organisation.ts"
import { quoted } from "./names.ts"
import type { OrganisationEntry } from "./organisation.ts"
import type { OrganisationCheck } from "./organisation-check.ts"
import { capabilityVocabulary, compileAt } from "./vocabulary.ts"

/** That what derives a capability is a condition, and asks for what somebody can have. */
export function checkDerivations(check: OrganisationCheck): void {
  let given: ReadonlySet<string> | undefined
  for (const entry of check.entries) {
    const from = entry.kind === "capability" ? entry.definition?.from : undefined
    if (from === undefined) continue
    given ??= capabilitiesIn(check.all)
    checkDerivation(from, entry, given, check)
  }
}

/** What an expression asks by `has("…")` and `plays("…")`. */
export function asksOf({ source }: ExpressionText): {
  readonly has: readonly string[]
  readonly plays: readonly string[]
} {
  const calls = literalCalls(source, ["has", "plays"])
  const texts = (name: string) => calls.flatMap((call) => (call.name === name ? (call.text ?? []) : []))
  return { has: texts("has"), plays: texts("plays") }
}

/** Everything `has` may be asked for: what agents hold, roles bring, rules derive, and the roles themselves. */
export function capabilitiesIn(all: KnownOrganisation): ReadonlySet<string> {
  const roles = all.names("role")
  return new Set([
    ...all.names("capability"),
    ...roles,
    ...roles.flatMap((name) => all.definition("role", name)?.has ?? []),
    ...all.names("agent").flatMap((name) => all.definition("agent", name)?.capabilities ?? []),
  ])
}

function checkDerivation(
  from: ExpressionText,
  entry: OrganisationEntry,
  given: ReadonlySet<string>,
  { all, tell, suggest }: OrganisationCheck,
): void {
  const calls = literalCalls(from.source, ["has", "plays"])
  const unclear = calls.filter(({ name, text, isField }) => text === undefined && !(name === "has" && isField))
  for (const call of unclear) tell(entry, notLiteral(call, from))
  const isConsequence = (place: { readonly start: number; readonly end: number } | undefined) =>
    unclear.some(({ start, end }) => place !== undefined && place.start >= start && place.end <= end)
  compileAt(
    from,
    capabilityVocabulary,
    (finding) => (isConsequence(finding.within) ? undefined : tell(entry, finding)),
    "boolean",
  )
  for (const { name, text, start, end } of calls) {
    const at = { path: from.path, within: { start, end } }
    if (text === undefined || (name === "plays" ? all.has("role", text) : given.has(text))) continue
    if (name === "plays") {
      const remedy = suggest(text, all.names("role"), "Declare it under 'roles'.")
      tell(entry, {
        code: "UNKNOWN_ROLE",
        severity: "error",
        ...at,
        message: `There is no role ${quoted(text)}.`,
        remedy,
      })
    } else {
      const message = `Nobody has ${quoted(text)}, no role brings it, and nothing derives it.`
      const remedy = suggest(text, given, "Give it to an agent or a role, or derive it.")
      tell(entry, { code: "UNKNOWN_CAPABILITY", severity: "warning", ...at, message, remedy })
    }
  }
}

function notLiteral({ name, start, end }: LiteralCall, { source, path }: ExpressionText) {
  const argument = source.slice(start, end)
  const example = /^[\p{L}\p{N}_-]+$/u.test(argument) ? argument : name === "plays" ? "clerk" : "code-review"
  return {
    code: "NOT_LITERAL",
    severity: "error",
    path,
    within: { start, end },
    message: `What \`${name}\` asks for has to be written out, in quotes, so that it is known beforehand.`,
    remedy: `Write \`${name}("${example}")\`.`,
  } as const
}
