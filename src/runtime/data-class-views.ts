import { classesAndAbove, classPaths } from "../model/data-classes.ts"
import type { Authority } from "./authority.ts"
import type { Processes } from "./processes.ts"
import type { Rulebook } from "./rulebook.ts"

/** A class of data, as people look at it. */
export interface DataClassView {
  readonly name: string
  readonly title?: string
  /** What it is a kind of. */
  readonly is?: string
  /** False where data has it and no bundle declares it. */
  readonly isDeclared: boolean
  /** The data that has it, in the newest versions: `order/buyer`, `order/lines.part`. */
  readonly data: readonly string[]
}

/** Declared ones first. With an authority only those of data in processes it may read, and what these are. */
export function dataClassViews(
  { rulebook, processes }: { readonly rulebook: Rulebook; readonly processes: Pick<Processes, "names" | "current"> },
  authority?: Authority,
): readonly DataClassView[] {
  const data = new Map<string, string[]>()
  for (const process of processes.names().toSorted()) {
    if (authority && !authority.reads(process)) continue
    const { variables } = processes.current(process) ?? { variables: new Map() }
    for (const [path, name] of classPaths(variables)) data.set(name, [...(data.get(name) ?? []), `${process}/${path}`])
  }
  const tree = rulebook.dataClassTree
  const titles = new Map(rulebook.declaredDataClasses().map(({ name, title }) => [name, title]))
  const shown = new Set(classesAndAbove([...data.keys()], tree))
  const seesAll = authority === undefined || authority.reads()
  const declared = tree.all().filter((name) => seesAll || shown.has(name))
  return [...new Set([...declared, ...data.keys()])].map((name) => {
    const title = titles.get(name)
    const is = tree.parent(name)
    return {
      name,
      ...(title !== undefined && { title }),
      ...(is !== undefined && { is }),
      isDeclared: tree.has(name),
      data: data.get(name) ?? [],
    }
  })
}
