const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** `3 min ago`, `in 2 h`, `yesterday`-like distances; far away the date itself. */
export function relativeMoment(at: number, now: number): string {
  const away = Math.abs(at - now)
  if (away < minute) return at <= now ? "just now" : "in a moment"
  if (away > 45 * day) return new Intl.DateTimeFormat(undefined, { dateStyle: "medium" }).format(at)
  const text = distance(away)
  return at <= now ? `${text} ago` : `in ${text}`
}

/** How long something takes or took, in its largest unit. */
export function distance(milliseconds: number): string {
  if (milliseconds < minute) return `${Math.max(1, Math.round(milliseconds / 1000))} s`
  if (milliseconds < hour) return `${Math.floor(milliseconds / minute)} min`
  if (milliseconds < 2 * day) return `${Math.floor(milliseconds / hour)} h`
  return `${Math.floor(milliseconds / day)} days`
}

export function fullMoment(at: number): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" }).format(at)
}

export function clockTime(at: number): string {
  return new Intl.DateTimeFormat(undefined, { timeStyle: "medium" }).format(at)
}
