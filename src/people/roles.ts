import type { RoleDefinition } from "../model/organisation.ts"
import { inverse, reachable } from "./reachable.ts"

/** The roles there are and what follows from playing one. Roles that only others name are roles too. Never changed. */
export class Roles {
  readonly definitions: ReadonlyMap<string, RoleDefinition>
  readonly #above = new Map<string, readonly string[]>()
  #children: ReadonlyMap<string, readonly string[]> | undefined
  #bringing: ReadonlyMap<string, readonly string[]> | undefined

  constructor(definitions: ReadonlyMap<string, RoleDefinition>) {
    this.definitions = definitions
  }

  /** The role and all that whoever plays it plays too, each once, nearer ones first. */
  above(role: string): readonly string[] {
    const known = this.#above.get(role)
    if (known) return known
    const above = [...reachable(role, (name) => this.definitions.get(name)?.is ?? [])]
    this.#above.set(role, above)
    return above
  }

  /** The same of several: what is as near to one of them stands together. */
  aboveAll(roles: readonly string[]): readonly string[] {
    const [first, second] = roles
    if (first === undefined) return []
    return second === undefined
      ? this.above(first)
      : [...reachable(roles, (name) => this.definitions.get(name)?.is ?? [])]
  }

  /** The role and all whose players play it too; of several roles, each once. */
  below(role: string | readonly string[]): readonly string[] {
    this.#children ??= inverse(this.definitions, ({ is }) => is)
    const children = this.#children
    return [...reachable(role, (name) => children.get(name) ?? [])]
  }

  /** The roles that bring a capability themselves. */
  bringing(token: string): readonly string[] {
    this.#bringing ??= inverse(this.definitions, ({ has }) => has)
    return this.#bringing.get(token) ?? []
  }
}
