import type { LaidOut } from "./laid-out.ts"

/** A place at which a net that goes from left to right can be cut from top to bottom. */
export interface Cut {
  readonly x: number
  /** The heights at which edges cross it, from the top; edges that lie on each other there are one. */
  readonly levels: readonly number[]
}

/** Returns every place at which a cut goes through edges that lie level, and through no step and no label. */
export function cutsIn({ nodes, edges, width }: LaidOut): readonly Cut[] {
  const boxes = [
    ...nodes.filter(({ depth }) => depth === 0),
    ...edges.flatMap(({ label }) => label ?? []).map((label) => ({ ...label, height: 0 })),
  ]
  const features = [
    ...boxes.flatMap((box) => [box.x, box.x + box.width]),
    ...edges.flatMap(({ points }) => points.map(({ x }) => x)),
  ].filter((x) => x > 0 && x < width)
  const places = [...new Set(features)].toSorted((one, other) => one - other)
  return places.flatMap((left, index): Cut[] => {
    const right = places[index + 1]
    if (right === undefined || right - left < least) return []
    const x = (left + right) / 2
    if (boxes.some((box) => box.x < x && box.x + box.width > x)) return []
    const levels = new Set<number>()
    for (const { points } of edges)
      points.forEach((to, at) => {
        const from = points[at - 1]
        if (from && Math.min(from.x, to.x) < x && Math.max(from.x, to.x) > x) levels.add(to.y)
      })
    return [{ x, levels: [...levels].toSorted((one, other) => one - other) }]
  })
}

/** Where there is less room, arrows would be cut. */
const least = 8
