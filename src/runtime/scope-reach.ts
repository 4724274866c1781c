import { parseScope } from "../model/scope-text.ts"

/** Which cases anything is bound for: those of some processes, or of any; and whether people or data have to be looked at to know. */
export class ScopeReach {
  readonly #processes = new Set<string>()
  #isEverywhere = false
  reachesPeople = false
  reachesData = false

  add(at: string): void {
    const scope = parseScope(at)
    if ("process" in scope) this.#processes.add(scope.process)
    else this.#isEverywhere = true
    if (scope.kind === "role" || scope.kind === "unit" || scope.kind === "agent") this.reachesPeople = true
    if (scope.kind === "class" || scope.kind === "object") this.reachesData = true
  }

  concerns(process: string): boolean {
    return this.#isEverywhere || this.#processes.has(process)
  }
}
