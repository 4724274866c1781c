import type { Family, Frame, Item } from "./family.ts"

/** The activities and instances around an item, outer first, as in `reviews:2`. */
export function pathOf(family: Family, item: Item): readonly string[] {
  const path: string[] = []
  for (let frame: Frame | undefined = family.frames.get(item.frame); frame?.item; ) {
    path.unshift(`${frame.net}:${frame.instance}`)
    const owner: Item | undefined = family.items.get(frame.item)
    frame = owner && family.frames.get(owner.frame)
  }
  return path
}

/** As far as both lie in the same activities, they lie in the same instances of them. */
export function isNear(one: readonly string[], other: readonly string[]): boolean {
  for (const [level, place] of one.entries()) {
    const there = other[level]
    if (there === undefined || there.split(":")[0] !== place.split(":")[0]) return true
    if (there !== place) return false
  }
  return true
}
