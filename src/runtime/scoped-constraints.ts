import type { Bounded } from "../exceptions/rules.ts"
import type { Json } from "../messages/json.ts"
import { readBundleValues } from "../model/bundle.ts"
import { CONSTRAINED } from "../model/read-scoped-constraints.ts"
import type { ConstraintDefinition } from "../model/repertoire.ts"
import { parseScope } from "../model/scope-text.ts"
import { ScopeReach } from "./scope-reach.ts"

/** The constraints in force, by where they are bound. */
export class ScopedConstraints {
  readonly #byName = new Map<string, ConstraintDefinition>()
  #index:
    | {
        readonly byScope: ReadonlyMap<string, readonly ConstraintDefinition[]>
        readonly reach: ScopeReach
        /** Of deadlines alone. */
        readonly clocks: ScopeReach
        readonly kinds: ReadonlySet<Bounded>
        readonly qualifyingPeople: readonly ConstraintDefinition[]
      }
    | undefined
  /** How often deadlines were set, moved or taken away. */
  deadlineChanges = 0

  at(scope: string): readonly ConstraintDefinition[] {
    return this.#indexed().byScope.get(scope) ?? none
  }

  get reach(): ScopeReach {
    return this.#indexed().reach
  }

  /** Whether there are deadlines for what is in a process. */
  hasDeadlines(process: string): boolean {
    return this.kinds.has("deadline") && this.#indexed().clocks.concerns(process)
  }

  /** What they are about. */
  get kinds(): ReadonlySet<Bounded> {
    return this.#indexed().kinds
  }

  get qualifyingPeople(): readonly ConstraintDefinition[] {
    return this.#indexed().qualifyingPeople
  }

  all(): Iterable<ConstraintDefinition> {
    return this.#byName.values()
  }

  /** Gives whether it says, or said, what agents must be. */
  define(name: string, source: Json): { readonly isQualifying: boolean } {
    const before = this.#byName.get(name)
    const [read] = source === null ? [] : readBundleValues([{ constraints: [source] }]).repertoire.constraints
    if (read) this.#byName.set(name, { ...read, name })
    else this.#byName.delete(name)
    this.#index = undefined
    if ((before?.deadline ?? read?.deadline) !== undefined) this.deadlineChanges++
    return { isQualifying: (before?.qualification ?? read?.qualification) !== undefined }
  }

  #indexed() {
    if (this.#index === undefined) {
      const byScope = new Map<string, ConstraintDefinition[]>()
      const reach = new ScopeReach()
      const clocks = new ScopeReach()
      const kinds = new Set<Bounded>()
      const qualifyingPeople = [...this.#byName.values()].filter(
        ({ at, qualification }) => qualification && people.some((kind) => kind === parseScope(at).kind),
      )
      for (const constraint of this.#byName.values()) {
        reach.add(constraint.at)
        if (constraint.deadline !== undefined) clocks.add(constraint.at)
        for (const kind of CONSTRAINED) if (constraint[kind] !== undefined) kinds.add(kind)
        const there = byScope.get(constraint.at) ?? []
        there.push(constraint)
        byScope.set(constraint.at, there)
      }
      this.#index = { byScope, reach, clocks, kinds, qualifyingPeople }
    }
    return this.#index
  }
}

const none: readonly never[] = []
const people = ["agent", "role", "unit"] as const
