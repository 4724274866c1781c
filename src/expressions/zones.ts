import { Temporal } from "temporal-polyfill"
import { LAST_MOMENT } from "./time.ts"

/** While it lasts, clocks in a zone are ahead of UTC by `ahead`. All in milliseconds; `to` is exclusive. */
export interface ZonePeriod {
  readonly from: number
  readonly to: number
  readonly ahead: number
}

/** What clocks in a zone do at a moment, and how long. A zone nobody knows counts as UTC. */
export function zonePeriod(zone: string, epochMs: number): ZonePeriod {
  const last = periods.get(zone)
  if (last !== undefined && last.from <= epochMs && epochMs < last.to) return last
  if (Math.abs(epochMs) > LAST_LOCAL_MOMENT) return { from: epochMs, to: Infinity, ahead: 0 }
  const period = findPeriod(zone, epochMs)
  if (periods.size >= MOST_ZONES) periods.clear()
  periods.set(zone, period)
  return period
}

/** The last one asked for of each zone: looking them up takes time, and clocks change twice a year. */
const periods = new Map<string, ZonePeriod>()
const MOST_ZONES = 1000

/** Near the ends of time local clocks would show moments outside of it. */
const LAST_LOCAL_MOMENT = LAST_MOMENT - 100 * 86_400_000

function findPeriod(zone: string, epochMs: number): ZonePeriod {
  try {
    const there = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone)
    return {
      // A clock that changes does so at this very moment or before.
      from: there.add({ nanoseconds: 1 }).getTimeZoneTransition("previous")?.epochMilliseconds ?? -Infinity,
      to: there.getTimeZoneTransition("next")?.epochMilliseconds ?? Infinity,
      ahead: there.offsetNanoseconds / 1_000_000,
    }
  } catch {
    return { from: -Infinity, to: Infinity, ahead: 0 }
  }
}
