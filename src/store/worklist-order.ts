import type { WorklistPlace, WorklistQuery } from "./port.ts"

/** The order of a worklist; what has no due time comes after all that have. */
export function byOrder(order: WorklistQuery["order"]): (one: WorklistPlace, other: WorklistPlace) => number {
  switch (order) {
    case "priority":
      return (one, other) => byPriority(one, other) || byDueTime(one, other) || byAge(one, other)
    case "due":
      return (one, other) => byDueTime(one, other) || byPriority(one, other) || byAge(one, other)
    case "age":
      return byAge
  }
}

const byPriority = (one: WorklistPlace, other: WorklistPlace): number => other.priority - one.priority
const byDueTime = (one: WorklistPlace, other: WorklistPlace): number => (one.dueAt ?? 9e15) - (other.dueAt ?? 9e15)
const byAge = (one: WorklistPlace, other: WorklistPlace): number =>
  one.enabledAt - other.enabledAt || compareIds(one.id, other.id)

/** By code points, as databases do; ids are mostly plain, and then this is the same. */
function compareIds(one: string, other: string): number {
  if (one === other) return 0
  const [here, there] = [[...one], [...other]]
  for (let index = 0; index < Math.min(here.length, there.length); index++) {
    const difference = (here[index]?.codePointAt(0) ?? 0) - (there[index]?.codePointAt(0) ?? 0)
    if (difference !== 0) return difference
  }
  return here.length - there.length
}
