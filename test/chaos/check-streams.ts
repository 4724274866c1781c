import type { Follower } from "./follower.ts"
import type { Happened } from "./history.ts"

/** Whoever followed has seen everything, once and in order. */
export function checkStreams({ entries }: Happened, followers: readonly Follower[]): readonly string[] {
  return followers.flatMap((follower, number) => {
    const seen = new Map(follower.seen.map(({ position, name }) => [position, name]))
    const missed = entries.filter(({ position, family, version }) => seen.get(position) !== `${family} ${version}`)
    return [
      ...follower.violations.map((text) => `follower ${number}: ${text}`),
      ...missed.slice(0, 5).map(({ position, family }) => `follower ${number} missed ${position} (${family})`),
      ...(follower.seen.length > entries.length ? [`follower ${number} saw more than there is`] : []),
    ]
  })
}
