import type { UndoneItem } from "../messages/events.ts"
import type { Undo } from "../messages/undoing.ts"

/** How an item is to be undone, in a few words. */
export function undoText({ task, way, isIrreversible }: Undo): string {
  const how = way.by === "worklet" ? way.worklet : way.by === "exlet" ? way.exlet : words[way.by]
  return `${task} (${how}${isIrreversible ? ", irreversible" : ""})`
}

/** How it was, and what was put back. */
export function undoneText({ task, way, data = {}, unset = [] }: UndoneItem): string {
  const put = { ...data, ...Object.fromEntries(unset.map((name) => [name, null])) }
  return `${task} (${words[way]})${Object.keys(put).length > 0 ? ` ${JSON.stringify(put)}` : ""}`
}

const words = {
  rollback: "data put back",
  void: "void",
  worklet: "by a worklet",
  exlet: "by an exlet",
  person: "by hand",
  nobody: "left as it is",
} as const satisfies Record<Undo["way"]["by"], string>
