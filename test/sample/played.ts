import { examples } from "../../src/cli/examples.ts"
import { accepted, type Engine, openEngine, VirtualClock } from "../../src/main.ts"
import { familyIds, playDays, playedDays } from "../../src/sample/play-days.ts"

/** The days before a moment, played in memory. */
export async function played(end: string, seed = 1): Promise<Engine> {
  const moment = Date.parse(end)
  const clock = new VirtualClock(moment - playedDays * 24 * 60 * 60_000)
  const engine = await openEngine({ clock, newFamilyId: familyIds(seed), watchdog: false })
  for (const { files } of await examples()) accepted(await engine.deploy(files))
  await playDays({ engine, clock, end: moment, seed })
  return engine
}

/** The different ones, in order. */
export const different = (of: Iterable<string>): readonly string[] => [...new Set(of)].toSorted()
