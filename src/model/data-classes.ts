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
