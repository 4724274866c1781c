import type { Family } from "../engine/family.ts"
import type { CaseId } from "../messages/ids.ts"
import { type Process, stepNames } from "../model/net.ts"
import { placeOfScope } from "../model/scope-text.ts"
import type { FindProcess } from "./projection.ts"
import type { Standing } from "./reach-permitted.ts"

/** Returns where something written by hand stands: at a case, in a family that is known. */
export function standingIn(
  loaded: { readonly state: Pick<Family, "cases"> } | undefined,
  id: CaseId | undefined,
  find: FindProcess,
): Standing {
  const cases = loaded?.state.cases
  const found = id && cases?.get(id)
  if (!cases || !found) return { hasStep: () => false }
  const ancestors: string[] = []
  for (let parent = found.parent && cases.get(found.parent.case); parent; ) {
    ancestors.push(parent.process)
    parent = parent.parent && cases.get(parent.parent.case)
  }
  const process = find(found.process, found.version)
  return {
    process: found.process,
    ancestors,
    family: [...new Set([...cases.values()].map((each) => each.process))],
    hasStep: (name) => process !== undefined && stepNames(process).has(name),
  }
}

/** Returns where a rule stands that is taught for a scope: in any family with such a case. */
export function standingAt(at: string, newest: (name: string) => Process | undefined): Standing {
  const { process } = placeOfScope(at)
  const definition = process === undefined ? undefined : newest(process)
  return {
    process,
    hasStep: (name) => definition !== undefined && stepNames(definition).has(name),
    instead: "teach",
  }
}
