import { VirtualClock } from "../../src/main.ts"
import { playDays, playedDays } from "../../src/sample/play-days.ts"
import { openWindow, type Window } from "./window.ts"

const day = 24 * 60 * 60 * 1000

/** A window with the last thirty days of the examples in it, up to now. */
export async function openSampledWindow(): Promise<Window> {
  const end = Date.now()
  const clock = new VirtualClock(new Date(end - playedDays * day).toISOString())
  const window = await openWindow({ examples: ["concert", "laptop", "requisition"], clock })
  await playDays({ engine: window.engine, clock, end, seed: 7 })
  return window
}
