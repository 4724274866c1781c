import { isCheckpoint, plainEvent } from "../model/event-names.ts"
import type { Pattern } from "../model/repertoire.ts"
import type { Outside } from "./environment.ts"
import type { Stage } from "./stage.ts"

/** Everything that may come from outside and that some rule or pattern waits for: triggers, other events, messages. `more`: classes besides. */
export function outsideEvents({ rulebook }: Stage, more: readonly string[] = []): readonly Outside[] {
  const { classTree } = rulebook
  const found = new Map<string, Outside>()
  const add = (name: string, kind: Outside["kind"], at: string) => {
    const known = found.get(name)
    found.set(name, known ? { ...known, at: [...known.at, at] } : { name, kind, at: [at] })
  }
  const note = (on: string, at: string): void => {
    const plain = plainEvent(on)
    if (plain?.word === "message") add(plain.about, "message", at)
    else if (plain?.word === "aborted") add(plain.about.replace(/^.*\//s, ""), "removal", at)
    else if (!plain && !isCheckpoint(on) && !classTree.has(on)) add(on, "case", at)
    for (const name of plain || !classTree.has(on) ? [] : raisable(on)) {
      const level = classTree.isTrigger(name)
      add(name, level === "case" || classTree.is(name, "Unforeseen") ? "case" : "item", at)
    }
  }
  // A rule for a class is one for what is below it; nobody raises what only the engine does.
  const raisable = (on: string) => {
    const declared = rulebook.declaredClasses().map(({ name }) => name)
    const below = declared.filter((name) => classTree.is(name, on))
    return below.length === 0 && BY_ANYBODY.has(on) ? [on] : below
  }
  for (const tree of rulebook.trees()) if (tree.root.except) note(tree.on, tree.at)
  const visit = (pattern: Pattern): void => {
    if ("event" in pattern) note(pattern.event, "everywhere")
    else
      for (const member of "all" in pattern ? pattern.all : "any" in pattern ? pattern.any : pattern.sequence)
        visit(member)
  }
  for (const { pattern } of rulebook.patterns.values()) visit(pattern)
  for (const name of rulebook.patterns.keys()) found.delete(name)
  for (const name of more) note(name, "everywhere")
  return [...found.values()]
}

const BY_ANYBODY: ReadonlySet<string> = new Set(["ItemAbort", "CaseTrigger", "ItemTrigger", "ConstraintViolation"])
