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

/** The class of a variable, or of a field as `order.buyer`; of a list without one, that of its elements. */
export function classAt(variables: ReadonlyMap<string, DataType>, path: string): string | undefined {
  const [name = "", ...fields] = path.split(".")
  let type = variables.get(name)
  for (const field of fields) {
    const inner = type?.kind === "list" ? type.of : type
    type = inner?.kind === "object" ? inner.fields.get(field) : undefined
  }
  return type?.class ?? (type?.kind === "list" ? type.of.class : undefined)
}

/** Every variable and field that has a class, by its path, with that class. */
export function classPaths(variables: ReadonlyMap<string, DataType>): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const visit = (path: string, type: DataType): void => {
    const name = classAt(variables, path)
    if (name !== undefined) found.set(path, name)
    const inner = type.kind === "list" ? type.of : type
    if (inner.kind === "object") for (const [field, its] of inner.fields) visit(`${path}.${field}`, its)
  }
  for (const [name, type] of variables) visit(name, type)
  return found
}
