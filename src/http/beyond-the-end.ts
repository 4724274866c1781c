import type { Engine } from "../runtime/engine.ts"

/** Whether nothing has come to a position. Of several nodes one may show an entry before all that come before it are there: that is not beyond. */
export async function isBeyond(engine: Engine, position: number): Promise<boolean> {
  if (position <= (await engine.lastPosition())) return false
  const [newest] = await engine.entries({ before: Number.MAX_SAFE_INTEGER, limit: 1 })
  return newest === undefined || newest.position < position
}
