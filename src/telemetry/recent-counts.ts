import type { Counts } from "../store/port.ts"

/** Counts that are at most so many milliseconds old: counting a large store takes a while, and several may look at the same time. */
export function recentCounts(count: () => Promise<Counts>, oldest = 5000): () => Promise<Counts> {
  let counted: { readonly at: number; readonly counts: Promise<Counts> } | undefined
  return () => {
    const now = performance.now()
    if (counted === undefined || now - counted.at > oldest) {
      const counts = count()
      counts.catch(() => {
        counted = undefined
      })
      counted = { at: now, counts }
    }
    return counted.counts
  }
}
