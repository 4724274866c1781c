import type { Output } from "../../../client.ts"

type Trend = Output<"exceptionTrend">

/** A trend as bars of segments: what a chart draws, and a table tells. */
export interface StackedBars {
  /** The most frequent first; the last may stand for all others. */
  readonly classes: readonly { readonly name: string; readonly total: number }[]
  readonly bars: readonly Bar[]
  /** What the axis goes up to. */
  readonly top: number
  readonly ticks: readonly number[]
}

export interface Bar {
  readonly at: number
  readonly total: number
  /** From below to above, in the order of the classes; none of those that are empty. */
  readonly segments: readonly { readonly name: string; readonly from: number; readonly to: number }[]
}

export const others = "others"

/** Classes beyond the first few are one. */
export function stackedBars({ from, to, bucket, rows }: Trend, most = 5): StackedBars {
  const totals = new Map<string, number>()
  for (const row of rows) totals.set(row.class, (totals.get(row.class) ?? 0) + row.count)
  const ranked = [...totals].toSorted(([one, a], [other, b]) => b - a || one.localeCompare(other))
  const isFew = ranked.length <= most + 1
  const kept = isFew ? ranked : ranked.slice(0, most)
  const rest = ranked.slice(kept.length).reduce((sum, [, total]) => sum + total, 0)
  const classes = [...kept, ...(rest > 0 ? [[others, rest] as const] : [])].map(([name, total]) => ({ name, total }))
  const own = new Set(kept.map(([name]) => name))
  const counts = new Map<number, Map<string, number>>()
  for (const { at, class: given, count } of rows) {
    const name = own.has(given) ? given : others
    const there = counts.get(at) ?? new Map<string, number>()
    counts.set(at, there.set(name, (there.get(name) ?? 0) + count))
  }
  const bars: Bar[] = []
  for (let at = from; at < to; at += bucket) bars.push(barOf(at, classes, counts.get(at)))
  const { top, ticks } = scale(Math.max(0, ...bars.map(({ total }) => total)))
  return { classes, bars, top, ticks }
}

function barOf(at: number, classes: StackedBars["classes"], counts: ReadonlyMap<string, number> | undefined): Bar {
  const segments: { name: string; from: number; to: number }[] = []
  let total = 0
  for (const { name } of classes) {
    const count = counts?.get(name) ?? 0
    if (count === 0) continue
    segments.push({ name, from: total, to: total + count })
    total += count
  }
  return { at, total, segments }
}

/** Whole numbers people count in, at most five of them. */
export function scale(most: number): { readonly top: number; readonly ticks: readonly number[] } {
  const least = Math.max(1, most) / 4
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)))
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= least) ?? 10 * power
  const count = Math.max(1, Math.ceil(Math.max(1, most) / step))
  return { top: step * count, ticks: Array.from({ length: count + 1 }, (_, index) => index * step) }
}
