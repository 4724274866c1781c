import type { Family } from "../engine/family.ts"
import type { CaseId } from "../messages/ids.ts"
import { type Process, stepNames } from "../model/net.ts"
import { placeOfScope } from "../model/scope-text.ts"
import { messageWaits } from "./expectations.ts"
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
  if (!cases || !found) return ownOf(undefined)
  const ancestors: string[] = []
  for (let parent = found.parent && cases.get(found.parent.case); parent; ) {
    ancestors.push(parent.process)
    parent = parent.parent && cases.get(parent.parent.case)
  }
  return {
    process: found.process,
    ancestors,
    family: [...new Set([...cases.values()].map((each) => each.process))],
    ...ownOf(find(found.process, found.version)),
  }
}

/** Returns where a rule stands that is taught for a scope: in any family with such a case. */
export function standingAt(at: string, newest: (name: string) => Process | undefined): Standing {
  const { process } = placeOfScope(at)
  return { process, ...ownOf(process === undefined ? undefined : newest(process)), instead: "teach" }
}

function ownOf(process: Process | undefined): Pick<Standing, "hasStep" | "hasVariable" | "takesMessage"> {
  return {
    hasStep: (name) => process !== undefined && stepNames(process).has(name),
    hasVariable: (name) => process?.variables.has(name) === true,
    takesMessage: (name) => process !== undefined && messageWaits(process).some(({ message }) => message === name),
  }
}
