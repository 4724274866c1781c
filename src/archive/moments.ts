import { addDuration, parseDuration, parseMoment } from "../expressions/time.ts"

/** A moment as people write one: a date, a date and time, milliseconds, or how long ago it is (`P90D`). Undefined: it is none. */
export function momentIn(text: string, now: number): number | undefined {
  if (/^\d{1,16}$/.test(text)) return Number(text)
  const duration = text.startsWith("-") ? undefined : parseDuration(text)
  return duration ? addDuration(now, duration, -1) : parseMoment(text)
}
