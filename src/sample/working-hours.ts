const minute = 60_000
const opens = 8
const closes = 18

/** The moment after so many minutes of work, from eight to six on weekdays, local time. */
export function afterWork(from: number, minutes: number): number {
  let at = open(from)
  for (let left = minutes * minute; ; ) {
    const end = onDay(at, 0, closes)
    if (at + left <= end) return at + left
    left -= end - at
    at = open(onDay(at, 1, opens))
  }
}

/** How many minutes of work lie between two moments. */
export function workBetween(from: number, to: number): number {
  let minutes = 0
  for (let at = open(from); at < to; at = open(onDay(at, 1, opens)))
    minutes += Math.max(0, Math.min(to, onDay(at, 0, closes)) - at) / minute
  return minutes
}

/** This moment if somebody works then, else when work begins next. */
function open(moment: number): number {
  const day = new Date(moment).getDay()
  if (day === 0 || day === 6) return open(onDay(moment, 1, opens))
  if (moment < onDay(moment, 0, opens)) return onDay(moment, 0, opens)
  return moment < onDay(moment, 0, closes) ? moment : open(onDay(moment, 1, opens))
}

function onDay(moment: number, later: number, hour: number): number {
  const date = new Date(moment)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + later, hour).getTime()
}
