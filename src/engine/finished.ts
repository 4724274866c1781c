import type { Ending } from "../messages/events.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { Finished, Written } from "../messages/undoing.ts"
import type { Family, Frame, Item } from "./family.ts"
import { pathOf } from "./instance-path.ts"
import { dataOfCase } from "./shared-data.ts"

/** What there is to undo; an activity that was opened is undone by what is inside, but for what it has collected. */
export function finishedBy(family: Family, item: Item, ending: Ending, version: number): Finished | undefined {
  const { writes = {}, locals, result } = ending
  const frame = family.frames.get(item.frame)
  const wasOpened = item.kind === "activity" && item.opened > 0
  if (item.kind === "route" || ((wasOpened || item.kind === "wait") && !ending.writes && !locals)) return undefined
  const own = frame && ownValues(family, frame)
  return {
    item: item.id,
    case: item.case,
    task: item.task,
    kind: wasOpened ? "activity" : item.kind === "activity" ? "work" : item.kind,
    version,
    ...(item.agent && { agent: item.agent }),
    path: pathOf(family, item),
    wrote: written(writes, dataOfCase(family, item.case)),
    ...(locals && {
      locals: { frame: locals.frame, ...written(locals.values, family.frames.get(locals.frame)?.locals ?? {}) },
    }),
    ...(own && Object.keys(own).length > 0 && { own }),
    ...(result !== undefined && { result }),
  }
}

function written(values: JsonObject, there: JsonObject): Written {
  const before: Record<string, Json> = {}
  for (const name of Object.keys(values)) if (Object.hasOwn(there, name)) before[name] = there[name] as Json
  return { values, before }
}

function ownValues(family: Family, frame: Frame): JsonObject {
  const values: Record<string, Json> = {}
  for (let at: Frame | undefined = frame; at?.item; ) {
    for (const [name, value] of Object.entries(at.locals)) values[name] ??= value
    const owner: Item | undefined = family.items.get(at.item)
    at = owner && family.frames.get(owner.frame)
  }
  return values
}
