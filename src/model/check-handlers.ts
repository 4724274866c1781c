import type { Report } from "../messages/findings.ts"
import { checkEvent } from "./check-event.ts"
import type { Known } from "./check-names.ts"
import { suggest } from "./check-names.ts"
import { checkParameters } from "./check-parameters.ts"
import { type CheckExlet, checkAsked, checkLevel } from "./check-rules.ts"
import { findScope } from "./check-scope.ts"
import { finish } from "./interruptible.ts"
import { quoted } from "./names.ts"
import type { BindingDefinition, HandlerDefinition } from "./repertoire.ts"
import { handlerNames } from "./rule-scope.ts"

/** Where findings about a handler, and about where it is bound, are told. */
export interface HandlerReports {
  readonly atHandler: Report
  readonly atBinding: Report
}

/** What a handler says by itself; one that is bound nowhere is checked as for anywhere. */
export function checkHandler(
  handler: HandlerDefinition,
  isBound: boolean,
  known: Known,
  checkExlet: CheckExlet,
  report: Report,
): void {
  const onPath = [...handler.path, "on"]
  handler.on.forEach((on, index) => {
    checkEvent(on, handler.on.length > 1 ? [...onPath, index] : onPath, known, report)
  })
  if (handler.mandatory && handler.on.includes("select")) {
    const message = "Of the worklets for an item one rule decides, so a mandatory handler on 'select' is never asked."
    const remedy = "Write a rule on 'select', or a mandatory handler on 'itemPre'."
    report({ code: "NEVER_ASKED", severity: "warning", path: onPath, message, remedy })
  }
  if (!isBound) checkAt(handler, {}, known, checkExlet, report)
}

/** That a binding names what is there, gives what is needed, and the handler makes sense at that place. */
export function checkBinding(
  binding: BindingDefinition,
  handler: HandlerDefinition,
  known: Known,
  checkExlet: CheckExlet,
  { atHandler, atBinding }: HandlerReports,
): void {
  const scope = findScope(binding.at, binding.atPath, known, atBinding)
  for (const on of handler.on) checkLevel(on, scope, binding.atPath, known, atBinding)
  checkParameters(handler, binding, atBinding)
  checkAt(handler, scope, known, checkExlet, atHandler)
}

export function unknownHandler({ handler, handlerPath }: BindingDefinition, known: Known) {
  const message = `There is no handler ${quoted(handler)}.`
  const remedy = suggest(known)(handler, known.handlers(), "Write it under 'handlers'.")
  return { code: "UNKNOWN_HANDLER", severity: "error", path: handlerPath, message, remedy } as const
}

function checkAt(
  handler: HandlerDefinition,
  scope: ReturnType<typeof findScope>,
  known: Known,
  checkExlet: CheckExlet,
  report: Report,
): void {
  const names = handlerNames(scope, handler, known)
  for (const on of handler.on) finish(checkAsked([handler], on, { scope, names, known, report }, checkExlet))
}
