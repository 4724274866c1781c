import type { Finding } from "../messages/findings.ts"
import type { Json } from "../messages/json.ts"
import type { BindingDefinition, Repertoire } from "../model/repertoire.ts"
import { placed } from "../model/source.ts"
import type { StoredDefinition } from "../store/port.ts"
import { type BindingSource, bindingName } from "./bound-handlers.ts"
import type { Deployed } from "./deployed.ts"
import type { Rulebook } from "./rulebook.ts"
import type { Stamp } from "./stamp.ts"

/** What a deployment makes of one definition. */
export type Define = (kind: StoredDefinition["kind"], name: string, source: Json) => Deployed

export interface DeployedHandlers {
  readonly handlers: readonly Deployed[]
  /** `handler@scope`. */
  readonly bindings: readonly Deployed[]
  readonly patterns: readonly Deployed[]
  /** `budget@scope` and the like. */
  readonly constraints: readonly Deployed[]
}

/** Handlers before what they are bound to, so that they come into force in that order. */
export function deployHandlers(
  { handlers, bindings, patterns, constraints, removals }: Repertoire,
  rulebook: Rulebook,
  define: Define,
  options: { readonly overLearnt: boolean; readonly report: (finding: Finding) => void },
): DeployedHandlers {
  const removed = (kind: "handler" | "pattern") =>
    removals.filter((removal) => removal.kind === kind).map(({ name }) => define(kind, name, null))
  return {
    handlers: [...handlers.map(({ name, source }) => define("handler", name, source)), ...removed("handler")],
    bindings: bindings.map((binding) => {
      const { handler, at, with: given } = binding
      const name = bindingName(handler, at)
      const version = rulebook.nextVersion("binding", name) - 1
      if (!options.overLearnt && differs(binding, rulebook)) {
        options.report(bindingDiffers(binding, rulebook.handlers.binding(handler, at) === undefined))
        return { name, version, isNew: false }
      }
      return isSame(rulebook.handlers.binding(handler, at)?.with, given)
        ? { name, version, isNew: false }
        : define("binding", name, { with: given })
    }),
    patterns: [...patterns.map(({ name, source }) => define("pattern", name, source)), ...removed("pattern")],
    constraints: constraints.map(({ name, source }) => define("constraint", name, source)),
  }
}

/** What is removed is a version too. */
export function removalOf(
  kind: "handler" | "binding" | "pattern" | "constraint",
  name: string,
  rulebook: Rulebook,
  stamp: Stamp,
): StoredDefinition {
  return { kind, name, version: rulebook.nextVersion(kind, name), source: null, ...stamp }
}

/** Whether the file says what it said before, and somebody has bound it otherwise since, or nowhere. */
function differs({ handler, at, with: given }: BindingDefinition, rulebook: Rulebook): boolean {
  const deployed: BindingSource | undefined = rulebook.handlers.deployed(handler, at)
  return isSame(deployed?.with, given) && !isSame(rulebook.handlers.binding(handler, at)?.with, given)
}

function isSame(one: Json | undefined, other: Json): boolean {
  return one !== undefined && JSON.stringify(one) === JSON.stringify(other)
}

function bindingDiffers({ handler, at, atPath, locate }: BindingDefinition, isUnbound: boolean): Finding {
  const what = isUnbound ? "unbound" : "bound with other values"
  return placed(
    {
      code: "BINDING_DIFFERS",
      severity: "warning",
      path: atPath,
      message: `The handler '${handler}' at '${at}' has been ${what} since this was deployed, and stays as it is now.`,
      remedy:
        "Put what was changed into the file, or deploy the file over it on purpose (`overLearnt`, --over-learnt).",
    },
    locate,
  )
}
