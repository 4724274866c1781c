import type { Path } from "../messages/findings.ts"
import type { DefinitionOf } from "./known-organisation.ts"
import type { OrganisationEntry, OrganisationKind } from "./organisation.ts"
import { isMap } from "./read-value.ts"
import { whereNamed } from "./where-named.ts"

/** Something an entry names, and the keys it may stand under, anywhere in the entry or in one part of it. */
export interface Reference {
  readonly kind: "role" | "unit" | "agent" | "process"
  readonly name: string
  readonly keys: readonly string[]
  readonly part?: string
}

/** All that an entry names, but for what the expressions of capabilities ask. */
export function referencesOf<Kind extends OrganisationKind>(
  kind: Kind,
  definition: DefinitionOf<Kind>,
): readonly Reference[] {
  return (REFERENCES[kind] as (definition: DefinitionOf<Kind>) => readonly Reference[])(definition)
}

/** Where it stands in what was written, the whole entry if that cannot be told. */
export function placeOf({ name, keys, part }: Reference, { source, path }: OrganisationEntry): Path {
  // What agents are like is their own matter, whatever its keys are called.
  const { attributes: _, ...own } = isMap(source) ? source : {}
  const searched = part === undefined ? own : { [part]: own[part] ?? null }
  return [...path, ...(whereNamed(searched, name, keys) ?? [])]
}

const REFERENCES: {
  readonly [Kind in OrganisationKind]: (definition: DefinitionOf<Kind>) => readonly Reference[]
} = {
  role: ({ is }) => is.map((name) => ({ kind: "role", name, keys: ["is"] })),
  capability: () => [],
  unit: (unit) => [...some("unit", unit.in, "in"), ...some("agent", unit.manager, "manager")],
  agent: ({ roles, unit, away }) => [
    ...roles.map((name) => ({ kind: "role", name, keys: ["roles"] }) as const),
    ...some("unit", unit, "unit"),
    ...away.flatMap(({ standIn }) => some("agent", standIn, "standIn")),
  ],
  permission: ({ rights }) =>
    [...rights].flatMap(([part, places]) =>
      places.flatMap(({ process, unit }) => [
        // A process may stand under its right alone, without saying that it is one.
        ...some("process", process, "process", part).map((reference) => ({ ...reference, part })),
        ...some("unit", unit, "unit").map((reference) => ({ ...reference, part })),
      ]),
    ),
}

function some(kind: Reference["kind"], name: string | undefined, ...keys: readonly string[]): readonly Reference[] {
  return name === undefined ? [] : [{ kind, name, keys }]
}
