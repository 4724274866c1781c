import type { DataType } from "./definition.ts"
import type { Process } from "./net.ts"

/** The data classes of a process's variables, at any depth. */
export function dataClassesOf(process: Pick<Process, "variables"> | undefined): readonly string[] {
  return [...(process?.variables.values() ?? [])].flatMap(classesIn)
}

export function classesIn(type: DataType): readonly string[] {
  const own = type.class === undefined ? [] : [type.class]
  if (type.kind === "list") return [...own, ...classesIn(type.of)]
  if (type.kind === "object") return [...own, ...[...type.fields.values()].flatMap(classesIn)]
  return own
}

/** Classes and what they are, each once: the nearest of all first. */
export function classesAndAbove(
  names: readonly string[],
  { lineage }: { readonly lineage: (name: string) => readonly string[] },
): readonly string[] {
  const found = new Set<string>()
  const lineages = names.map(lineage)
  const deepest = Math.max(0, ...lineages.map(({ length }) => length))
  for (let depth = 0; depth < deepest; depth++)
    for (const { [depth]: name } of lineages) if (name !== undefined) found.add(name)
  return [...found]
}
