import type { PlaceId } from "../messages/events.ts"
import type { Frame } from "./family.ts"

/** Tokens are consumed first, then cancelled, then produced. */
export function moveTokens(
  frame: Frame,
  consumed: readonly PlaceId[],
  produced: readonly PlaceId[],
  cancelled: readonly PlaceId[] = [],
): Frame {
  if (consumed.length === 0 && produced.length === 0 && cancelled.length === 0) return frame
  const marking = [...frame.marking]
  for (const place of consumed) {
    const index = marking.indexOf(place)
    if (index < 0) throw new Error(`frame ${frame.id}: no token in "${place}" to consume`)
    marking.splice(index, 1)
  }
  const left = cancelled.length === 0 ? marking : marking.filter((place) => !cancelled.includes(place))
  for (const place of produced) left.push(place)
  return { ...frame, marking: left }
}
