const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** `3 min ago`, `in 2 h`, `yesterday`-like distances; far away the date itself. */
export function relativeMoment(at: number, now: number): string {
  const away = Math.abs(at - now)
  if (away < minute) return at <= now ? "just now" : "in a moment"
  if (away > 45 * day) return formats.day.format(at)
  const text = distance(away)
  return at <= now ? `${text} ago` : `in ${text}`
}

/** How long something takes or took, to the nearest of its largest unit: what is due in three days less a moment is due in three days. */
export function distance(milliseconds: number): string {
  const [seconds, minutes, hours] = [1000, minute, hour].map((unit) => Math.round(milliseconds / unit)) as Three
  if (seconds < 60) return `${Math.max(1, seconds)} s`
  if (minutes < 60) return `${minutes} min`
  if (hours < 48) return `${hours} h`
  return `${Math.round(milliseconds / day)} days`
}

type Three = [number, number, number]

export function fullMoment(at: number): string {
  return formats.full.format(at)
}

/** The same without the year, unless it is another. */
export function shortMoment(at: number): string {
  const isThisYear = new Date(at).getFullYear() === new Date().getFullYear()
  return isThisYear ? formats.short.format(at) : fullMoment(at)
}

/** Making one takes longer than using it a thousand times. */
const formats = {
  day: new Intl.DateTimeFormat(undefined, { dateStyle: "medium" }),
  full: new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" }),
  short: new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" }),
}
