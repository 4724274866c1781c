import { isBuiltInClass } from "../model/exception-classes.ts"
import type { Rulebook } from "./rulebook.ts"

/** A class of exceptions, as people look at it. */
export interface ClassView {
  readonly name: string
  readonly title?: string
  /** What it is a kind of; nothing for the root of all. */
  readonly is?: string
  /** What people may raise it at, if they may. */
  readonly raisedAt?: "case" | "item"
  readonly isBuiltIn: boolean
}

/** Built-in ones first. */
export function classViews(rulebook: ClassesKnown): readonly ClassView[] {
  const { classTree } = rulebook
  const titles = new Map(rulebook.declaredClasses().map(({ name, title }) => [name, title]))
  return classTree.all().map((name) => {
    const title = titles.get(name)
    const is = classTree.parent(name)
    const raisedAt = classTree.isTrigger(name)
    return {
      name,
      ...(title !== undefined && { title }),
      ...(is !== undefined && { is }),
      ...(raisedAt && { raisedAt }),
      isBuiltIn: isBuiltInClass(name),
    }
  })
}

type ClassesKnown = Pick<Rulebook, "classTree" | "declaredClasses">
